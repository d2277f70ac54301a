import { createSignal, onCleanup, Show } from "solid-js";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { Icon } from "../ui/icon";

/** Saves the query under a name, in the library's settings. */
export function SaveQuery() {
  const studio = useStudio();
  const [name, setName] = createSignal("");
  const [isSaving, setIsSaving] = createSignal(false);
  let field: HTMLInputElement | undefined;

  const trimmed = () => name().trim();
  const replaced = () => studio.library()?.queries[trimmed()];
  const can = () => trimmed() !== "" && !isSaving() && studio.query.problem() === undefined;
  const save = async () => {
    if (!can()) return;
    setIsSaving(true);
    const text = studio.query.text().trim();
    if (await studio.history.saveQuery(trimmed(), text, replaced())) setName("");
    setIsSaving(false);
  };
  onCleanup(
    studio.addCommands([
      commandsOf("Query")("query.save", "Save the query under a name", ["Mod+Shift+s"], () =>
        field?.focus(),
      ),
    ]),
  );

  return (
    <section>
      <label for="save-query">
        <Icon name="save" /> Save the query
      </label>
      <div class="field-line">
        <input
          ref={field}
          id="save-query"
          type="text"
          placeholder="Name"
          autocomplete="off"
          spellcheck={false}
          value={name()}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") void save();
          }}
        />
        <button type="button" disabled={!can()} onClick={() => void save()}>
          {replaced() === undefined ? "Save" : "Replace"}
        </button>
      </div>
      <Show when={replaced()}>
        {(old) => (
          <div class="quiet small">
            Replaces <code>{old()}</code>
          </div>
        )}
      </Show>
    </section>
  );
}
