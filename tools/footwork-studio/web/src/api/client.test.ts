import { afterEach, expect, it, vi } from "vitest";
import { Client, Refused, Unreachable } from "./client";

afterEach(() => void vi.unstubAllGlobals());
const answering = (answer: () => Promise<Response>) => {
  vi.stubGlobal("fetch", answer);
  return new Client("token");
};

it("takes an answer that breaks off for none", async () => {
  const client = answering(async () => new Response('{"name": "a'));
  await expect(client.library()).rejects.toBeInstanceOf(Unreachable);
});

it("takes no answer for none, and what is called off for called off", async () => {
  const client = answering(() => Promise.reject(new TypeError("failed")));
  await expect(client.library()).rejects.toBeInstanceOf(Unreachable);
  await expect(client.labels("a", AbortSignal.abort())).rejects.toBeInstanceOf(TypeError);
});

it("knows a refusal by its status, also without a problem in it", async () => {
  const client = answering(async () => new Response("too many", { status: 429 }));
  const refused = await client.library().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 429, problem: { code: "http-429", kept: false } });
});
