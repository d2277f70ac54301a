import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import { createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";

/**
 * Assigns rows to elements. Rows that stay in sight keep their element, and new rows reuse the elements of rows that
 * left: changing an element is faster than creating one.
 */
export function placeInSlots(seen: readonly number[], count: number): readonly number[] {
  const slots = new Array<number>(count).fill(-1);
  for (const index of seen) slots[index % count] = index;
  return slots;
}

/** Rows of equal height. Only those in sight are rendered. */
export interface VirtualRowsOptions {
  count(): number;
  /** The height of a row in pixels. */
  height(): number;
  /** The height of the sticky head above the rows. */
  head?: number;
  /** The scroll container. */
  element(): HTMLElement | undefined;
}

/** Reports which rows are in sight, and scrolls to others. */
export function createVirtualRows(options: VirtualRowsOptions) {
  const [slots, setSlots] = createSignal<readonly number[]>([]);
  const look = () => {
    const seen = virtualizer.getVirtualItems().map(({ index }) => index);
    // The number of slots never shrinks, so that a row keeps its slot while it is in sight.
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
  // Rows may change without a change of their number.
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
    /** The row shown by each element, or -1. */
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
