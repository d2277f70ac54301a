import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";

/** Rows of one height, of which only those in sight are made. */
export interface VirtualRowsOptions {
  count(): number;
  /** The height of a row in pixels. */
  height(): number;
  /** How high the head above the rows is, which stays in sight. */
  head?: number;
  /** What scrolls. */
  element(): HTMLElement | undefined;
}

/** Tells which rows are in sight, and scrolls to others. */
export function createVirtualRows(options: VirtualRowsOptions) {
  const [indices, setIndices] = createSignal<readonly number[]>([]);
  const look = () => {
    const seen = virtualizer.getVirtualItems().map(({ index }) => index);
    const before = indices();
    const isSame = seen.length === before.length && seen.every((index, at) => index === before[at]);
    if (!isSame) setIndices(seen);
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
  createEffect(
    on([options.count, options.height], ([count]) => {
      virtualizer.setOptions({ ...virtualizer.options, count });
      virtualizer.measure();
      virtualizer._willUpdate();
      look();
    }),
  );

  return {
    indices,
    total: () => options.count() * options.height(),
    /** How many rows a page has. */
    page: () =>
      Math.max(1, Math.floor((options.element()?.clientHeight ?? 0) / options.height()) - 1),
    show(index: number) {
      if (index < 0) return;
      virtualizer.scrollToIndex(index, { align: "auto" });
      look();
    },
  };
}
