import type { EditTarget } from "../stream/messages";

/** A name for what a text belongs to. */
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
