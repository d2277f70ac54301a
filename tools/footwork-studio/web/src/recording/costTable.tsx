import { createMemo, For, Show } from "solid-js";
import type { RecordedPose, SearchRow } from "../api/types";
import { useStudio } from "../state/studio";
import { GoTo, PoseName } from "./poseName";
import { type CostRow, costRows, type Tape } from "./tape";

/** The number of group colours. Further groups repeat them. */
const COLOURS = 8;
const colourOf = (group: number) => `var(--cost-${group % COLOURS})`;

/** The poses that a search compared. A bar shows each pose's cost, split by group. */
export function CostTable(props: { tape: Tape; search: SearchRow; go(pose: RecordedPose): void }) {
  const { recording } = useStudio();
  const rows = createMemo(() => costRows(props.search));
  const most = createMemo(() =>
    Math.max(...rows().map(({ cost }) => cost), props.search.limit ?? 0, 1e-6),
  );
  const share = (cost: number) => `${(100 * Math.max(cost, 0)) / most()}%`;
  /** The groups with visible bars, the largest cost first. */
  const groups = createMemo(() =>
    props.tape.groups
      .map((name, group) => ({
        name,
        group,
        cost: Math.max(0, ...rows().map((row) => row.groups[group] ?? 0)),
      }))
      .filter(({ cost }) => cost > 0.005 * most())
      .sort((a, b) => b.cost - a.cost),
  );
  const hasSoft = () => rows().some(({ soft }) => soft > 0);
  const told = ({ groups: costs, soft, cost }: CostRow) => {
    const parts = costs
      .map((value, group) => `${props.tape.groups[group]} ${value.toFixed(2)}`)
      .concat(soft > 0 ? [`soft cost ${soft.toFixed(2)}`] : []);
    return `Cost ${cost.toFixed(2)}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
  };
  return (
    <>
      <p class="cost-legend">
        <For each={groups()}>
          {({ name, group }) => (
            <span>
              <i style={{ background: colourOf(group) }} />
              {name}
            </span>
          )}
        </For>
        <Show when={hasSoft()}>
          <span>
            <i class="cost-soft" />
            soft cost
          </span>
        </Show>
        <Show when={props.search.limit !== null}>
          <span>
            <i class="cost-limit-key" />
            to beat: {props.search.limit?.toFixed(2)}
          </span>
        </Show>
      </p>
      <ul class="costs" aria-label="Poses by cost">
        <For each={rows()}>
          {(row) => (
            <li
              class="cost-row"
              onPointerEnter={() => recording.mark(row.candidate)}
              onPointerLeave={() => recording.mark(undefined)}
              onFocusIn={() => recording.mark(row.candidate)}
              onFocusOut={() => recording.mark(undefined)}
            >
              <span class="cost-role">{row.role}</span>
              <PoseName tape={props.tape} pose={row.pose} />
              <GoTo tape={props.tape} pose={row.pose} go={props.go} />
              <div class="cost-bar" role="img" aria-label={told(row)} title={told(row)}>
                <For each={row.groups}>
                  {(cost, group) => (
                    <span
                      class="cost-part"
                      style={{ width: share(cost), background: colourOf(group()) }}
                    />
                  )}
                </For>
                <Show when={row.groups.length === 0}>
                  <span class="cost-part cost-whole" style={{ width: share(row.cost) }} />
                </Show>
                <span class="cost-part cost-soft" style={{ width: share(row.soft) }} />
                <Show when={props.search.limit !== null}>
                  <span class="cost-limit" style={{ left: share(props.search.limit ?? 0) }} />
                </Show>
              </div>
              <span class="cost-number">{row.cost.toFixed(2)}</span>
            </li>
          )}
        </For>
      </ul>
    </>
  );
}
