/** Why the playing pose was chosen: what the search of the last jump weighed. */

import { element } from "../playground/plot.js";
import {
  FW_STEP_JUMP,
  FW_TRIGGER_DUE,
  FW_TRIGGER_END,
  FW_TRIGGER_FILTER,
  FW_TRIGGER_FORBIDDEN,
  FW_TRIGGER_INPUT,
  type PoseId,
  type Step,
} from "../src/index.js";

const TRIGGERS = new Map([
  [FW_TRIGGER_DUE, "the next search was due"],
  [FW_TRIGGER_INPUT, "the stick changed"],
  [FW_TRIGGER_FILTER, "the query changed"],
  [FW_TRIGGER_FORBIDDEN, "the query forbids the pose before"],
  [FW_TRIGGER_END, "the clip ended"],
]);

export class Why {
  private readonly panel = element<HTMLDetailsElement>("why");

  constructor(private readonly names: Map<number, string>) {
    // Elsewhere it would cover the character.
    this.panel.open = innerWidth >= 720 && innerHeight >= 480;
  }

  /** Shows the reason of a jump. `query` is the one that allowed its pose. */
  show({ kind, pose, from, trigger, cost, continuing }: Step, query: string): void {
    if (kind !== FW_STEP_JUMP) {
      return;
    }
    const on = Number.isFinite(continuing) ? continuing.toFixed(2) : "not possible";
    element("why-pose").textContent = this.name(pose);
    element("why-from").textContent = this.name(from);
    element("why-trigger").textContent = TRIGGERS.get(trigger) ?? "";
    element("why-query").textContent = query;
    element("why-cost").textContent = `${cost.toFixed(2)}; playing on: ${on}`;
  }

  /** Returns a pose as text. */
  name({ clip, frame, mirrored }: PoseId): string {
    return `${this.names.get(clip)}${mirrored ? ", mirrored" : ""}, frame ${frame}`;
  }
}
