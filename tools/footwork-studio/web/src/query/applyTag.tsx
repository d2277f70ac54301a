import { rankNames } from "footwork-page/src/query/rankNames";
import { createMemo, createSignal, For, Show } from "solid-js";
import { excludes } from "../state/exclusive";
import { someOf } from "../state/notices";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { savingOf, workText } from "../ui/workText";
import { createApplyScope } from "./applyScope";

/** The maximum number of suggested names. */
const MAX_NAMES = 50;

/** A form that applies a tag, known or new, to the matches of the query in the listed clips. */
export function ApplyTag() {
  const studio = useStudio();
  const [text, setText] = createSignal("");
  const [isOpen, setIsOpen] = createSignal(false);
  const [at, setAt] = createSignal(-1);
  const [isApplying, setIsApplying] = createSignal(false);
  const [applied, setApplied] = createSignal(0);

  const names = createMemo(() => [...studio.tags().keys()]);
  const offered = createMemo(() => rankNames(names(), text()).slice(0, MAX_NAMES));
  const tag = () => text().trim();
  const isNew = () => tag() !== "" && !studio.tags().has(tag());
  /** The tags that the chosen tag excludes. */
  const excluded = createMemo(() =>
    tag() === "" ? [] : names().filter((name) => excludes(studio.exclusive(), tag(), name)),
  );
  const scope = createApplyScope(studio, tag);
  const what = () =>
    `${countText(scope.ranges(), "range")} in ${countText(scope.shown(), "clip")}${
      scope.hidden() > 0 ? ` · ${numberText(scope.hidden())} more hidden by the list's filter` : ""
    }`;
  const title = () => {
    const changes = scope.changes();
    if (tag() === "" || changes === undefined) return "Apply";
    return changes === 0 ? "Nothing to change" : `Apply to ${countText(changes, "clip")}`;
  };
  const tagging = () => `Tagging ${countText(applied(), "clip")}`;
  const can = () =>
    tag() !== "" &&
    !isApplying() &&
    studio.query.problem() === undefined &&
    !studio.query.isBusy() &&
    (scope.changes() ?? 0) > 0;
  const apply = async () => {
    if (!can()) return;
    setIsOpen(false);
    setApplied(scope.changes() ?? 0);
    setIsApplying(true);
    await studio.apply(tag(), scope.clips());
    setIsApplying(false);
    setText("");
  };
  const take = (name: string) => {
    setText(name);
    setIsOpen(false);
    setAt(-1);
  };
  const key = (event: KeyboardEvent) => {
    const { length } = offered();
    const name = offered()[at()];
    if (event.key === "ArrowDown" && length > 0) {
      setIsOpen(true);
      setAt((at() + 1) % length);
    } else if (event.key === "ArrowUp" && length > 0) {
      setIsOpen(true);
      setAt((Math.max(at(), 0) + length - 1) % length);
    } else if (event.key === "Enter" && isOpen() && name !== undefined) take(name);
    else if (event.key === "Enter") void apply();
    else if (event.key === "Escape" && isOpen()) setIsOpen(false);
    else return;
    event.preventDefault();
    document.getElementById(`apply-${at()}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <section class="apply-tag">
      <label for="apply-tag">
        <Icon name="tag" /> Tag the result
      </label>
      <div class="field-line">
        <div class="combo">
          <input
            id="apply-tag"
            type="text"
            role="combobox"
            placeholder="Tag, known or new"
            autocomplete="off"
            spellcheck={false}
            aria-expanded={isOpen() && offered().length > 0}
            aria-controls="apply-tag-names"
            aria-autocomplete="list"
            aria-activedescendant={isOpen() && at() >= 0 ? `apply-${at()}` : undefined}
            value={text()}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setIsOpen(true);
              setAt(-1);
            }}
            onClick={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={key}
          />
          <div
            id="apply-tag-names"
            class="combo-list"
            role="listbox"
            aria-label="Tags"
            hidden={!isOpen() || offered().length === 0}
          >
            <For each={offered()}>
              {(name, place) => (
                <div
                  id={`apply-${place()}`}
                  role="option"
                  aria-selected={place() === at()}
                  // Keep the focus in the field, whose loss closes the list.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(name);
                  }}
                >
                  <span class="dot" style={{ background: studio.colour(name) }} />
                  {name}
                </div>
              )}
            </For>
          </div>
        </div>
        <button type="button" class="main-button" disabled={!can()} onClick={() => void apply()}>
          {title()}
        </button>
      </div>
      <div class="quiet small" aria-live="polite">
        {isApplying() ? tagging() : what()}
        <Show when={isApplying() && savingOf(studio.work())}>
          {(work) => <span aria-hidden="true">: {workText(work()).far}</span>}
        </Show>
        <Show when={scope.problem()}>
          {(problem) => (
            <span class="wrong-text">
              {" "}
              · <Prose text={problem().message} />
            </span>
          )}
        </Show>
        <Show when={isNew()}> · new tag</Show>
        <Show when={excluded().length > 0}> · erases {someOf(excluded())} there</Show>
      </div>
    </section>
  );
}
