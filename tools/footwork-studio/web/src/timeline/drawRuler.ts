import type { Range } from "../state/clock";
import type { Palette } from "./palette";
import { type Scale, seenFrames, toPixel } from "./scale";
import { frameStep, marks, secondStep, smallStep, timeText } from "./ticks";

/**
 * The height of the space above the marks, in pixels. It holds the frame numbers of the playhead and of the pointer,
 * which must not cover the numbers of marks.
 */
export const TAGS_HEIGHT = 15;
export const RULER_HEIGHT = TAGS_HEIGHT + 34;

interface Ruler {
  scale: Scale;
  frames: number;
  framesPerSec: number;
  loop: Range | undefined;
  palette: Palette;
}

/** Draws the seconds above and the frames below. */
export function drawRuler(context: CanvasRenderingContext2D, ruler: Ruler) {
  const { scale, frames, framesPerSec, palette } = ruler;
  context.fillStyle = palette.css.panel;
  context.fillRect(0, 0, scale.width, RULER_HEIGHT);
  drawLoop(context, ruler);
  const seen = seenFrames(scale);
  const from = Math.max(seen.start, 0);
  const to = Math.min(seen.stop, frames);
  context.font = `10.5px ${palette.font}`;
  context.textBaseline = "middle";

  const perSec = secondStep(scale.pixelsPerFrame * framesPerSec);
  context.fillStyle = palette.css.quiet;
  for (const secs of marks(from / framesPerSec, to / framesPerSec, perSec)) {
    const x = Math.round(toPixel(scale, secs * framesPerSec));
    context.fillRect(x, TAGS_HEIGHT + 2, 1, 11);
    write(context, timeText(secs, perSec < 1 ? 1 : 0), x, TAGS_HEIGHT + 8, scale.width);
  }

  const step = frameStep(scale.pixelsPerFrame);
  context.fillStyle = palette.css.line;
  for (const frame of marks(from, to, smallStep(step, scale.pixelsPerFrame)))
    context.fillRect(Math.round(toPixel(scale, frame)), RULER_HEIGHT - 6, 1, 6);
  for (const frame of marks(from, to, step)) {
    const x = Math.round(toPixel(scale, frame));
    context.fillStyle = palette.css.quiet;
    context.fillRect(x, RULER_HEIGHT - 15, 1, 15);
    context.fillStyle = palette.css.text;
    write(context, String(frame), x, RULER_HEIGHT - 12, scale.width);
  }
  context.fillStyle = palette.css.line;
  context.fillRect(0, RULER_HEIGHT - 1, scale.width, 1);
}

/** Writes a text to the right of a mark, or to the left if there is no room on the right. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
) {
  const long = context.measureText(text).width;
  context.fillText(text, x + 4 + long < width ? x + 4 : x - 4 - long, y);
}

function drawLoop(context: CanvasRenderingContext2D, { loop, scale, palette }: Ruler) {
  if (!loop) return;
  const left = toPixel(scale, loop.start);
  const right = toPixel(scale, loop.stop);
  context.fillStyle = palette.css.accent;
  context.globalAlpha = 0.16;
  context.fillRect(left, 0, right - left, RULER_HEIGHT);
  context.globalAlpha = 1;
  context.fillRect(left, 0, right - left, 2);
}
