/** Expressions: one line of maths for one value or for arrays. */

import { INPUT_LAYOUT, TEXT_LAYOUT } from "./declarations.js";
import { call, f32, floats, Handle, memory, putAll, reserve, scope, text, wasm } from "./module.js";

const texts = (all: readonly string[]): number =>
  putAll(
    TEXT_LAYOUT,
    all.map((it) => {
      const [bytes, len] = text(it);
      return { bytes, len };
    }),
  );

/** Compiled expressions of the same variables: an output for each text. */
export class Expression extends Handle {
  readonly #outputs: number;

  /** `seed` is that of `hash` and `noise`. */
  constructor(source: string | readonly string[], variables: readonly string[], seed = 0) {
    const all = typeof source === "string" ? [source] : source;
    super(
      (at, error) =>
        scope(() =>
          wasm().fw_expression_compile(
            texts(all),
            all.length,
            texts(variables),
            variables.length,
            seed,
            at,
            error,
          ),
        ),
      wasm().fw_expression_destroy,
    );
    this.#outputs = all.length;
  }

  /** The first output, for a value of each variable. */
  value(values: ArrayLike<number>): number {
    return scope(() => {
      const from = floats(values);
      return f32((at, error) =>
        wasm().fw_expression_value(this.handle, from, values.length, at, error),
      );
    });
  }

  /** All outputs, each for `length` values of the variables; a number is the same for all. */
  block(inputs: readonly (Float32Array | number)[], length: number): Float32Array[] {
    return scope(() => {
      const given = inputs.map((it) => {
        if (typeof it === "number") {
          return { values: 0, uniform: it };
        }
        if (it.length < length) {
          throw new RangeError(`an input of ${it.length} values, where ${length} are computed`);
        }
        return { values: floats(it), uniform: 0 };
      });
      const outputs = Array.from({ length: this.#outputs }, () => reserve(4 * length));
      const addresses = reserve(4 * outputs.length);
      const from = putAll(INPUT_LAYOUT, given);
      outputs.forEach((output, i) => {
        memory().setUint32(addresses + 4 * i, output, true);
      });
      call((error) =>
        wasm().fw_expression_block(
          this.handle,
          from,
          inputs.length,
          addresses,
          outputs.length,
          length,
          error,
        ),
      );
      return outputs.map((output) => new Float32Array(memory().buffer, output, length).slice());
    });
  }
}
