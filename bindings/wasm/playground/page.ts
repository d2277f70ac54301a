/** The playground: one page without a server. */

import * as footwork from "../src/index.js";
import { startCorner } from "./corner.js";
import { startEvent, startExpression } from "./curves.js";
import { startKick } from "./kick.js";
import type { Descriptions } from "./names.js";
import { pageData, unpack } from "./packed.js";
import { element } from "./plot.js";
import { startTags } from "./tags.js";

interface Example {
  kind: "query" | "expression";
  source: string;
  guide: string;
}

interface Data {
  /** Files, compressed by gzip, in base64. */
  module: string;
  samples: string;
  poses: string;
  descriptions: Descriptions;
  examples: Example[];
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
  const data = pageData<Data>();
  await footwork.init(await unpack(data.module));
  // For users of the console, and for the tests.
  Object.assign(globalThis, { footwork });
  const tags = startTags({
    tags: await unpack(data.samples),
    poses: await unpack(data.poses),
    descriptions: data.descriptions,
  });
  const show = {
    query: tags.ask,
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
  // The page handles input between its sections.
  for (const section of [
    () => show.query("Gait.Walk & !Direction.Turn"),
    tags.openMotion,
    () => show.expression("smoothstep(0, 2, x) * (1 + 0.1 * noise(8 * x))"),
    () => show.event("0.5, 1.1, 1.75"),
    show.kick,
    show.corner,
  ]) {
    await new Promise((then) => setTimeout(then));
    section();
  }
  window.addEventListener("hashchange", open);
  open();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error: unknown) => {
  document.body.prepend(`This page does not run here: ${String(error)}`);
});
