// A network in a web page or in Node: onnxruntime-web runs it, and Footwork feeds it poses and decodes its events.
import * as fw from "footwork";
import * as ort from "onnxruntime-web";

// Networks of a game are small: more threads cost more than they save.
ort.env.wasm.numThreads = 1;

/** Opens the bytes of an ONNX file; `options` are those of `fw.Network`. */
export async function open(bytes, options = {}) {
  await fw.init();
  const network = new fw.Network(bytes, options);
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  const { frames, inputs } = network.info;
  const [input, output] = [session.inputNames[0], session.outputNames[0]];
  /** Runs the network on a window of frames, and returns its outputs. */
  const run = async (window) => {
    const tensor = new ort.Tensor("float32", window, [1, frames, inputs]);
    const results = await session.run({ [input]: tensor });
    return results[output].data;
  };
  return { network, run };
}
