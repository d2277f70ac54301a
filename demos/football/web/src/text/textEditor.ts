import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import type { Mistake } from "../worker/messages";

/** The host of a text editor. */
export interface EditorHost {
  label: string;
  text: string;
  /** The user edited the text. */
  changed(text: string): void;
  /** The text changed, by the user or by the match. */
  shown(text: string): void;
  /** The user pressed Escape to return to the pitch. */
  left(): void;
}

/** Creates an editor of an expression or a query: a single line that wraps. */
export function createTextEditor(parent: HTMLElement, host: EditorHost): EditorView {
  const leave = () => {
    host.left();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: host.text,
      extensions: [
        keymap.of([
          { key: "Escape", run: leave },
          { key: "Enter", run: leave },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": host.label,
          spellcheck: "false",
          autocapitalize: "off",
        }),
        // Drop the selection on blur. Otherwise the selected text would stay grey.
        EditorView.domEventHandlers({
          blur: (_, view) => {
            const { main } = view.state.selection;
            if (!main.empty) view.dispatch({ selection: { anchor: main.head } });
          },
        }),
        // Expressions have no line breaks, so reject pasted ones.
        EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const text = update.state.doc.toString();
          host.shown(text);
          if (!update.transactions.some((it) => it.isUserEvent("match"))) host.changed(text);
        }),
      ],
    }),
  });
}

/** Shows the match's text, unless the editor has the focus. */
export function showText(view: EditorView, text: string) {
  if (view.hasFocus || view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    userEvent: "match",
  });
}

/** Replaces the whole text as if typed. */
export function replaceText(view: EditorView, text: string) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Underlines mistakes. */
export function showMistakes(view: EditorView, mistakes: readonly Mistake[]) {
  view.dispatch(setDiagnostics(view.state, underlines(mistakes, view.state.doc.length)));
}

/** Returns the ranges to underline. A mistake without width underlines the character before it. */
export function underlines(mistakes: readonly Mistake[], length: number): Diagnostic[] {
  return mistakes.map(({ start, stop, message, hint }) => {
    const to = Math.min(stop, length);
    const from = Math.min(start, stop > start ? to : Math.max(to - 1, 0));
    return {
      from,
      to,
      severity: "error",
      message: hint === null ? message : `${message}\n${hint}`,
    };
  });
}
