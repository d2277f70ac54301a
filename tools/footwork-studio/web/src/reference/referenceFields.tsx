import { createMemo, For, onMount, Show } from "solid-js";
import type { ClipLabels, Reference } from "../api/types";
import { useStudio } from "../state/studio";
import "./reference.css";

/** Fields that choose the video or sound of a clip, and how it is synchronised with the clip. */
export function ReferenceFields(props: { labels: ClipLabels }) {
  const studio = useStudio();
  const { media } = studio;
  onMount(() => void media.load());
  const now = () => props.labels.reference;
  // Track each value instead of the whole reference: the server's response to an edit of one field must not reset
  // another field while the user types.
  const file = createMemo(() => now()?.file);
  const offsetSecs = createMemo(() => now()?.offsetSecs ?? 0);
  const rate = createMemo(() => now()?.rate ?? 1);
  const isReadOnly = () => props.labels.readOnly !== null;
  /** The files to choose from: the library's media files, and the clip's current file even if it is missing. */
  const files = createMemo(() => {
    const own = file();
    const all = media.files();
    return own === undefined || all.includes(own) ? all : [own, ...all];
  });
  const set = (reference: Reference | null) =>
    studio.edit("reference", [{ kind: "setReference", reference }]);
  const change = (some: Partial<Reference>) => {
    const from = now();
    if (from) set({ ...from, ...some });
  };
  const isShown = () => studio.preferences().reference.isShown;
  return (
    <section aria-labelledby="clip-reference">
      <h3 id="clip-reference">Reference</h3>
      <Show
        when={files().length > 0}
        fallback={<p class="quiet">A video or sound in the library can play with a clip.</p>}
      >
        <div class="reference-fields">
          <label class="wide">
            <span>Video or sound</span>
            <select
              disabled={isReadOnly()}
              value={file() ?? ""}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                if (chosen === "") set(null);
                else set({ file: chosen, offsetSecs: offsetSecs(), rate: rate() });
              }}
            >
              <option value="">none</option>
              <For each={files()}>
                {(named) => (
                  <option value={named} selected={named === file()}>
                    {named}
                  </option>
                )}
              </For>
            </select>
          </label>
          <Show when={file() !== undefined}>
            <label>
              <span title="Seconds into the file at the first frame of the clip">Offset, s</span>
              <input
                type="number"
                step="0.01"
                disabled={isReadOnly()}
                value={offsetSecs()}
                onChange={(event) => {
                  const secs = event.currentTarget.valueAsNumber;
                  if (Number.isFinite(secs)) change({ offsetSecs: secs });
                }}
              />
            </label>
            <label>
              <span title="Seconds of the file per second of the clip">Rate</span>
              <input
                type="number"
                step="0.05"
                min="0.01"
                max="100"
                disabled={isReadOnly()}
                value={rate()}
                onChange={(event) => {
                  const typed = event.currentTarget.valueAsNumber;
                  if (typed >= 0.01 && typed <= 100) change({ rate: typed });
                }}
              />
            </label>
          </Show>
        </div>
      </Show>
      <Show when={!media.isComplete()}>
        <p class="quiet">
          The library has more files than are searched, so some videos and sounds are not listed.
          The line <code>reference</code> of a sidecar can name any of them.
        </p>
      </Show>
      <Show when={now() && !isShown()}>
        <button
          type="button"
          onClick={() =>
            studio.prefer({ reference: { ...studio.preferences().reference, isShown: true } })
          }
        >
          Show the reference
        </button>
      </Show>
    </section>
  );
}
