// Runs a TypeScript file: `node …/run.mjs browser/measure.ts …`. Node itself can run TypeScript only since version 22.
import { resolve } from "node:path";
import { runnerImport } from "vite";

const [script = "", ...args] = process.argv.slice(2);
const { module } = await runnerImport(resolve(script), { configFile: false });
await module.main(args);
