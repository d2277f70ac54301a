import { createEffect, createMemo, createSignal, on } from "solid-js";
import { type Client, Unreachable } from "../api/client";
import type {
  AgreementAnswer,
  CheckAnswer,
  Checked,
  ClipEdit,
  Finding,
  LabelDifference,
  LibraryInfo,
  Operation,
  Problem,
  RulesAnswer,
  SecondAnswer,
} from "../api/types";
import { clipOfFile } from "./clipOfFile";
import { problemOf } from "./editQueue";
import { oneAtATime } from "./oneAtATime";

/**
 * The number of clips up to which the check runs after every edit. In larger libraries it runs only while findings are
 * shown.
 */
const MAX_CLIPS_ALWAYS = 2000;
/** The number of clips up to which findings read the motion of clips without a request by the user. */
export const MAX_CLIPS_MOTION = 500;

/** A part of the review panel. */
export type ReviewPart = "findings" | "measures" | "rules" | "compare" | "queue";

export interface ReviewHost {
  client: Pick<Client, "check" | "rules" | "agreement" | "second">;
  library(): LibraryInfo | undefined;
  names(): readonly string[];
  clip(): string | undefined;
  /** The number of frames by which edges may differ without counting as a difference. */
  toleranceFrames(): number;
}

/** Findings, rules, and the differences from the second labeller. */
export function createReview(host: ReviewHost) {
  const { client, library } = host;
  const [shown, setShown] = createSignal<ReviewPart | undefined>(undefined);
  const [wantsMotion, setWantsMotion] = createSignal(false);
  const [wantsAgreement, setWantsAgreement] = createSignal(false);
  const findings = createPart<CheckAnswer>(() =>
    client.check(
      wantsMotion() || (shown() === "findings" && host.names().length <= MAX_CLIPS_MOTION),
    ),
  );
  const rules = createPart<RulesAnswer>(client.rules);
  const agreement = createPart<AgreementAnswer>(client.agreement);
  const [second, setSecond] = createSignal<SecondAnswer | undefined>(undefined);
  const hasSecond = () => (library()?.second ?? null) !== null;

  const isSmall = () => host.names().length <= MAX_CLIPS_ALWAYS;
  // The library reloads about a second after each change, and all parts of the review follow its revision.
  const revision = () => library()?.revision;
  createEffect(
    on([revision, shown, wantsMotion, isSmall, wantsAgreement], (now) => {
      const [revision, part, , isAlways, isCompared] = now;
      if (revision === undefined) return;
      if (part === "findings" || isAlways) void findings.load();
      if (part === "rules") void rules.load();
      const showsAgreement = part === "compare" || part === "queue" || isCompared;
      if (showsAgreement && hasSecond()) void agreement.load();
    }),
  );
  createEffect(
    on([host.clip, revision], async ([clip]) => {
      if (second()?.clip !== clip) setSecond(undefined);
      if (clip === undefined || !hasSecond()) return;
      try {
        const answer = await client.second(clip);
        if (host.clip() === clip) setSecond(answer);
      } catch {
        // The review panel also requests the agreement of all clips, and shows the error.
      }
    }),
  );

  const names = createMemo(() => new Set(host.names()));
  const allOfThem = createMemo(() =>
    allFindings(findings.answer()?.findings ?? [], library()?.findings ?? [], names()),
  );

  const isTolerated = ({ edgesApart }: LabelDifference) =>
    edgesApart !== null && edgesApart <= host.toleranceFrames();
  /** The undecided differences by clip, except those within the tolerance. */
  const open = createMemo(() =>
    (agreement.answer()?.clips ?? []).flatMap(({ clip, differences }) => {
      const left = differences.filter((one) => !one.isKept && !isTolerated(one));
      return left.length > 0 ? [{ clip, differences: left }] : [];
    }),
  );

  const counts = createMemo(
    () => new Map(open().map(({ clip, differences }) => [clip, differences.length])),
  );

  return {
    shown,
    setShown,
    findings,
    /** All findings: those of the check, and those of the server. */
    allFindings: allOfThem,
    rules,
    agreement,
    hasSecond,
    /** Lets the check read the motion of all clips. */
    checkMotion: () => setWantsMotion(true),
    /** The second labeller's spans of the open clip. */
    second,
    /** The undecided differences from the second labeller. */
    open,
    /** Returns the number of undecided differences in a clip. */
    differencesOf: (clip: string) => counts().get(clip) ?? 0,
    /** Keeps the agreement up to date from now on, even while no panel shows it. */
    compareAlways: async () => {
      if (!hasSecond() || wantsAgreement()) return;
      setWantsAgreement(true);
      await agreement.load();
    },
  };
}

export type Review = ReturnType<typeof createReview>;

/**
 * An answer of the server, or the error in place of an answer. A load requested during another load runs after
 * it.
 */
function createPart<T>(ask: () => Promise<T>) {
  const [answer, setAnswer] = createSignal<T | undefined>(undefined);
  const [problem, setProblem] = createSignal<Problem | undefined>(undefined);
  const load = oneAtATime(async () => {
    try {
      const now = await ask();
      setAnswer(() => now);
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof Unreachable)) setProblem(problemOf(error));
    }
  });
  return { answer, problem, load };
}

/** The labeller whose labels remain, or both of them. */
export type Side = "ours" | "theirs" | "both";

/**
 * Returns the operations that decide a difference in favour of one labeller, or of both. If our labels afterwards still
 * differ from the other labeller's, the operations also record that ours were kept.
 */
export function adjudicated(
  { tag, start, stop, ours, theirs }: LabelDifference,
  side: Side,
): Operation[] {
  if (side === "ours") return [{ kind: "keep", tag, ours, theirs }];
  const erased = side === "both" ? [] : minus(ours, theirs);
  const operations: Operation[] = [
    ...erased.map(([start, stop]) => ({ kind: "erase" as const, tag, start, stop })),
    ...minus(theirs, ours).map(([start, stop]) => ({ kind: "paint" as const, tag, start, stop })),
  ];
  const all: Pair[] = [[start, stop]];
  const isTheirs = side === "theirs" || minus(all, theirs).length === 0;
  return isTheirs ? operations : [...operations, { kind: "keep", tag, ours: all, theirs }];
}

type Pair = [number, number];

/** Returns the frames of some ranges that are not in other ranges. Both lists are sorted and without overlaps. */
export function minus(some: readonly Pair[], others: readonly Pair[]): Pair[] {
  return some.flatMap(([start, stop]) => {
    const left: Pair[] = [];
    let at = start;
    for (const [from, to] of others) {
      if (to <= at || from >= stop) continue;
      if (from > at) left.push([at, from]);
      at = to;
    }
    if (at < stop) left.push([at, stop]);
    return left;
  });
}

/**
 * Returns the first fix of each finding, as edits of clips in the order of the findings. A fix that two findings share
 * appears once.
 */
export function fixesOf(findings: readonly Checked[]): ClipEdit[] {
  const edits = new Map<string, Map<string, Operation>>();
  for (const { clip, fixes } of findings) {
    const [fix] = fixes;
    if (clip === null || !fix) continue;
    const operations = edits.get(clip) ?? new Map<string, Operation>();
    for (const operation of fix.operations) operations.set(JSON.stringify(operation), operation);
    edits.set(clip, operations);
  }
  return [...edits].map(([clip, operations]) => ({ clip, operations: [...operations.values()] }));
}

/**
 * Returns all findings: those of the check, then the server's other findings about the library's files and state. A
 * finding of both the check and the opening of the library counts once.
 */
export function allFindings(
  checked: readonly Checked[],
  others: readonly Finding[],
  names: ReadonlySet<string>,
): Checked[] {
  const keyOf = (code: string, where: string | null) => `${code} ${where}`;
  const there = new Set(checked.map(({ code, clip, file }) => keyOf(code, clip ?? file)));
  const more = others.flatMap(({ code, severity, file, position, message }) => {
    const clip = clipOfFile(file, names) ?? null;
    if (there.has(keyOf(code, clip ?? file)) || there.has(keyOf(code, file))) return [];
    const text = position ? `line ${position[0]}: ${message}` : message;
    const where = { clip, file: clip === null ? file : null };
    return [
      { severity, code, ...where, span: null, label: null, joint: null, message: text, fixes: [] },
    ];
  });
  return [...checked, ...more];
}

const SEVERITIES = ["error", "warning", "note"];

/**
 * Codes of findings that a person must judge by the motion. Each can be fixed separately, but they are not fixed
 * together.
 */
const JUDGED_ONE_BY_ONE: ReadonlySet<string> = new Set(["event-at-edge", "exclusive-overlap"]);

/** The findings of one kind, the errors first. */
export interface FindingGroup {
  code: string;
  severity: string;
  findings: Checked[];
  /** The number of findings that can be fixed together. */
  fixes: number;
}

/**
 * Returns the findings by kind. Kinds with errors come before kinds with warnings; within these, kinds are ordered by
 * their first finding.
 */
export function groupFindings(findings: readonly Checked[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { code, severity } = finding;
    const group = groups.get(code) ?? { code, severity, findings: [], fixes: 0 };
    groups.set(code, group);
    group.findings.push(finding);
    if (finding.fixes.length === 1 && !JUDGED_ONE_BY_ONE.has(code)) group.fixes += 1;
    if (severity === "error") group.severity = severity;
  }
  const rank = ({ severity }: FindingGroup) => SEVERITIES.indexOf(severity);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}
