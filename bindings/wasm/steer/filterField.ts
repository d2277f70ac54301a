/** The query that limits which poses the character may play, answered while it is typed. */

import { answer } from "../playground/answer.js";
import { completes } from "../playground/completes.js";
import { namesOfQueries } from "../playground/names.js";
import { element } from "../playground/plot.js";
import { type Database, defaultRules, PoseFilter, type PoseIndex, Query } from "../src/index.js";

const EXAMPLES = ["Gait & !Kick", "Gait.Walk", "Gait.Run | Gait.Jog", "Gait.Idle | Gait.Turn"];

export class FilterField {
  /** The last filter that allows a pose. */
  filter: PoseFilter | undefined;
  /** The query of that filter. */
  query = "";
  private readonly input = element<HTMLInputElement>("filter-text");

  constructor(
    private readonly index: PoseIndex,
    private readonly tags: Database,
  ) {
    // The completion list handles keys before the field does.
    completes(this.input, "query", () => namesOfQueries(tags));
    this.input.addEventListener("input", () => this.apply());
    this.input.addEventListener("keydown", ({ key }) => {
      if (key === "Enter" || key === "Escape") {
        // The keys steer again.
        this.input.blur();
      }
    });
    const buttons = EXAMPLES.map((text) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", () => this.show(text));
      return button;
    });
    element("filter-examples").replaceChildren(...buttons);
    this.show(EXAMPLES[0] ?? "");
  }

  private show(text: string): void {
    this.input.value = text;
    this.apply();
  }

  private apply(): void {
    const text = this.input.value;
    answer("filter-answer", text, () => {
      const query = new Query(this.tags, text);
      const filter = PoseFilter.forLanding(this.index, query, defaultRules().overrunSecs);
      query.free();
      const said = element("filter-answer");
      if (filter.count === 0n) {
        said.textContent = "0 poses: the last query stays";
        filter.free();
        return;
      }
      said.textContent = `${filter.count} of ${this.index.info.poses} poses`;
      this.filter?.free();
      this.filter = filter;
      this.query = text;
    });
  }
}
