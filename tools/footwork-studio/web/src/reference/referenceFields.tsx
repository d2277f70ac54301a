import { createMemo, For, onMount, Show } from "solid-js";
import type { ClipLabels, Reference } from "../api/types";
import { useStudio } from "../state/studio";
import "./reference.css";

/** Which video or sound of the library lies beside a clip, and how the two run together. */
export function ReferenceFields(props: { labels: ClipLabels }) {
  const studio = useStudio();
  const { media } = studio;
  onMount(() => void media.load());
  const now = () => props.labels.reference;
  const isReadOnly = () => props.labels.readOnly !== null;
  /** What can be chosen: what lies in the library, and what is named though it does not. */
  const files = createMemo(() => {
    const own = now()?.file;
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
        fallback={<p class="quiet">A video or sound in the library can be played beside a clip.</p>}
      >
        <div class="reference-fields">
          <label class="wide">
            <span>Video or sound</span>
            <select
              disabled={isReadOnly()}
              value={now()?.file ?? ""}
              onChange={(event) => {
                const file = event.currentTarget.value;
                if (file === "") set(null);
                else set({ file, offsetSecs: now()?.offsetSecs ?? 0, rate: now()?.rate ?? 1 });
              }}
            >
              <option value="">none</option>
              <For each={files()}>
                {(file) => (
                  <option value={file} selected={file === now()?.file}>
                    {file}
                  </option>
                )}
              </For>
            </select>
          </label>
          <Show when={now()}>
            {(reference) => (
              <>
                <label>
                  <span title="How many of its seconds have passed on the first frame">
                    Offset, s
                  </span>
                  <input
                    type="number"
                    step="0.01"
                    disabled={isReadOnly()}
                    value={reference().offsetSecs}
                    onChange={(event) => {
                      const offsetSecs = event.currentTarget.valueAsNumber;
                      if (Number.isFinite(offsetSecs)) change({ offsetSecs });
                    }}
                  />
                </label>
                <label>
                  <span title="How many of its seconds pass in a second of the clip">Rate</span>
                  <input
                    type="number"
                    step="0.05"
                    min="0.01"
                    max="100"
                    disabled={isReadOnly()}
                    value={reference().rate}
                    onChange={(event) => {
                      const rate = event.currentTarget.valueAsNumber;
                      if (rate >= 0.01 && rate <= 100) change({ rate });
                    }}
                  />
                </label>
              </>
            )}
          </Show>
        </div>
      </Show>
      <Show when={!media.isComplete()}>
        <p class="quiet">
          The library has more files than are searched, so these are a part of its videos and
          sounds. The line <code>reference</code> of a sidecar may name any other.
        </p>
      </Show>
      <Show when={now() && !isShown()}>
        <button
          type="button"
          onClick={() =>
            studio.prefer({ reference: { ...studio.preferences().reference, isShown: true } })
          }
        >
          Show it
        </button>
      </Show>
    </section>
  );
}
