import { createEffect, createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import type { QueryAnswer } from "../api/types";
import { suggest } from "../review/suggestedRules";
import { commandsOf, showKey } from "../state/keymap";
import { useStudio } from "../state/studio";
import { progressOf } from "../state/workState";
import { countText } from "../ui/counts";
import { IconButton } from "../ui/icon";
import { Prose } from "../ui/prose";
import { found } from "./found";
import { STARTER, STARTER_RULES, type StarterRule, setUpOf, starterLabels } from "./starter";
import "./setUp.css";

const COLOURS = new Map(starterLabels(STARTER).map(({ name, colour }) => [name, colour]));

/**
 * The first page of a library without a vocabulary. It offers a starting vocabulary and rules, and shows what each rule
 * matches.
 */
export function SetUpDialog() {
  const studio = useStudio();
  const [isOpen, setIsOpen] = createSignal(false);
  const [groups, setGroups] = createSignal(new Set(STARTER.map(({ id }) => id)));
  const [rules, setRules] = createSignal<ReadonlySet<string>>(new Set());
  const [isSaving, setIsSaving] = createSignal(false);
  let dialog: HTMLDialogElement | undefined;

  const root = () => studio.library()?.root;
  const isBare = () => {
    const library = studio.library();
    const isDeclared = ({ place }: { place: number | null }) => place !== null;
    return library && !library.tags.some(isDeclared) && !library.events.some(isDeclared);
  };
  // Open by itself once, if the library has clips and no declarations.
  createEffect(() => {
    const folder = root();
    if (folder === undefined || studio.clips().length === 0 || !isBare()) return;
    if (!studio.preferences().greeted.includes(folder)) setIsOpen(true);
  });
  const close = () => {
    const folder = root();
    const { greeted } = studio.preferences();
    if (folder !== undefined && !greeted.includes(folder))
      studio.prefer({ greeted: [...greeted, folder].slice(-100) });
    setIsOpen(false);
  };
  createEffect(() => {
    if (isOpen() && !dialog?.open) {
      studio.labelKeys.release(performance.now());
      dialog?.showModal();
    }
    if (!isOpen() && dialog?.open) dialog.close();
  });
  onCleanup(
    studio.addCommands([
      commandsOf("Page")("library.setUp", "Set up the vocabulary of the library", [], () =>
        setIsOpen(true),
      ),
    ]),
  );
  const chosen = createMemo(() => STARTER.filter(({ id }) => groups().has(id)));
  const toggle = (of: ReadonlySet<string>, one: string) => {
    const now = new Set(of);
    if (!now.delete(one)) now.add(one);
    return now;
  };
  const setUp = createMemo(() =>
    setUpOf(
      chosen(),
      STARTER_RULES.filter(({ tag }) => rules().has(tag)),
    ),
  );
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsSaving(true);
    // Rules are written only if the user selects them, after seeing what they match.
    const { rules, ...vocabulary } = setUp();
    const isDone = await studio.history.setUp({ ...vocabulary, rules: [] });
    setIsSaving(false);
    if (!isDone) return;
    close();
    if (rules.length === 0) return;
    suggest(studio, rules);
    studio.prefer({ panel: "review", reviewPart: "rules" });
  };

  return (
    <dialog
      ref={dialog}
      role="dialog"
      class="key-dialog set-up"
      aria-labelledby="set-up-title"
      onClose={close}
    >
      <Show when={isOpen()}>
        <form class="set-up-sheet" onSubmit={(event) => void save(event)}>
          <header>
            <h2 id="set-up-title">Set up {studio.library()?.name}</h2>
            <IconButton icon="close" label="Close" onClick={close} />
          </header>
          <div class="set-up-body">
            <Found />
            <fieldset>
              <legend>Vocabulary</legend>
              <p class="quiet">
                Hold a tag's key while the clip plays to tag the frames that pass. You can change
                everything later, here or in <code>footwork.toml</code>.
              </p>
              <For each={STARTER}>
                {({ id, title, help, labels }, place) => (
                  <label class="starter" classList={{ off: !groups().has(id) }}>
                    <input
                      type="checkbox"
                      checked={groups().has(id)}
                      autofocus={place() === 0}
                      onChange={() => setGroups(toggle(groups(), id))}
                    />
                    <span class="starter-title">
                      <strong>{title}</strong>
                      <span class="quiet">{help}</span>
                    </span>
                    <span class="starter-labels">
                      <For each={labels}>
                        {({ name, key, description }) => (
                          <span class="starter-label" title={description}>
                            <span class="dot" style={{ background: COLOURS.get(name) ?? "" }} />
                            {name} <kbd>{showKey(key)}</kbd>
                          </span>
                        )}
                      </For>
                    </span>
                  </label>
                )}
              </For>
            </fieldset>
            <fieldset>
              <legend>Rules</legend>
              <p class="quiet">
                A rule tags frames based on the motion, and never changes your own tags. The chosen
                ones are suggested in the panel Review, with what they would tag; nothing is written
                before you accept it.
              </p>
              <For each={STARTER_RULES}>
                {(rule) => (
                  <Rule
                    rule={rule}
                    isOn={rules().has(rule.tag)}
                    isPossible={groups().has("gait")}
                    toggle={() => setRules(toggle(rules(), rule.tag))}
                  />
                )}
              </For>
            </fieldset>
          </div>
          <footer>
            <span class="quiet">
              {countText(setUp().labels.length, "label")}, {countText(setUp().rules.length, "rule")}{" "}
              to suggest
            </span>
            <button type="button" onClick={close}>
              Not now
            </button>
            <button
              type="submit"
              class="main-button"
              disabled={isSaving() || setUp().labels.length === 0}
            >
              Write to footwork.toml
            </button>
          </footer>
        </form>
      </Show>
    </dialog>
  );
}

/** The studio's reading of the clips: units, roles, and important findings. */
function Found() {
  const studio = useStudio();
  const progress = createMemo(() => progressOf(studio.clips()));
  const facts = createMemo(() => found(studio.library()));
  return (
    <section class="set-up-found" aria-label="What was found">
      <p>
        <strong>{countText(progress().clips, "clip")}</strong>, {(progress().secs / 60).toFixed(1)}{" "}
        minutes.
      </p>
      <ul class="set-up-bodies" aria-label="Bodies">
        <For each={studio.library()?.bodies}>{(line) => <li>{line}</li>}</For>
      </ul>
      <p class="quiet">
        <Show
          when={facts().roles.length + facts().both.length > 0}
          fallback="No joint was recognised: [joints] in footwork.toml can name them."
        >
          Joints recognised: {facts().roles.join(", ")}
          {facts().both.length > 0 && `; left and right: ${facts().both.join(", ")}`}.
        </Show>
      </p>
      <Show when={facts().notes.length > 0}>
        <ul>
          <For each={facts().notes}>
            {(note) => (
              <li>
                <Prose text={note} />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

/** A selectable rule, with the current matches of its query. */
function Rule(props: { rule: StarterRule; isOn: boolean; isPossible: boolean; toggle(): void }) {
  const studio = useStudio();
  const [answer, setAnswer] = createSignal<QueryAnswer | undefined>(undefined);
  const [isWrong, setIsWrong] = createSignal(false);
  const asked = new AbortController();
  onCleanup(() => asked.abort());
  void studio.client.query(props.rule.query, asked.signal).then(setAnswer, () => setIsWrong(true));
  const text = () => {
    const now = answer();
    if (isWrong()) return "cannot run on these clips";
    if (!now) return "looking…";
    return `finds ${countText(now.frames, "frame")} in ${countText(now.matches.length, "clip")}`;
  };
  return (
    <label class="starter rule" classList={{ off: !props.isPossible }}>
      <input
        type="checkbox"
        checked={props.isOn && props.isPossible}
        disabled={!props.isPossible}
        onChange={() => props.toggle()}
      />
      <span class="starter-title">
        <strong>{props.rule.title}</strong>
        <span class="quiet numbers" role="status">
          {text()}
        </span>
      </span>
      <code>{props.rule.query}</code>
    </label>
  );
}
