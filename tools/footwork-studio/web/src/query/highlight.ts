import { type EditorState, type Range, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { tokensOf } from "footwork-page/src/query/tokens";

/** Marks the tokens of a query with classes that depend on their kind: `.q-name`, `.q-operator` … */
export const highlighting = StateField.define({
  create: decorate,
  update: (before, change) => (change.docChanged ? decorate(change.state) : before),
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state: EditorState) {
  const marks: Range<Decoration>[] = [];
  for (const { kind, start, stop, isInBraces } of tokensOf(state.doc.toString())) {
    if (kind === "space") continue;
    const name = `q-${kind}${isInBraces ? " q-inside" : ""}`;
    marks.push(Decoration.mark({ class: name }).range(start, stop));
  }
  return Decoration.set(marks);
}
