/**
 * Completion in a text field: a combobox with a list below it, with the keys that the ARIA Authoring Practices give it.
 * The studio has the same completions in its own editor.
 */

import {
  appearsAt,
  type Completion,
  completionIn,
  insertionOf,
  type Names,
  type Option,
  rankOptions,
} from "../../../tools/footwork-page/src/query/completion.ts";

/** Lets a field complete names, which are looked up when they are first needed. While its list is open, Enter, Tab and Escape are not passed on. */
export function completes(
  input: HTMLInputElement,
  of: "query" | "expression",
  names: () => Names,
): void {
  new CompletionList(input, of, names);
}

class CompletionList {
  private readonly list = document.createElement("ul");
  private found: Completion | undefined;
  /** The shown options, best first; empty while the list is closed. */
  private options: Option[] = [];
  private active = 0;
  private names: Names | undefined;

  constructor(
    private readonly input: HTMLInputElement,
    private readonly of: "query" | "expression",
    private readonly lookUp: () => Names,
  ) {
    const { list } = this;
    list.id = `${input.id}-completions`;
    list.className = "completions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Completions");
    // In the label, it would be part of the field's name.
    (input.closest("label") ?? input).after(list);
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id };
    for (const [name, value] of Object.entries(attributes)) {
      input.setAttribute(name, value);
    }
    this.close();
    input.addEventListener("input", ({ isTrusted }) => isTrusted && this.refresh(false));
    input.addEventListener("keydown", (event) => this.press(event));
    input.addEventListener("pointerdown", () => this.close());
    input.addEventListener("blur", () => this.close());
    // The field keeps the focus.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", ({ target }) => {
      const row = (target as Element).closest("li");
      const option = this.options[[...list.children].indexOf(row as Element)];
      if (option) {
        this.accept(option);
      }
    });
  }

  private get cursor(): number {
    return this.input.selectionEnd ?? this.input.value.length;
  }

  /** Shows the names that can stand at the cursor. Before a first letter, only if `isAsked`. */
  private refresh(isAsked: boolean): void {
    const { cursor } = this;
    const { value } = this.input;
    this.names ??= this.lookUp();
    this.found = completionIn(this.of, value, cursor, this.names);
    const appears = this.found && (isAsked || appearsAt(value, cursor, this.found));
    const typed = value.slice(this.found?.from, cursor);
    this.options = appears ? rankOptions(this.found?.options ?? [], typed) : [];
    this.show();
  }

  private close(): void {
    this.options = [];
    this.show();
  }

  private show(): void {
    const { list, input, options } = this;
    this.active = 0;
    list.hidden = options.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    list.replaceChildren(...options.map((option, at) => row(`${list.id}-${at}`, option)));
    list.scrollTop = 0;
    this.mark();
  }

  /** Marks the active option, which Enter accepts. */
  private mark(): void {
    const { list, input, active } = this;
    const rows = [...list.children];
    for (const [at, row] of rows.entries()) {
      row.setAttribute("aria-selected", String(at === active));
    }
    const row = rows[active];
    if (row) {
      input.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  private press(event: KeyboardEvent): void {
    const { options } = this;
    const isOpen = options.length > 0;
    const { key, ctrlKey, altKey, shiftKey } = event;
    const option = options[this.active];
    if (key === " " && ctrlKey) {
      this.refresh(true);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : -1;
      if (!isOpen) {
        this.refresh(true);
        this.active = step < 0 ? Math.max(0, this.options.length - 1) : 0;
      } else if (altKey && step < 0) {
        this.close();
      } else {
        this.active = (this.active + step + options.length) % options.length;
      }
      this.mark();
    } else if (option && key === "Escape") {
      this.close();
    } else if (option && (key === "Enter" || (key === "Tab" && !shiftKey))) {
      // If the text is complete already, the key does what it does in a field.
      if (this.isWritten(option)) {
        this.close();
        return;
      }
      this.accept(option);
    } else {
      if (isOpen && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) {
        this.close();
      }
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  private isWritten(option: Option): boolean {
    const { from = 0, to = 0 } = this.found ?? {};
    return this.input.value.slice(from, to) === option.text;
  }

  private accept(option: Option): void {
    const { input, found } = this;
    if (!found) {
      return;
    }
    const { text, cursor } = insertionOf(option, input.value.slice(found.to));
    input.setRangeText(text, found.from, found.to);
    input.setSelectionRange(found.from + cursor, found.from + cursor);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    // Between parentheses, the arguments are next.
    if (cursor < text.length) {
      this.refresh(true);
    } else {
      this.close();
    }
  }
}

function row(id: string, { kind, label, detail, info }: Option): HTMLElement {
  const row = document.createElement("li");
  row.id = id;
  row.className = kind;
  row.setAttribute("role", "option");
  const part = (name: string, text: string) => {
    const part = document.createElement(name);
    part.textContent = text;
    return part;
  };
  const parts = [part("b", label), part("span", detail ?? ""), part("small", info ?? "")];
  row.append(...parts.filter(({ textContent }) => textContent !== ""));
  return row;
}
