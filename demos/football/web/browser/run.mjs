// Runs a script in TypeScript: `node browser/run.mjs browser/measure.ts …`. Node itself can do so only since version 22.
import { resolve } from "node:path";
import { runnerImport } from "vite";

const [script = "", ...args] = process.argv.slice(2);
const { module } = await runnerImport(resolve(script), { configFile: false });
await module.main(args);
