/** The stick: keys, a gamepad, or a finger that drags over the picture. */

const WALK_MPS = 1.5;
const RUN_MPS = 3.6;
/** The length of a drag at full tilt, in CSS pixels. */
const FULL_DRAG = 60;
/** The tilt below which the stick counts as centred; full tilt is 1. */
const DEAD = 0.2;

/** A direction by its parts to the right and ahead. */
type Way = readonly [number, number];

const KEYS: Record<string, Way> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};

export class Stick {
  private readonly held = new Set<string>();
  private drag: { id: number; x: number; y: number; tilt: Way } | undefined;

  /** Listens to drags over an element, and to keys unless the user types in an input field. */
  constructor(over: HTMLElement) {
    addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        this.held.add(event.code);
        if (event.code in KEYS) {
          event.preventDefault();
        }
      }
    });
    addEventListener("keyup", (event) => this.held.delete(event.code));
    addEventListener("blur", () => this.held.clear());
    over.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => {
      (document.activeElement as HTMLElement | null)?.blur();
      over.setPointerCapture(pointerId);
      this.drag = { id: pointerId, x: clientX, y: clientY, tilt: [0, 0] };
    });
    over.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
      if (this.drag?.id === pointerId) {
        const { x, y } = this.drag;
        this.drag.tilt = [(clientX - x) / FULL_DRAG, (y - clientY) / FULL_DRAG];
      }
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      over.addEventListener(end, ({ pointerId }) => {
        if (this.drag?.id === pointerId) {
          this.drag = undefined;
        }
      });
    }
  }

  /** Returns the wanted velocity in m/s, world x and z, for a camera that looks along this heading. */
  velocityMps(headingRad: number): [number, number] {
    const [right, ahead] = this.keysMps() ?? this.tiltMps();
    const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
    // The right of a camera that looks along +z is -x.
    return [ahead * sin - right * cos, ahead * cos + right * sin];
  }

  /** Returns the velocity of the keys: walking or, with Shift, running. `undefined` without a key. */
  private keysMps(): Way | undefined {
    let [right, ahead] = [0, 0];
    for (const [x, y] of [...this.held].flatMap((key) => (KEYS[key] ? [KEYS[key]] : []))) {
      [right, ahead] = [right + x, ahead + y];
    }
    const length = Math.hypot(right, ahead);
    const runs = this.held.has("ShiftLeft") || this.held.has("ShiftRight");
    const scale = (runs ? RUN_MPS : WALK_MPS) / length;
    return length > 0 ? [right * scale, ahead * scale] : undefined;
  }

  /** Returns the velocity of a drag or a gamepad, in proportion to its tilt. */
  private tiltMps(): Way {
    const [x = 0, y = 0] = navigator.getGamepads?.().find((pad) => pad)?.axes ?? [];
    const [right, ahead] = this.drag?.tilt ?? [x, -y];
    const length = Math.hypot(right, ahead);
    const scale = length > DEAD ? RUN_MPS / Math.max(1, length) : 0;
    return [right * scale, ahead * scale];
  }
}
