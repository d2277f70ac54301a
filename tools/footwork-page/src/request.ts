/** The error if the server does not answer, because it was stopped or the machine sleeps. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/** Sends a request to this page's server. Throws `Unreachable`, or the `AbortError` of the signal. */
export async function send(
  token: string,
  path: string,
  type: string | undefined,
  init: RequestInit = {},
): Promise<Response> {
  const headers = {
    "x-footwork-token": token,
    ...(type !== undefined && { "content-type": type }),
  };
  try {
    return await fetch(`/api/${path}`, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable("the server does not answer");
  }
}

/** Returns the reason in a refused response. If the response is not JSON, `bare` makes the reason from a message. */
export async function reasonOf<R>(answer: Response, bare: (message: string) => R): Promise<R> {
  const text = await answer.text().catch(() => "");
  try {
    return JSON.parse(text) as R;
  } catch {
    return bare(text.slice(0, 200) || `${answer.status} ${answer.statusText}`);
  }
}
