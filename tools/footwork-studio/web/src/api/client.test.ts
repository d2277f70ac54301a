import { afterEach, expect, it, vi } from "vitest";
import { Client, Refused, Unreachable } from "./client";

afterEach(() => void vi.unstubAllGlobals());
const answering = (answer: () => Promise<Response>) => {
  vi.stubGlobal("fetch", answer);
  return new Client("token");
};

it("treats a truncated response as unreachable", async () => {
  const client = answering(async () => new Response('{"name": "a'));
  await expect(client.library()).rejects.toBeInstanceOf(Unreachable);
});

it("treats a missing response as unreachable, and an aborted request as aborted", async () => {
  const client = answering(() => Promise.reject(new TypeError("failed")));
  await expect(client.library()).rejects.toBeInstanceOf(Unreachable);
  await expect(client.labels("a", AbortSignal.abort())).rejects.toBeInstanceOf(TypeError);
});

it("recognizes a refusal by its status, even if it holds no problem", async () => {
  const client = answering(async () => new Response("too many", { status: 429 }));
  const refused = await client.library().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 429, problem: { code: "http-429", kept: false } });
});
