import { createMemo, createSignal, For, onMount, Show } from "solid-js";
import { useStudio } from "../../state/studio";
import { readNumber } from "../../timeline/readNumber";
import "./beside.css";

/** The maximum number of suggested names. */
const MAX_OFFERED = 40;

/** Controls that choose the second clip and align it with the open clip. */
export function BesideBar() {
  const studio = useStudio();
  return (
    <Show when={studio.beside.isAsked() && studio.clip() !== undefined}>
      <Bar />
    </Show>
  );
}

function Bar() {
  const studio = useStudio();
  const { beside, clock } = studio;
  const [typed, setTyped] = createSignal("");
  let input: HTMLInputElement | undefined;
  onMount(() => {
    if (beside.clip() === undefined) input?.focus();
  });
  const offered = createMemo(() => {
    const words = typed().toLowerCase().split(/\s+/);
    const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const others = studio.clips().filter(({ name }) => name !== studio.clip() && fits(name));
    return others.slice(0, MAX_OFFERED).map(({ name }) => name);
  });
  /** Shows the clip with this name, or the clip that matches if there is only one. */
  const choose = (text: string) => {
    setTyped(text);
    const name = studio.rowOf(text) ? text : offered().length === 1 ? offered()[0] : undefined;
    input?.setAttribute("aria-invalid", String(name === undefined && text !== ""));
    if (name === undefined) return;
    if (name !== beside.clip()) beside.show(name);
    if (input) input.value = name;
  };
  const swap = () => {
    const [first, second] = [studio.clip(), beside.clip()];
    if (first === undefined || second === undefined) return;
    const at = beside.frame();
    const offset = beside.offsetSecs();
    void studio.open(second, at).then(() => {
      beside.show(first);
      beside.setOffsetSecs(-offset);
    });
  };
  const step = (frames: number) =>
    beside.setOffsetSecs(beside.offsetSecs() + frames / clock.framesPerSec());

  return (
    <div class="beside-bar" role="group" aria-label="Second clip">
      <label class="beside-clip">
        <span>Beside</span>
        <input
          ref={input}
          list="beside-clips"
          aria-label="Name of the second clip"
          placeholder="a clip"
          autocomplete="off"
          value={beside.clip() ?? ""}
          title={beside.clip() ?? ""}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            if (studio.rowOf(event.currentTarget.value)) choose(event.currentTarget.value);
          }}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => choose(event.currentTarget.value)}
          on:keydown={(event) => {
            if (event.key !== "Enter" && event.key !== "Escape") return;
            if (event.key === "Enter") choose(event.currentTarget.value);
            event.stopPropagation();
            event.currentTarget.blur();
          }}
        />
        <datalist id="beside-clips">
          <For each={offered()}>{(name) => <option value={name} />}</For>
        </datalist>
      </label>
      <Show when={beside.clip() !== undefined}>
        <span class="beside-offset">
          <button
            type="button"
            title="A frame earlier"
            aria-label="A frame earlier"
            onClick={() => step(-1)}
          >
            −
          </button>
          <input
            aria-label="Offset of the second clip, in seconds"
            title="How far ahead the second clip is, in seconds"
            inputmode="decimal"
            value={beside.offsetSecs().toFixed(3)}
            onChange={(event) => {
              const secs = readNumber(event.currentTarget.value);
              if (Number.isFinite(secs)) beside.setOffsetSecs(secs);
              event.currentTarget.value = beside.offsetSecs().toFixed(3);
              event.currentTarget.blur();
            }}
          />
          <span>s</span>
          <button
            type="button"
            title="A frame later"
            aria-label="A frame later"
            onClick={() => step(1)}
          >
            +
          </button>
        </span>
        <select
          aria-label="Align both clips at an event"
          disabled={beside.events().length === 0}
          title={
            beside.events().length === 0
              ? "The clips have no event in common"
              : "Align the next event of this name with the first one in the other clip"
          }
          onChange={(event) => {
            if (event.currentTarget.value !== "") beside.align(event.currentTarget.value);
            event.currentTarget.value = "";
            event.currentTarget.blur();
          }}
        >
          <option value="">Align at …</option>
          <For each={beside.events()}>{(event) => <option value={event}>{event}</option>}</For>
        </select>
        <button
          type="button"
          aria-pressed={beside.isApart()}
          title="Show the second clip next to the open one, not at its own place"
          onClick={() => beside.setIsApart(!beside.isApart())}
        >
          Apart
        </button>
        <button type="button" title="Open the second clip, with this one next to it" onClick={swap}>
          Swap
        </button>
        <span class="beside-frame own-layer">
          {beside.frame()} / {beside.frames()}
        </span>
      </Show>
      <Show when={beside.problem()}>
        {(problem) => <span role="status">{problem().message}</span>}
      </Show>
      <button
        type="button"
        class="beside-close"
        aria-label="Close the second clip"
        title={studio.titled("Close the second clip", "view.beside")}
        onClick={beside.close}
      >
        ×
      </button>
    </div>
  );
}
