import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import { createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";

/**
 * Assigns rows to elements. A row that stays visible keeps its element, and a new row reuses the element of a row that
 * left, because changing an element is faster than creating one.
 */
export function placeInSlots(seen: readonly number[], count: number): readonly number[] {
  const slots = new Array<number>(count).fill(-1);
  for (const index of seen) slots[index % count] = index;
  return slots;
}

/** A list of rows of equal height. Only the visible rows are rendered. */
export interface VirtualRowsOptions {
  count(): number;
  /** The height of a row in pixels. */
  height(): number;
  /** The height of the sticky head above the rows, in pixels. */
  head?: number;
  /** The scroll container. */
  element(): HTMLElement | undefined;
}

/** Tells which rows are visible, and scrolls to other rows. */
export function createVirtualRows(options: VirtualRowsOptions) {
  const [slots, setSlots] = createSignal<readonly number[]>([]);
  const look = () => {
    const seen = virtualizer.getVirtualItems().map(({ index }) => index);
    // The number of slots never shrinks, so that a row keeps its slot while it is visible.
    setSlots((before) => placeInSlots(seen, Math.max(before.length, seen.length)));
  };
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: options.count(),
    estimateSize: options.height,
    getScrollElement: () => options.element() ?? null,
    overscan: 6,
    scrollMargin: options.head ?? 0,
    scrollPaddingStart: options.head ?? 0,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: look,
  });

  onMount(() => {
    const unmount = virtualizer._didMount();
    virtualizer._willUpdate();
    look();
    onCleanup(unmount);
  });
  // The rows may change although their number stays the same.
  const count = createMemo(options.count);
  createEffect(
    on([count, createMemo(options.height)], ([count]) => {
      virtualizer.setOptions({ ...virtualizer.options, count });
      virtualizer.measure();
      virtualizer._willUpdate();
      look();
    }),
  );

  return {
    /** The row that each element shows; -1 for an unused element. */
    slots,
    total: () => options.count() * options.height(),
    /** The number of rows per page. */
    page: () =>
      Math.max(1, Math.floor((options.element()?.clientHeight ?? 0) / options.height()) - 1),
    show(index: number) {
      if (index < 0) return;
      virtualizer.scrollToIndex(index, { align: "auto" });
      look();
    },
  };
}
