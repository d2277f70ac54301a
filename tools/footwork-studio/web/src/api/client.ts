import { reasonOf, send, Unreachable } from "footwork-page/src/request";
import { type Address, addressOf } from "footwork-page/src/socket";
import { type FrameFile, readFrameFile } from "./frameFile";
import type {
  AddLabel,
  AgreementAnswer,
  Apply,
  CheckAnswer,
  ClipLabels,
  ClipList,
  CurveHeader,
  Edit,
  Edited,
  EncodeHeader,
  EncodeRequest,
  Explanation,
  FollowRules,
  LibraryInfo,
  MeasureAnswer,
  MeasureRange,
  MediaAnswer,
  MeshHeader,
  MotionHeader,
  NewRule,
  Problem,
  ProposalsAnswer,
  QueryAnswer,
  RecordingHeader,
  Reject,
  Rejected,
  RejectedList,
  RemoveQuery,
  RenamedTag,
  RenameQuery,
  RenameTag,
  Retried,
  RulesAnswer,
  SaveQuery,
  SecondAnswer,
  SetUp,
  Source,
  Strip,
  Turned,
  TurnsHeader,
  WouldApply,
} from "./types";

/** The server answered with a refusal. */
export class Refused extends Error {
  readonly problem: Problem;
  readonly status: number;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
  }
}

export { Unreachable };

/** Sends requests to the server. Every call throws `Refused`, `Unreachable` or the signal's `AbortError`. */
export class Client {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  library = () => this.#json<LibraryInfo>("GET", "library");
  clips = () => this.#json<ClipList>("GET", "clips");
  labels = (clip: string, signal?: AbortSignal) =>
    this.#json<ClipLabels>("GET", `labels?${new URLSearchParams({ clip })}`, undefined, signal);
  strips = (clips: string[]) => this.#json<Strip[]>("POST", "strips", { clips });
  query = (text: string, signal?: AbortSignal) =>
    this.#json<QueryAnswer>("POST", "query", { text }, signal);
  explain = (text: string) => this.#json<Explanation>("POST", "explain", { text });
  saveQuery = (query: SaveQuery) => this.#json<LibraryInfo>("POST", "save-query", query);
  renameQuery = (query: RenameQuery) => this.#json<LibraryInfo>("POST", "rename-query", query);
  removeQuery = (query: RemoveQuery) => this.#json<LibraryInfo>("POST", "remove-query", query);
  addLabel = (label: AddLabel) => this.#json<LibraryInfo>("POST", "add-label", label);
  setUp = (all: SetUp) => this.#json<LibraryInfo>("POST", "set-up", all);
  renameTag = (tag: RenameTag) => this.#json<RenamedTag>("POST", "rename-tag", tag);
  edit = (edit: Edit) => this.#json<Edited>("POST", "edit", edit);
  apply = (apply: Apply) => this.#json<Edited>("POST", "apply", apply);
  wouldApply = (apply: Apply, signal?: AbortSignal) =>
    this.#json<WouldApply>("POST", "would-apply", apply, signal);
  check = (motion: boolean) => this.#json<CheckAnswer>("GET", `check?motion=${motion}`);
  measure = (ranges: readonly MeasureRange[], signal?: AbortSignal) =>
    this.#json<MeasureAnswer>("POST", "measure", { ranges }, signal);
  rules = () => this.#json<RulesAnswer>("GET", "rules");
  tryRule = (rule: NewRule, signal?: AbortSignal) =>
    this.#json<RulesAnswer>("POST", "try-rule", rule, signal);
  media = () => this.#json<MediaAnswer>("GET", "media");
  followRules = (rules: FollowRules) => this.#json<Edited>("POST", "follow-rules", rules);
  agreement = () => this.#json<AgreementAnswer>("GET", "agreement");
  second = (clip: string) =>
    this.#json<SecondAnswer>("GET", `second?${new URLSearchParams({ clip })}`);
  /** Returns the proposals of a source. Proposals of `similar` resemble an example. */
  proposals(
    source: Source,
    like?: { tag: string; clip: string; start: number; stop: number },
    signal?: AbortSignal,
  ) {
    const more = like && { ...like, start: `${like.start}`, stop: `${like.stop}` };
    const asked = new URLSearchParams({ source, ...more });
    return this.#json<ProposalsAnswer>("GET", `proposals?${asked}`, undefined, signal);
  }
  reject = (rejection: Reject) => this.#json<Rejected>("POST", "reject", rejection);
  rejections = () => this.#json<RejectedList>("GET", "rejected");
  withdraw = (rejection: Reject) => this.#json<Rejected>("POST", "withdraw", rejection);
  undo = () => this.#json<Turned>("POST", "undo", {});
  redo = () => this.#json<Turned>("POST", "redo", {});
  discardLast = () => this.#json<Turned>("POST", "discard-last", {});
  retry = () => this.#json<Retried>("POST", "retry", {});
  discard = () => this.#json<Retried>("POST", "discard", {});

  motion(clip: string, start: number, stop: number, signal?: AbortSignal) {
    const asked = new URLSearchParams({ clip, start: `${start}`, stop: `${stop}` });
    return this.#frames<MotionHeader>("GET", `motion?${asked}`, undefined, signal);
  }

  turns(clip: string, start: number, stop: number, signal?: AbortSignal) {
    const asked = new URLSearchParams({ clip, start: `${start}`, stop: `${stop}` });
    return this.#frames<TurnsHeader>("GET", `turns?${asked}`, undefined, signal);
  }

  mesh(clip: string, signal?: AbortSignal) {
    const asked = new URLSearchParams({ clip });
    return this.#frames<MeshHeader>("GET", `mesh?${asked}`, undefined, signal);
  }

  curve(clip: string, expression: string, signal?: AbortSignal) {
    const asked = new URLSearchParams({ clip, expression });
    return this.#frames<CurveHeader>("GET", `curve?${asked}`, undefined, signal);
  }

  recording = (signal?: AbortSignal) =>
    this.#frames<RecordingHeader | null>("GET", "recording", undefined, signal);

  roots(clip: string, signal?: AbortSignal) {
    const asked = new URLSearchParams({ clip });
    return this.#frames<CurveHeader>("GET", `roots?${asked}`, undefined, signal);
  }

  openRecording = (name: string, bytes: ArrayBuffer) =>
    this.#json<number>("POST", `recording?${new URLSearchParams({ name })}`, bytes);

  encode = (request: EncodeRequest, signal?: AbortSignal) =>
    this.#frames<EncodeHeader>("POST", "encode", request, signal);

  /** The server's WebSocket address for changes, and the protocol that carries the token. */
  changes = (): Address => addressOf("/api/changes", this.#token);

  async #json<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const answer = await this.#send(method, path, body, signal);
    return whole(answer.json() as Promise<T>, signal);
  }

  async #frames<H>(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<FrameFile<H>> {
    const answer = await this.#send(method, path, body, signal);
    return readFrameFile<H>(await whole(answer.arrayBuffer(), signal));
  }

  async #send(method: string, path: string, body: unknown, signal?: AbortSignal) {
    const bytes = body instanceof ArrayBuffer ? body : undefined;
    const json = bytes === undefined ? "application/json" : "application/octet-stream";
    const type = body === undefined ? undefined : json;
    const answer = await send(this.#token, path, type, {
      method,
      body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
    });
    if (!answer.ok) throw new Refused(answer.status, await problemOf(answer));
    return answer;
  }
}

/** Returns the body of a response. A truncated body throws `Unreachable`, as if there were no response. */
async function whole<T>(body: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable("the server's answer was cut off");
  }
}

function problemOf(answer: Response): Promise<Problem> {
  const code = `http-${answer.status}`;
  return reasonOf(answer, (message) => ({ code, message, hint: null, kept: false, mistakes: [] }));
}
