import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import type { Mistake } from "../stream/messages";

/** What an editor of one text needs. */
export interface EditorHost {
  label: string;
  text: string;
  /** Somebody edited it. */
  changed(text: string): void;
  /** Another text stands there, whoever wrote it. */
  shown(text: string): void;
  /** Escape: back to the pitch. */
  left(): void;
}

/** An editor of an expression or a query, of one line that wraps. */
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
        // What is selected would stay grey.
        EditorView.domEventHandlers({
          blur: (_, view) => {
            const { main } = view.state.selection;
            if (!main.empty) view.dispatch({ selection: { anchor: main.head } });
          },
        }),
        // A pasted line break would be part of no expression.
        EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const text = update.state.doc.toString();
          host.shown(text);
          if (!update.transactions.some((it) => it.isUserEvent("server"))) host.changed(text);
        }),
      ],
    }),
  });
}

/** Shows the text that the server has, unless somebody is typing. */
export function showText(view: EditorView, text: string) {
  if (view.hasFocus || view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    userEvent: "server",
  });
}

/** Replaces the whole text as if it were typed. */
export function replaceText(view: EditorView, text: string) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Underlines mistakes. */
export function showMistakes(view: EditorView, mistakes: readonly Mistake[]) {
  view.dispatch(setDiagnostics(view.state, underlines(mistakes, view.state.doc.length)));
}

/** Where to underline: a place at the end has no width, so that the character before it stands for it. */
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
