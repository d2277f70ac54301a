import { writeName } from "footwork-page/src/query/completion";
import type { Mistake } from "../api/types";

/** A change of a query that fixes a mistake. */
export interface Suggestion {
  start: number;
  stop: number;
  text: string;
}

/** Returns the replacement in the hint of a mistake; `undefined` if the hint suggests no name. */
export function suggestionOf(mistake: Mistake): Suggestion | undefined {
  const { start, stop, hint } = mistake;
  const meant = hint?.match(/^did you mean `([^`]+)`/)?.[1];
  if (meant !== undefined) return { start, stop, text: meant };
  const quoted = hint?.match(/^write `([^`]+)` in quotes/)?.[1];
  if (quoted !== undefined) return { start, stop, text: writeName(quoted) };
  return undefined;
}

/** Returns the text with a suggestion applied. */
export const withSuggestion = (text: string, { start, stop, text: to }: Suggestion) =>
  text.slice(0, start) + to + text.slice(stop);
