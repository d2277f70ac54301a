import type { Component } from "solid-js";

export interface Panel {
  id: string;
  title: string;
  view: Component;
}

export function SidePanel(_: { panels: Panel[] }) {
  return null;
}
