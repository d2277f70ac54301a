import { createEffect, createMemo, createSignal, on, onCleanup, Show } from "solid-js";
import type { Reference } from "../api/types";
import { useStudio } from "../state/studio";
import { IconButton } from "../ui/icon";
import { isSound, mediaSecs } from "./mediaTime";
import "./reference.css";

/**
 * The tolerated time difference between player and clip while both play, in seconds. A correction interrupts the
 * player.
 */
const MAX_DRIFT_SECS = 0.1;
/** The tolerated time difference while the clip is paused, in seconds: about a frame of a clip with a high rate. */
const MAX_STILL_SECS = 0.004;
/** The playback rates that browsers support. */
const RATES = [0.0625, 16] as const;

/** The video or sound of the open clip, synchronized with the clip. */
export function ReferencePlayer() {
  const studio = useStudio();
  const reference = createMemo(() => studio.labels()?.reference ?? undefined, undefined, {
    equals: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  const file = createMemo(() => reference()?.file);
  createEffect(() => {
    if (file() !== undefined) void studio.media.load();
  });
  const isShown = () => studio.preferences().reference.isShown;
  const address = createMemo(() => {
    const now = file();
    return now === undefined ? undefined : studio.media.address(now);
  });
  return (
    <Show when={isShown() && address()}>
      {(address) => (
        <Show when={reference()}>
          {(reference) => <Player reference={reference()} address={address()} />}
        </Show>
      )}
    </Show>
  );
}

function Player(props: { reference: Reference; address: string }) {
  const studio = useStudio();
  const { clock } = studio;
  const [isWrong, setIsWrong] = createSignal(false);
  const [length, setLength] = createSignal(Number.NaN);
  let media: HTMLVideoElement | undefined;
  const settings = () => studio.preferences().reference;
  const wanted = () => mediaSecs(props.reference, clock.time(), clock.framesPerSec());
  /** Whether the media file covers the current time of the clip. */
  const isInside = () => wanted() >= 0 && !(wanted() >= length());
  const plays = createMemo(() => clock.isPlaying() && !clock.isBackward() && isInside());

  createEffect(
    on(
      () => props.address,
      () => {
        setIsWrong(false);
        setLength(Number.NaN);
      },
    ),
  );
  createEffect(() => {
    const rate = clock.speed() * props.reference.rate;
    if (!media) return;
    media.playbackRate = Math.min(Math.max(rate, RATES[0]), RATES[1]);
    if (plays()) void media.play().catch(() => undefined);
    else media.pause();
  });
  createEffect(() => {
    const to = wanted();
    // Wait until the file is loaded, because its duration is unknown before.
    if (!media || Number.isNaN(length())) return;
    const most = plays() ? MAX_DRIFT_SECS : MAX_STILL_SECS;
    const inside = Math.min(Math.max(to, 0), length());
    if (Math.abs(media.currentTime - inside) > most && !(plays() && media.seeking))
      media.currentTime = inside;
  });
  onCleanup(() => media?.pause());
  const set = (some: Partial<{ isShown: boolean; isMuted: boolean }>) =>
    studio.prefer({ reference: { ...settings(), ...some } });

  return (
    <figure
      class="reference"
      classList={{ sound: isSound(props.reference.file), outside: !isInside() }}
      aria-label={`Reference: ${props.reference.file}`}
    >
      <figcaption>
        <span title={props.reference.file}>
          {props.reference.file.slice(props.reference.file.lastIndexOf("/") + 1)}
        </span>
        <button
          type="button"
          aria-pressed={!settings().isMuted}
          onClick={() => set({ isMuted: !settings().isMuted })}
        >
          Sound
        </button>
        <IconButton
          icon="close"
          label="Hide the reference"
          onClick={() => set({ isShown: false })}
        />
      </figcaption>
      <video
        ref={media}
        src={props.address}
        muted={settings().isMuted}
        preload="auto"
        playsinline
        disablepictureinpicture
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onDurationChange={(event) => setLength(event.currentTarget.duration)}
        onError={() => setIsWrong(true)}
      />
      <Show when={isWrong()}>
        <p role="status">Cannot play: the file is missing, or this browser cannot read it.</p>
      </Show>
    </figure>
  );
}
