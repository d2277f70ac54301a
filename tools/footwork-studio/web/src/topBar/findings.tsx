import { createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import type { Finding } from "../api/types";
import { commandsOf } from "../state/keymap";
import { useStudio } from "../state/studio";
import { countText, numberText } from "../ui/counts";
import { Icon } from "../ui/icon";
import { Prose } from "../ui/prose";
import { clipOfFile } from "./clipOfFile";

/** How many findings are listed. */
const MAX_FINDINGS = 500;
const SEVERITIES = ["error", "warning", "note"];

/** The number of findings in the library's files, and a list of them; a click opens the clip. */
export function Findings() {
  const studio = useStudio();
  const [isOpen, setIsOpen] = createSignal(false);
  let root: HTMLSpanElement | undefined;
  let button: HTMLButtonElement | undefined;

  const findings = createMemo(() =>
    [...(studio.library()?.findings ?? [])].sort(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
    ),
  );
  const worst = () => findings()[0]?.severity ?? "none";
  const names = () => new Set(studio.clips().map(({ name }) => name));
  const close = () => {
    setIsOpen(false);
    button?.focus();
  };
  const go = (finding: Finding) => {
    const clip = clipOfFile(finding.file, names());
    if (clip !== undefined) void studio.open(clip);
    close();
  };
  const leave = (event: PointerEvent) => {
    if (event.target instanceof Node && !root?.contains(event.target)) setIsOpen(false);
  };
  window.addEventListener("pointerdown", leave);
  onCleanup(() => window.removeEventListener("pointerdown", leave));
  onCleanup(
    studio.addCommands([
      commandsOf("Page")("page.findings", "Findings in the library's files", [], () => {
        setIsOpen(findings().length > 0);
        button?.focus();
      }),
    ]),
  );

  return (
    <Show when={findings().length > 0}>
      <span class="findings" ref={root}>
        <button
          type="button"
          ref={button}
          class={`icon-button findings-button ${worst()} numbers`}
          aria-expanded={isOpen()}
          aria-label={countText(findings().length, "finding")}
          title="Findings in the library's files"
          onClick={() => setIsOpen(!isOpen())}
        >
          <Icon name="warning" />
          {numberText(findings().length)}
        </button>
        <Show when={isOpen()}>
          <div
            class="findings-list"
            role="dialog"
            aria-label="Findings in the library's files"
            onKeyDown={(event) => {
              if (event.key === "Escape") close();
            }}
          >
            <ul>
              <For each={findings().slice(0, MAX_FINDINGS)}>
                {(finding) => (
                  <li>
                    <button type="button" onClick={() => go(finding)}>
                      <span class={`severity ${finding.severity}`}>{finding.severity}</span>
                      <span class="finding-file">
                        {finding.file}
                        {finding.position?.[0] !== undefined && `:${finding.position[0]}`}
                      </span>
                      <span class="finding-text">
                        <Prose text={finding.message} />
                      </span>
                    </button>
                  </li>
                )}
              </For>
            </ul>
            <Show when={findings().length > MAX_FINDINGS}>
              <p class="quiet">
                {numberText(findings().length - MAX_FINDINGS)} more: <code>footwork check</code>{" "}
                lists all.
              </p>
            </Show>
          </div>
        </Show>
      </span>
    </Show>
  );
}
