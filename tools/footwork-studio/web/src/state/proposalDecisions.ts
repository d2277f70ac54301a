import { createSignal } from "solid-js";
import type { Source } from "../api/types";
import type { Decision, Proposal } from "./proposalQueue";

/** The longest label of an edit in the history of the server, without its clip. */
const MAX_LABEL_CHARS = 200;

/** A decision with the label of its step in the history of the server. */
interface Made extends Decision {
  label: string;
}

/** Returns the label in the history of the server: that of the edit, and the clip or the number of clips. */
function labelOf(label: string, proposals: readonly Proposal[]): string {
  const [only, ...more] = new Set(proposals.map(({ clip }) => clip));
  const said = [...label].slice(0, MAX_LABEL_CHARS).join("").trim();
  return `${said} ${more.length === 0 ? only : `${more.length + 1} clips`}`;
}

/** Removes the last step with a label from decisions. */
function lastStep(all: readonly Made[], label: string): { step: Made[]; rest: Made[] } {
  const last = all.findLast((one) => one.label === label);
  return {
    step: all.filter((one) => one.step === last?.step),
    rest: all.filter((one) => one.step !== last?.step),
  };
}

/** The decisions that the proposals on this page do not take into account yet. */
export function createProposalDecisions() {
  const [made, setMade] = createSignal<readonly Made[]>([]);
  let undone: readonly Made[] = [];
  let step = 0;
  return {
    made,
    /** The number of the last step. */
    step: () => step,
    /** Adds decisions as one step; `label` is that of the edit. Returns the number of the step. */
    add(kind: Decision["kind"], label: string, proposals: readonly Proposal[]): number {
      step += 1;
      undone = [];
      const inHistory = labelOf(label, proposals);
      const added = proposals.map((proposal) => ({ proposal, kind, step, label: inHistory }));
      setMade((all) => [...all, ...added]);
      return step;
    },
    /** Removes a step that failed. */
    drop: (failed: number) => setMade((all) => all.filter((one) => one.step !== failed)),
    /** Removes the decisions that an answer of a source takes into account: those up to a step. */
    settle(source: Source, known: number) {
      setMade((all) => all.filter((one) => one.step > known || one.proposal.source !== source));
    },
    /** Undoes the last step with a label; returns its proposals. */
    undo(label: string): Proposal[] {
      const { step: restored, rest } = lastStep(made(), label);
      undone = [...undone, ...restored];
      setMade(rest);
      return restored.map(({ proposal }) => proposal);
    },
    /** Redoes the last undone step with a label. */
    redo(label: string) {
      const { step: redone, rest } = lastStep(undone, label);
      undone = rest;
      // Running requests do not know the step.
      step += 1;
      const again = redone.map((one) => ({ ...one, step }));
      setMade((all) => [...all, ...again]);
    },
  };
}
