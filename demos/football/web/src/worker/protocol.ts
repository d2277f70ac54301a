import type { StartSetup } from "../setup";
import type { Command } from "./messages";

/** The files of a match: the module, and the tags and poses of its clips. */
export interface MatchFiles {
  module: ArrayBuffer;
  tags: ArrayBuffer;
  poses: ArrayBuffer;
}

/** What the page sends to the worker. A request gets an `Answer` with the same number. */
export type Request =
  | { what: "begin"; files: MatchFiles; setup: StartSetup }
  | { what: "command"; command: Command }
  | { what: "recording"; id: number }
  | { what: "load"; id: number; bytes: ArrayBuffer };

/** How long a frame takes to simulate, and how many frames were simulated, over the last half second. */
export interface Times {
  frameMs: number;
  perSec: number;
}

/** What the worker sends to the page. */
export type Reply =
  | { what: "news"; texts: string[]; frame?: Float32Array; leaves?: Float32Array }
  | { what: "times"; times: Times }
  | { what: "answer"; id: number; bytes?: ArrayBuffer; error?: string }
  /** The match cannot begin, or has stopped. */
  | { what: "failed"; why: string };
