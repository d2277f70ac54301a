import { createSignal, Show } from "solid-js";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { Icon } from "../ui/icon";
import "./notices.css";

/** What must not be overlooked: the server is gone, or edits are not on disk. */
export function Banners() {
  const studio = useStudio();
  const [isSettling, setIsSettling] = createSignal(false);
  const unsaved = () => studio.library()?.unsaved ?? [];
  const pending = () => studio.queue.pending().length;
  const settle = async (how: "retry" | "discard") => {
    setIsSettling(true);
    await studio.settle(how);
    setIsSettling(false);
  };

  return (
    <div class="banners" role="alert">
      <Show when={studio.lost()}>
        {(why) => (
          <div class="banner error">
            <Icon name="warning" />
            <span>
              <b>The library cannot be used any more.</b> {why()} Start the studio again once it
              can.
            </span>
          </div>
        )}
      </Show>
      <Show when={!studio.isConnected() && !studio.lost()}>
        <div class="banner error">
          <Icon name="warning" />
          <span>
            <b>The studio's server does not answer.</b>{" "}
            {pending() > 0
              ? `${countText(pending(), "edit is", "edits are")} kept here and sent once it is back. `
              : "What you see may be old. "}
            Start <code>footwork studio</code> again if it was stopped, and open the address that it
            prints.
          </span>
        </div>
      </Show>
      <Show when={studio.failure()}>
        {(problem) => (
          <div class="banner error">
            <Icon name="warning" />
            <span>
              <b>{problem().message}</b> {problem().hint}
            </span>
          </div>
        )}
      </Show>
      <Show when={unsaved().length > 0}>
        <div class="banner warning">
          <Icon name="warning" />
          <span>
            <b>{countText(unsaved().length, "edit is", "edits are")} not on disk:</b>{" "}
            {unsaved().slice(0, 3).join(", ")}
            {unsaved().length > 3 && ` and ${unsaved().length - 3} more`}. The server keeps{" "}
            {unsaved().length === 1 ? "it" : "them"} while it runs.
          </span>
          <button type="button" disabled={isSettling()} onClick={() => void settle("retry")}>
            Save again
          </button>
          <button type="button" disabled={isSettling()} onClick={() => void settle("discard")}>
            Discard
          </button>
        </div>
      </Show>
    </div>
  );
}
