/** The playground: one page without a server. */

import * as footwork from "../src/index.js";
import { startCorner } from "./corner.js";
import { startEvent, startExpression } from "./curves.js";
import { startKick } from "./kick.js";
import { element } from "./plot.js";
import { startTags } from "./tags.js";

interface Example {
  kind: "query" | "expression";
  source: string;
  guide: string;
}

interface Data {
  /** Both compressed by gzip, in base64. */
  module: string;
  samples: string;
  examples: Example[];
}

async function unpack(text: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decodes the text after `#`. Typed text may have a percent sign that encodes nothing, and is then returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function start(): Promise<void> {
  const data = JSON.parse(element("data").textContent ?? "") as Data;
  await footwork.init((await unpack(data.module)) as BufferSource);
  // For users of the console, and for the tests.
  Object.assign(globalThis, { footwork });
  const show = {
    query: startTags(await unpack(data.samples)),
    expression: startExpression(),
    event: startEvent(),
    kick: startKick(),
    corner: startCorner(),
  };
  for (const kind of ["query", "expression"] as const) {
    const links = data.examples
      .filter((it) => it.kind === kind)
      .map((it) => {
        const link = document.createElement("a");
        link.href = `#${kind}=${encodeURIComponent(it.source)}`;
        link.title = `from the guide ${it.guide}`;
        link.textContent = it.source;
        return link;
      });
    element(`${kind}-examples`).replaceChildren("From the guides: ", ...links);
  }
  const places = {
    query: "tags",
    expression: "expressions",
    event: "events",
    kick: "kicks",
    corner: "corners",
  };
  const open = () => {
    const [kind, text] = location.hash.slice(1).split(/=(.*)/s) as [keyof typeof show, string?];
    if (!Object.hasOwn(show, kind)) {
      return;
    }
    if (text !== undefined) {
      show[kind](decoded(text));
    }
    element(places[kind]).scrollIntoView();
  };
  show.query("Gait.Walk & !Direction.Turn");
  show.expression("smoothstep(0, 2, x) * (1 + 0.1 * noise(8 * x))");
  show.event("0.5, 1.1, 1.75");
  show.kick();
  show.corner();
  window.addEventListener("hashchange", open);
  open();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error: unknown) => {
  document.body.prepend(`This page does not run here: ${String(error)}`);
});
