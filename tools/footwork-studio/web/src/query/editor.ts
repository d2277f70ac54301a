import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
  selectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import {
  appearsAt,
  BOOST,
  completionIn,
  insertionOf,
  type Option,
} from "footwork-page/src/query/completion";
import { tokensOf } from "footwork-page/src/query/tokens";
import type { LibraryInfo, Mistake } from "../api/types";
import { highlighting } from "./highlight";
import { suggestionOf } from "./suggestion";

/** The parts of the page that the editor calls. */
export interface EditorHost {
  library(): LibraryInfo | undefined;
  changed(text: string): void;
  /** Called on Enter: goes to the first match. */
  entered(): void;
  /** Called on Escape: returns to the timeline. */
  left(): void;
  /** Applies the first suggestion for a mistake. Returns whether there was a suggestion. */
  righted(): boolean;
  /** The kind of text: a query, or an expression as between the braces of a query. */
  of: "query" | "expression";
}

const SAYS = {
  query: { label: "Query", hint: "Find frames: a tag, A | B, !A, { speed > 1 }" },
  expression: { label: "Expression", hint: "mean(speed, 0.5s)" },
};

/** Creates the editor of a query or expression: one line that grows, with completion and underlined mistakes. */
export function createEditor(parent: HTMLElement, host: EditorHost): EditorView {
  const enter = () => {
    host.entered();
    return true;
  };
  const keys = [
    { key: "Enter", run: enter },
    { key: "Tab", run: acceptCompletion },
    { key: "Alt-Enter", run: () => host.righted() },
    { key: "Mod-.", run: () => host.righted() },
    {
      key: "Escape",
      run(view: EditorView) {
        if (completionStatus(view.state) !== null && closeCompletion(view)) return true;
        host.left();
        return true;
      },
    },
  ];
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        // If the text is complete already, Enter must not complete it again.
        Prec.highest(
          keymap.of([{ key: "Enter", run: (view) => isWrittenOut(view.state) && enter() }]),
        ),
        // Enter accepts a shown completion; Shift+Enter inserts a line break.
        keymap.of([...closeBracketsKeymap, ...keys, ...historyKeymap, ...defaultKeymap]),
        history(),
        drawSelection(),
        closeBrackets(),
        bracketMatching(),
        highlighting,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": SAYS[host.of].label,
          "aria-multiline": "true",
          spellcheck: "false",
          autocapitalize: "off",
        }),
        placeholder(SAYS[host.of].hint),
        EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "{", '"'] } }]),
        autocompletion({
          override: [(context) => complete(context, host.of, host.library())],
          icons: false,
          optionClass: (option) => `option-${option.type ?? "plain"}`,
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) host.changed(update.state.doc.toString());
          // A completion that arrives after the editor has lost the focus would stay open.
          if (!update.view.hasFocus && completionStatus(update.state) !== null)
            queueMicrotask(() => closeCompletion(update.view));
        }),
      ],
    }),
  });
}

function complete(
  context: CompletionContext,
  of: EditorHost["of"],
  library?: LibraryInfo,
): CompletionResult | null {
  if (!library) return null;
  const text = context.state.doc.toString();
  const found = completionIn(of, text, context.pos, library);
  if (!found || !(context.explicit || appearsAt(text, context.pos, found))) return null;
  return {
    from: found.from,
    to: found.to,
    options: found.options.map(completionOf),
    validFor: /^@?[\p{XID_Continue}.-]*$/u,
  };
}

function completionOf(option: Option): Completion {
  return {
    label: option.label,
    type: option.kind,
    boost: BOOST[option.kind],
    ...(option.detail !== undefined && { detail: option.detail }),
    ...(option.info !== undefined && { info: option.info }),
    apply(view, _, from, to) {
      const { text, cursor } = insertionOf(option, view.state.sliceDoc(to));
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + cursor },
        userEvent: "input.complete",
      });
      // The cursor is between the parentheses of a function, so offer its arguments.
      if (cursor < text.length) startCompletion(view);
    },
  };
}

/** Returns whether the selected completion would not change the text. */
function isWrittenOut(state: EditorState): boolean {
  const chosen = selectedCompletion(state);
  const { head } = state.selection.main;
  if (!chosen || chosen.type === "function") return false;
  return tokensOf(state.doc.toString()).some(
    ({ start, stop }) => stop === head && state.sliceDoc(start, stop) === chosen.label,
  );
}

/** Replaces the editor's text, as one undo step of the editor. */
export function setText(view: EditorView, text: string) {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: text.length },
  });
}

/** Underlines mistakes, and offers their suggestions. */
export function showMistakes(
  view: EditorView,
  mistakes: readonly Mistake[],
  severity: "error" | "info",
) {
  const length = view.state.doc.length;
  const diagnostics = mistakes.map((mistake): Diagnostic => {
    const suggestion = suggestionOf(mistake);
    // A mistake at the end of the text covers no character, so underline the one before it.
    const to = Math.min(mistake.stop, length);
    const from = Math.min(mistake.start, mistake.stop > mistake.start ? to : Math.max(to - 1, 0));
    return {
      from,
      to,
      severity,
      message: mistake.hint === null ? mistake.message : `${mistake.message}\n${mistake.hint}`,
      ...(suggestion && {
        actions: [
          {
            name: `Write ${suggestion.text}`,
            apply(target: EditorView) {
              const { start, stop, text } = suggestion;
              target.dispatch({ changes: { from: start, to: stop, insert: text } });
            },
          },
        ],
      }),
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
