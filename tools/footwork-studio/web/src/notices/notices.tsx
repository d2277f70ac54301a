import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { Notice } from "../state/notices";
import { useStudio } from "../state/studio";
import { Icon, IconButton } from "../ui/icon";
import { Prose } from "../ui/prose";
import "../ui/ui.css";
import "./notices.css";

/** Short messages at the bottom of the stage, which screen readers announce as well. */
export function Notices() {
  const { notices } = useStudio();
  const [below, setBelow] = createSignal(0);
  let root: HTMLDivElement | undefined;
  // The height of the controls below the messages depends on the window and the vocabulary.
  onMount(() => {
    const figure = document.querySelector(".skeleton-view");
    if (!figure || !root) return;
    const measure = () =>
      setBelow((root?.getBoundingClientRect().bottom ?? 0) - figure.getBoundingClientRect().bottom);
    const observer = new ResizeObserver(measure);
    observer.observe(figure);
    observer.observe(root);
    onCleanup(() => observer.disconnect());
  });
  return (
    <div class="notices" ref={root} style={{ "--below-figure": `${Math.max(below(), 0)}px` }}>
      <div class="notice-list">
        <div role="status" aria-live="polite">
          <For each={notices.notices().filter(({ kind }) => kind !== "error")}>
            {(notice) => <NoticeView notice={notice} close={() => notices.close(notice.id)} />}
          </For>
        </div>
        <div role="alert">
          <For each={notices.notices().filter(({ kind }) => kind === "error")}>
            {(notice) => <NoticeView notice={notice} close={() => notices.close(notice.id)} />}
          </For>
        </div>
      </div>
    </div>
  );
}

function NoticeView(props: { notice: Notice; close(): void }) {
  return (
    <div class={`notice ${props.notice.kind}`}>
      <Icon name={props.notice.kind === "done" ? "check" : "warning"} />
      <div
        class="notice-text"
        title={[props.notice.text, props.notice.detail].filter(Boolean).join("\n")}
      >
        <div>
          <Prose text={props.notice.text} />
        </div>
        <Show when={props.notice.detail}>
          <div class="quiet">
            <Prose text={props.notice.detail ?? ""} />
          </div>
        </Show>
      </div>
      <Show when={props.notice.action}>
        {(action) => (
          <button
            type="button"
            class="notice-action"
            onClick={() => {
              props.close();
              action().run();
            }}
          >
            {action().title}
          </button>
        )}
      </Show>
      <IconButton icon="close" label="Close this message" onClick={() => props.close()} />
    </div>
  );
}
