/** Why the playing pose was chosen: what the search of the last jump weighed. */

import { element } from "../playground/plot.js";
import {
  type Character,
  FootworkError,
  FW_STEP_JUMP,
  FW_TRIGGER_DUE,
  FW_TRIGGER_END,
  FW_TRIGGER_FILTER,
  FW_TRIGGER_FORBIDDEN,
  FW_TRIGGER_INPUT,
  type PoseId,
  type PoseIndex,
  type Step,
} from "../src/index.js";

const TRIGGERS = new Map([
  [FW_TRIGGER_DUE, "the next search was due"],
  [FW_TRIGGER_INPUT, "the stick changed"],
  [FW_TRIGGER_FILTER, "the query changed"],
  [FW_TRIGGER_FORBIDDEN, "the query forbids the previous pose"],
  [FW_TRIGGER_END, "the clip ended"],
]);

/** The number of shown parts of a cost, the largest first. */
const PARTS = 5;

export class Why {
  private readonly panel = element<HTMLDetailsElement>("why");
  private readonly groups: string[];

  constructor(
    private readonly names: Map<number, string>,
    index: PoseIndex,
    private readonly character: Character,
  ) {
    this.groups = groupNames(index);
    // Elsewhere it would cover the character.
    this.panel.open = innerWidth >= 720 && innerHeight >= 560;
  }

  /** Shows the reason for a jump to a pose that `query` allowed. */
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
    this.showParts();
  }

  /** Shows the parts of the jump's cost: a bar per group of features. */
  private showParts(): void {
    const costs = [...this.character.groupCosts()];
    const whole = costs.reduce((sum, cost) => sum + cost, 0);
    const parts = costs.map((cost, group) => ({ cost, name: this.groups[group] ?? "" }));
    parts.sort((a, b) => b.cost - a.cost);
    const rest = parts.splice(PARTS).reduce((sum, { cost }) => sum + cost, 0);
    const shown = [...parts, { cost: rest, name: "all others" }];
    element("why-parts").replaceChildren(
      ...shown.map(({ cost, name }) => {
        const row = document.createElement("li");
        row.style.setProperty("--share", String(whole > 0 ? cost / whole : 0));
        const number = document.createElement("span");
        number.textContent = cost.toFixed(2);
        row.append(name.replaceAll("_", " "), number);
        return row;
      }),
    );
  }

  /** Returns a pose as text. */
  name({ clip, frame, mirrored }: PoseId): string {
    return `${this.names.get(clip)}${mirrored ? ", mirrored" : ""}, frame ${frame}`;
  }
}

/** Returns the names of the groups of features, in the order of their costs. */
function groupNames(index: PoseIndex): string[] {
  const names: string[] = [];
  for (;;) {
    try {
      names.push(index.groupName(names.length));
    } catch (error) {
      if (error instanceof FootworkError) {
        return names;
      }
      throw error;
    }
  }
}
