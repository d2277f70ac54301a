// Compares onnxruntime-web with tract: the outputs of a network, and the events that Footwork's package decodes from them.
//
//     node agreement.mjs NETWORK.onnx FRAMES.csv EVENTS.csv
//
// The example `agreement` of the crate writes the two tables.
import { readFileSync } from "node:fs";
import { open } from "./network.mjs";

/** The largest allowed difference between two outputs, and between the times of one event in seconds. */
const [OUTPUT, TIME_SECS] = [1e-5, 1e-4];

const [model, frames, events] = process.argv.slice(2);
const { network, run } = await open(new Uint8Array(readFileSync(model)));
const info = network.info;
const width = info.frames * info.inputs;
const rows = readFileSync(frames, "utf8").trimEnd().split("\n");
const table = rows.map((row) => Float64Array.from(row.split(","), Number));

/** Decodes rows of outputs by clip, in the format of EVENTS.csv. */
function decoded(outputs) {
  const found = [];
  let [clip, previous] = [-1, -1];
  for (const [at, row] of table.entries()) {
    if (row[0] !== clip) {
      [clip, previous] = [row[0], -1];
      network.restart();
    }
    const now = network.nextFrameSecs;
    network.push(outputs[at]);
    for (let event = 0; event < info.events; event++) {
      for (const time of network.passed(event, previous, now)) {
        found.push({ clip, name: network.eventName(event), time });
      }
    }
    previous = now;
  }
  return found;
}

const ofTract = table.map((row) => Float32Array.from(row.subarray(1 + width)));
const own = [];
let apart = 0;
for (const [at, row] of table.entries()) {
  const outputs = Float32Array.from(await run(Float32Array.from(row.subarray(1, 1 + width))));
  outputs.forEach((value, column) => {
    apart = Math.max(apart, Math.abs(value - ofTract[at][column]));
  });
  own.push(outputs);
}
const fired = readFileSync(events, "utf8").trimEnd().split("\n").map((line) => {
  const [clip, name, time] = line.split(",");
  return { clip: Number(clip), name, time: Number(time) };
});
const same = (found, within) =>
  found.length === fired.length &&
  found.every(
    ({ clip, name, time }, i) =>
      clip === fired[i].clip && name === fired[i].name && Math.abs(time - fired[i].time) <= within,
  );
const [byPackage, byWeb] = [decoded(ofTract), decoded(own)];
console.log(`onnxruntime-web: ${table.length} frames, outputs apart by ${apart.toExponential(1)} at most`);
console.log(`${fired.length} events fired by tract, ${byWeb.length} by onnxruntime-web`);
if (fired.length === 0 || !(apart <= OUTPUT) || !same(byPackage, 0) || !same(byWeb, TIME_SECS)) {
  console.error("they differ");
  process.exit(1);
}
