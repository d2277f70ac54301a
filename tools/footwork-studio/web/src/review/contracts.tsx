import { For, Show } from "solid-js";
import type { Contract } from "../api/types";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Prose } from "../ui/prose";
import "./contracts.css";

/** The contracts of `footwork.toml`, with the numbers of their limits that are kept, broken and not evaluated. */
export function Contracts(props: { contracts: readonly Contract[] }) {
  const studio = useStudio();
  const sum = (of: (contract: Contract) => number) =>
    props.contracts.reduce((sum, contract) => sum + of(contract), 0);
  const show = ({ query }: Contract) => {
    studio.query.type(query);
    studio.prefer({ reviewPart: "measures" });
  };
  const problems = () => props.contracts.filter(({ problem }) => problem !== null).length;
  return (
    <details class="contracts" open={sum(({ broken }) => broken) + problems() > 0}>
      <summary>
        {countText(props.contracts.length, "contract")},{" "}
        <Show when={problems() > 0}>
          <span class="contract-broken">{numberText(problems())} with mistakes</span>,{" "}
        </Show>
        limits:{" "}
        <Limits
          kept={sum(({ kept }) => kept)}
          broken={sum(({ broken }) => broken)}
          notEvaluated={sum(({ notEvaluated }) => notEvaluated)}
        />
      </summary>
      <ul aria-label="Contracts">
        <For each={props.contracts}>
          {(contract) => (
            <li>
              <button
                type="button"
                class="contract-row"
                title={`Line ${contract.line} of footwork.toml. Shows its ranges with their measures.`}
                onClick={() => show(contract)}
              >
                <code>{contract.query}</code>
                <Show when={contract.message}>
                  <span class="quiet">{contract.message}</span>
                </Show>
                <Show when={contract.problem}>
                  {(problem) => (
                    <span class="contract-broken">
                      Not checked in full: <Prose text={problem()} />
                    </span>
                  )}
                </Show>
                <Show when={contract.problem === null || contract.ranges > 0}>
                  <span class="numbers">
                    {countText(contract.ranges, "range")}: <Limits {...contract} />
                  </span>
                </Show>
              </button>
            </li>
          )}
        </For>
      </ul>
    </details>
  );
}

function Limits(props: { kept: number; broken: number; notEvaluated: number }) {
  return (
    <span class="numbers">
      <span classList={{ "contract-kept": props.kept > 0 }}>{numberText(props.kept)} kept</span>,{" "}
      <span classList={{ "contract-broken": props.broken > 0 }}>
        {numberText(props.broken)} broken
      </span>
      ,{" "}
      <span classList={{ "contract-unknown": props.notEvaluated > 0 }}>
        {numberText(props.notEvaluated)} not evaluated
      </span>
    </span>
  );
}
