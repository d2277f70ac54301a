// Runs a script in TypeScript: `node browser/run.mjs browser/measure.ts …`. Node learned to do so itself in 22 only.
import { resolve } from "node:path";
import { runnerImport } from "vite";

const [script = "", ...args] = process.argv.slice(2);
const { module } = await runnerImport(resolve(script), { configFile: false });
await module.main(args);
