import type { Page } from "playwright-core";

/**
 * The durations of user actions in milliseconds: the operators of the keystroke-level model of Card, Moran and Newell
 * (1980), "The keystroke-level model for user performance time with interactive systems".
 */
const OPERATORS = {
  /** A key press at an average typing speed. */
  key: 280,
  /** One repeat of a key held down. */
  again: 90,
  /** Pointing at something and clicking it. */
  point: 1300,
  /** Moving the hand from the keys to the mouse, or back. */
  home: 400,
  /** Looking and deciding. */
  think: 1350,
} as const;

/** The standard deviation of the time of key presses, in milliseconds. */
const SLIP_MS = 60;

/**
 * A simulated labeller who presses keys at the pace of the model. The page's clock follows the model, no matter how
 * long the machine takes. No person was timed.
 */
export class Labeller {
  keys = 0;
  clicks = 0;
  ms = 0;
  /** The part of `ms` during which the clip played. */
  playedMs = 0;
  readonly #page: Page;
  #seed = 20_260_726;

  constructor(page: Page) {
    this.#page = page;
  }

  async #pass(ms: number): Promise<void> {
    this.ms += ms;
    await this.#page.clock.fastForward(Math.max(Math.round(ms), 0));
  }

  think = () => this.#pass(OPERATORS.think);

  /** Presses a key, with modifiers as in `Shift+D`. The key and each modifier count in `keys`. */
  async press(key: string): Promise<void> {
    this.keys += key.length > 1 ? key.split("+").length : 1;
    await this.#pass(OPERATORS.key);
    await this.#page.keyboard.press(key);
  }

  /** Holds a key until it has been sent `times` times. The first press and each repeat count in `keys`. */
  async repeat(key: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      this.keys += 1;
      await this.#pass(time === 0 ? OPERATORS.key : OPERATORS.again);
      await this.#page.keyboard.press(key);
    }
  }

  /** Types a text. */
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#pass(text.length * OPERATORS.key);
    await this.#page.keyboard.type(text);
  }

  /** Moves the hand to the mouse, clicks, and moves the hand back. */
  async click(what: ReturnType<Page["locator"]>): Promise<void> {
    this.clicks += 1;
    await this.#pass(OPERATORS.point + 2 * OPERATORS.home);
    await what.click();
  }

  /** Returns the timing error of the next press, in milliseconds. It is negative for an early press. */
  slip(): number {
    const uniform = () => {
      this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
      return (this.#seed + 1) / 4_294_967_297;
    };
    return SLIP_MS * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  }

  /** Watches the clip for some milliseconds while it plays. */
  async watch(ms: number): Promise<void> {
    this.playedMs += ms;
    await this.#pass(ms);
  }

  /** Presses or releases a key while the clip plays, which takes no extra time. */
  async hold(key: string, isDown: boolean): Promise<void> {
    if (isDown) this.keys += 1;
    await (isDown ? this.#page.keyboard.down(key) : this.#page.keyboard.up(key));
  }
}
