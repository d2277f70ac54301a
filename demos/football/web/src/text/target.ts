import type { EditTarget } from "../worker/messages";

/** Returns a key for the target of a text. */
export const targetKey = (target: EditTarget): string => {
  switch (target.what) {
    case "wind":
      return `wind-${target.axis}`;
    case "speed":
      return "speed";
    case "query":
      return `query-${target.who}`;
  }
};
