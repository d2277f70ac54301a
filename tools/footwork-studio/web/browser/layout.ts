import type { Page } from "playwright-core";

/** Returns the layout problems of the page, one text for each. */
export const misplaced = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const say = (element: Element, what: string) => {
      const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
      wrong.push(
        `${element.tagName.toLowerCase()}.${element.className} "${text.slice(0, 40)}" ${what}`,
      );
    };
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) say(root, "is wider than the window");
    if (root.scrollHeight > root.clientHeight) say(root, "is taller than the window");

    // Skip elements behind a dialog.
    const shown = document.querySelector("dialog[open], [role=dialog]:not(dialog)") ?? document;

    /** Returns the part of an element that no ancestor clips. */
    const clipOf = (element: Element) => {
      let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
      let scrolls = false;
      for (let up = element.parentElement; up; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up);
        if (overflowX === "visible" && overflowY === "visible") continue;
        if (/auto|scroll/.test(overflowX + overflowY)) scrolls = true;
        const box = up.getBoundingClientRect();
        left = Math.max(left, box.left);
        top = Math.max(top, box.top);
        right = Math.min(right, box.right);
        bottom = Math.min(bottom, box.bottom);
      }
      return { left, top, right, bottom, scrolls };
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(".unseen, [aria-hidden=true]") &&
      element.getClientRects().length > 0;

    const controls =
      "button, input, select, textarea, [role=tab], [role=slider], canvas, h1, h2, h3";
    const boxes: { element: Element; box: DOMRect }[] = [];
    for (const element of shown.querySelectorAll(controls)) {
      if (!isSeen(element)) continue;
      const box = element.getBoundingClientRect();
      const clip = clipOf(element);
      const isOut =
        box.left < clip.left - 1 ||
        box.top < clip.top - 1 ||
        box.right > clip.right + 1 ||
        box.bottom > clip.bottom + 1;
      // An element cut off by a scroll container can be scrolled into view; any other cut-off element is an error.
      if (isOut && !clip.scrolls) say(element, `is cut off: ${JSON.stringify(box)}`);
      if (!isOut && element.matches("button, input, select, [role=tab]"))
        boxes.push({ element, box });
    }
    // Content scrolls under the bar at the top, which then covers it.
    const bar = shown.querySelector(".top-bar");
    const isUnderBar = ({ element, box }: { element: Element; box: DOMRect }) =>
      bar !== null &&
      getComputedStyle(bar).position === "sticky" &&
      !bar.contains(element) &&
      box.top < bar.getBoundingClientRect().bottom;
    // Content also scrolls under a sticky header.
    const headOf = (element: Element) => {
      for (let up: Element | null = element; up; up = up.parentElement) {
        if (getComputedStyle(up).position === "sticky") return up;
      }
      return null;
    };
    const isUnderHead = (one: Element, other: Element) => {
      const head = headOf(one);
      return head !== null && head.parentElement?.contains(other) && !head.contains(other);
    };
    // In a narrow window the page scrolls, and notices may cover it.
    const isBeside = innerWidth > 700;
    const isOverPage = ({ element }: { element: Element }) =>
      !isBeside && element.closest(".notice") !== null;
    const reachable = boxes.filter((one) => !isUnderBar(one) && !isOverPage(one));
    // No control covers another control, unless one is inside the other.
    for (const [at, one] of reachable.entries()) {
      for (const other of reachable.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (isUnderHead(one.element, other.element) || isUnderHead(other.element, one.element))
          continue;
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 2 && down > 2) say(one.element, `covers "${other.element.textContent}"`);
      }
    }
    // Notices lie over the stage, and must not cover controls or lanes.
    for (const notice of isBeside ? shown.querySelectorAll(".notice") : []) {
      const over = notice.getBoundingClientRect();
      const lanes = shown.querySelector(".time");
      const others = boxes.filter(({ element }) => !element.closest(".notice"));
      if (lanes) others.push({ element: lanes, box: lanes.getBoundingClientRect() });
      for (const { element, box } of isSeen(notice) ? others : []) {
        const across = Math.min(over.right, box.right) - Math.max(over.left, box.left);
        const down = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
        if (across > 2 && down > 2) say(element, "is covered by a notice");
      }
    }
    // Text that does not fit must have an ellipsis or scroll.
    for (const element of shown.querySelectorAll("button, [role=tab], label, h1, h2, h3, td, th")) {
      if (!isSeen(element)) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      if (
        isCut &&
        overflowX !== "visible" &&
        textOverflow !== "ellipsis" &&
        !/auto|scroll/.test(overflowX)
      )
        say(element, "has text that is cut off");
      if (isCut && overflowX === "visible" && element.matches("button"))
        say(element, "is too small for its text");
    }
    // Names break only at their separators.
    for (const element of shown.querySelectorAll(".notice-text > div, .banner > span")) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let before: { character: string; bottom: number } | undefined;
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const [at, character] of [...(node.textContent ?? "")].entries()) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { top, bottom } = range.getBoundingClientRect();
          if (/\s/.test(character)) before = undefined;
          else {
            if (before && top >= before.bottom - 1 && !/[._/-]/.test(before.character))
              say(element, `breaks a name before "${node.textContent?.slice(at)}"`);
            before = { character, bottom };
          }
        }
      }
    }
    return wrong;
  });
