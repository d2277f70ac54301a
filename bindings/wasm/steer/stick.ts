/** The stick: keys, a gamepad, or a finger that drags over the picture. */

const WALK_MPS = 1.5;
const RUN_MPS = 3.6;
/** The drag that is a full tilt, in pixels. */
const FULL_DRAG = 60;
/** The tilt of a gamepad below which it rests. */
const DEAD = 0.2;

/** The ways of keys: to the right and ahead. */
const KEYS: Record<string, readonly [number, number]> = {
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
  private drag: { id: number; x: number; y: number; tilt: [number, number] } | undefined;

  /** Listens to keys outside of fields, and to drags over an element. */
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
    const [right, ahead] = this.tilt();
    const length = Math.hypot(right, ahead);
    if (length === 0) {
      return [0, 0];
    }
    const speed = this.speedMps(length) / length;
    const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
    // The right of a camera that looks along +z is -x.
    return [speed * (ahead * sin - right * cos), speed * (ahead * cos + right * sin)];
  }

  /** Keys walk or, with Shift, run; a tilt goes from one to the other. */
  private speedMps(tilt: number): number {
    if (this.held.has("ShiftLeft") || this.held.has("ShiftRight")) {
      return RUN_MPS;
    }
    return this.isAnalogue() ? Math.min(1, tilt) * RUN_MPS : WALK_MPS;
  }

  private isAnalogue(): boolean {
    return this.drag !== undefined || !Object.keys(KEYS).some((key) => this.held.has(key));
  }

  private tilt(): readonly [number, number] {
    if (this.drag) {
      return this.drag.tilt;
    }
    const keys = [...this.held].map((key) => KEYS[key] ?? [0, 0]);
    const sum = keys.reduce(([x, y], [right = 0, ahead = 0]) => [x + right, y + ahead], [0, 0]);
    if (keys.length > 0 && sum.some((part) => part !== 0)) {
      return sum as [number, number];
    }
    const axes = navigator.getGamepads?.().find((pad) => pad)?.axes ?? [];
    const [x = 0, y = 0] = axes;
    return Math.hypot(x, y) < DEAD ? [0, 0] : [x, -y];
  }
}
