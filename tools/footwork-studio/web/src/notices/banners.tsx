import { createSignal, type JSX, Show } from "solid-js";
import type { Edit } from "../api/types";
import { someOf } from "../state/notices";
import { useStudio } from "../state/studio";
import { countText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import "./notices.css";

/** Warnings that must be seen: the server is gone, or edits are not on disk. */
export function Banners() {
  const studio = useStudio();
  const { history, queue } = studio;
  /** Describes the edits that the server keeps but could not save. */
  const unsaved = () => {
    const waiting = queue.state() === "waiting" && studio.isConnected() && !studio.lost();
    const here = waiting ? queue.pending().map(({ edit }) => nameOf(edit)) : [];
    return [...here, ...history.unsaved()];
  };
  const earlier = () => studio.earlier().map(nameOf);
  const pending = () => queue.pending().length;
  const whatIsKept = () =>
    pending() > 0
      ? `${countText(pending(), "edit is", "edits are")} kept here and saved once it is back.`
      : "What you see may be out of date.";

  return (
    <div class="banners" role="alert">
      <Show when={studio.lost()}>
        {(why) => (
          <Banner kind="error" title="The library cannot be used now.">
            {sentence(why())} {whatIsKept()}
          </Banner>
        )}
      </Show>
      <Show when={queue.isOver() && studio.library() === undefined}>
        <Banner kind="error" title="The studio does not know this browser.">
          Open the address that <code>footwork studio</code> printed. Each launch prints a new one.
        </Banner>
      </Show>
      <Show when={queue.isOver() && studio.library() !== undefined}>
        <Banner kind="error" title="The studio was restarted.">
          This page can no longer save
          {pending() > 0 &&
            `; ${countText(pending(), "edit is", "edits are")} kept for the new page`}
          . Continue in the page that the studio opened, or at the address that it printed.
        </Banner>
      </Show>
      <Show when={!studio.isConnected() && !studio.lost() && !queue.isOver()}>
        <Banner kind="error" title="The studio's server does not answer.">
          {whatIsKept()} Start <code>footwork studio</code> again if it was stopped, and open the
          address that it prints.
        </Banner>
      </Show>
      <Show when={studio.failure()}>
        {(problem) => (
          <Banner kind="error" title={problem().message}>
            {problem().hint}
          </Banner>
        )}
      </Show>
      <Show when={unsaved().length > 0}>
        <Banner
          kind="warning"
          title={`${countText(unsaved().length, "edit is", "edits are")} not on disk:`}
          actions={
            <Choice
              save="Save again"
              count={unsaved().length}
              onSave={history.retry}
              onDiscard={history.discard}
            />
          }
        >
          <Prose text={`${someOf(unsaved())}. `} />
          <Show when={history.unsavedWhy()}>{(why) => `${sentence(why().message)} `}</Show>
          Saving is retried automatically.
        </Banner>
      </Show>
      <Show when={earlier().length > 0 && !queue.isOver()}>
        <Banner
          kind="warning"
          title={`${countText(earlier().length, "edit", "edits")} of an earlier session ${earlier().length === 1 ? "is" : "are"} not saved:`}
          actions={
            <Choice
              save="Save"
              count={earlier().length}
              onSave={history.saveEarlier}
              onDiscard={history.discardEarlier}
            />
          }
        >
          <Prose text={`${someOf(earlier())}.`} />
        </Banner>
      </Show>
    </div>
  );
}

/** Returns the name of an edit and its clips, worded as on the server. */
const nameOf = ({ label, clips }: Edit) =>
  `${label} ${clips.length === 1 ? clips[0]?.clip : countText(clips.length, "clip")}`;

const sentence = (text: string) =>
  `${text.slice(0, 1).toLocaleUpperCase("en")}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

function Banner(props: {
  kind: "error" | "warning";
  title: string;
  children?: JSX.Element;
  actions?: JSX.Element;
}) {
  return (
    <div class={`banner ${props.kind}`}>
      <Icon name="warning" />
      <span>
        <b>{props.title}</b> {props.children}
      </span>
      {props.actions}
    </div>
  );
}

/** Buttons to save or discard edits; discarding asks first. */
function Choice(props: {
  save: string;
  count: number;
  onSave(): Promise<void> | void;
  onDiscard(): Promise<void> | void;
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  const [isAsked, setIsAsked] = createSignal(false);
  const doing = async (what: () => Promise<void> | void) => {
    setIsBusy(true);
    await what();
    setIsBusy(false);
    setIsAsked(false);
  };
  return (
    <Show
      when={isAsked()}
      fallback={
        <>
          <button type="button" disabled={isBusy()} onClick={() => void doing(props.onSave)}>
            {props.save}
          </button>
          <button type="button" disabled={isBusy()} onClick={() => setIsAsked(true)}>
            Discard
          </button>
        </>
      }
    >
      <button type="button" disabled={isBusy()} onClick={() => void doing(props.onDiscard)}>
        Discard {countText(props.count, "edit")} for good
      </button>
      <button type="button" disabled={isBusy()} onClick={() => setIsAsked(false)}>
        Keep
      </button>
    </Show>
  );
}
