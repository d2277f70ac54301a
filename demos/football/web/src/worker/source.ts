import { rolesOf } from "../body/roles";
import type { StartSetup } from "../setup";
import { readFrame } from "./frame";
import type { Frame } from "./frameType";
import { type Leaves, readLeaves } from "./leaves";
import type { Command, Message } from "./messages";
import type { MatchFiles, Reply, Request, Times } from "./protocol";

/** Handlers for what the match says. */
export interface Listener {
  frame(frame: Frame): void;
  leaves(leaves: Leaves): void;
  message(message: Message): void;
  times(times: Times): void;
  /** The match cannot begin, or has stopped. */
  failed(why: string): void;
}

/** The source of a match. */
export interface Source {
  listen(listener: Listener): () => void;
  send(command: Command): void;
  /** Returns the match so far as a file that replays bit for bit. */
  recording(): Promise<Blob>;
  /** Plays a recording. Throws with the match's reason if the file is not a recording. */
  load(file: Blob): Promise<void>;
}

type Waiting = { resolve(bytes: ArrayBuffer | undefined): void; reject(error: Error): void };

/** A match in a worker. `open` makes the worker; `files` are read when the match is listened to. */
export function workerSource(
  open: () => Worker,
  files: () => Promise<MatchFiles>,
  setup: () => StartSetup,
): Source {
  let worker: Worker | undefined;
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const post = (request: Request, transfer: Transferable[] = []) =>
    worker?.postMessage(request, transfer);
  const ask = (request: (id: number) => Request) =>
    new Promise<ArrayBuffer | undefined>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      post(request(asked));
    });
  return {
    listen(listener) {
      const failed = (why: unknown) =>
        listener.failed(why instanceof Error ? why.message : `${why}`);
      const begin = async () => {
        const chosen = setup();
        const read = await files();
        worker = open();
        worker.onmessage = ({ data }: MessageEvent<Reply>) => receive(listener, waiting, data);
        worker.onerror = (event) => failed(event.message ?? "the worker of the match stopped");
        post({ what: "begin", files: read, setup: chosen }, [read.module, read.tags, read.poses]);
      };
      begin().catch(failed);
      return () => worker?.terminate();
    },
    send: (command) => post({ what: "command", command }),
    recording: async () => new Blob([(await ask((id) => ({ what: "recording", id }))) ?? ""]),
    load: async (file) => {
      const bytes = await file.arrayBuffer();
      await ask((id) => ({ what: "load", id, bytes }));
    },
  };
}

function receive(listener: Listener, waiting: Map<number, Waiting>, reply: Reply): void {
  switch (reply.what) {
    case "news": {
      if (reply.frame) listener.frame(readFrame(reply.frame));
      if (reply.leaves) listener.leaves(readLeaves(reply.leaves));
      for (const text of reply.texts) listener.message(readMessage(text));
      return;
    }
    case "times":
      return listener.times(reply.times);
    case "failed":
      return listener.failed(reply.why);
    case "answer": {
      const { resolve, reject } = waiting.get(reply.id) ?? {};
      waiting.delete(reply.id);
      return reply.error === undefined ? resolve?.(reply.bytes) : reject?.(new Error(reply.error));
    }
  }
}

function readMessage(text: string): Message {
  const message = JSON.parse(text) as Message;
  if (message.kind === "scene") message.skeleton.roles = rolesOf(message.skeleton.names);
  return message;
}
