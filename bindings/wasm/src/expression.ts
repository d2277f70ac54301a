/** Expressions over arrays. Written by hand, because no other method of expressions has arrays of arrays. */

import type { Expression } from "./classes.js";
import { INPUT_LAYOUT } from "./declarations.js";
import { hasLength } from "./layout.js";
import { call, filled, floats, memory, putAll, reserve, scope, wasm } from "./module.js";

/** Fills the outputs, which must all have the same length. An input is an array of that length, or one number for all. */
export function expressionBlock(
  expression: Expression,
  inputs: readonly (Float32Array | number)[],
  ...outputs: Float32Array[]
): Float32Array[] {
  const length = outputs[0]?.length ?? 0;
  return scope(() => {
    const given = inputs.map((it, i) => {
      if (typeof it === "number") {
        return { values: 0, uniform: it };
      }
      hasLength(it.length, length, `inputs[${i}]`);
      return { values: floats(it), uniform: 0 };
    });
    const places = outputs.map((it, k) => {
      hasLength(it.length, length, `outputs[${k}]`);
      return reserve(4 * length);
    });
    const addresses = reserve(4 * places.length);
    const from = putAll(INPUT_LAYOUT, given);
    places.forEach((at, k) => {
      memory().setUint32(addresses + 4 * k, at, true);
    });
    const count = inputs.length;
    call((error) =>
      wasm().fw_expression_block(
        expression.handle,
        from,
        count,
        addresses,
        places.length,
        length,
        error,
      ),
    );
    return outputs.map((output, k) => filled(output, places[k] ?? 0));
  });
}
