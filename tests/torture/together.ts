import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

/** Requests that reach the shop at the same moment: everything but the last byte of each is sent first, then the last bytes. */

export interface Call {
  path: string;
  body: unknown;
  /** Without one, the caller is a guest. */
  token?: string;
  method?: "GET" | "POST" | "PUT";
  key?: string;
}

export interface TogetherAnswer {
  status: number;
  body: Record<string, unknown>;
}

export function createTogether(url: string) {
  // The server hangs up on connections that are idle for five seconds, perhaps at the moment they are used again.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_000 });
  const { hostname, port } = new URL(url);

  /** Sends all of it but the last byte, and resolves when that has left. */
  async function begin({ path, body, token, method = "POST", key }: Call) {
    const bytes = Buffer.from(method === "GET" ? "" : JSON.stringify(body));
    const headers = {
      ...(method !== "GET" && {
        "Content-Type": "application/json",
        "Content-Length": bytes.length,
      }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "Idempotency-Key": key }),
    };
    const sent = request({ agent, hostname, port, method, path, headers });
    const answer = read(sent);
    // What has no body is sent whole with the others' last bytes.
    if (method !== "GET")
      await new Promise<void>((resolve) => sent.write(bytes.subarray(0, -1), () => resolve()));
    return { sent, last: bytes.subarray(-1), answer };
  }

  return {
    async send(calls: Call[]): Promise<TogetherAnswer[]> {
      const begun = await Promise.all(calls.map(begin));
      for (const { sent, last } of begun) sent.end(last.length > 0 ? last : undefined);
      return Promise.all(begun.map(({ answer }) => answer));
    },
    close: () => agent.destroy(),
  };
}

async function read(sent: ClientRequest): Promise<TogetherAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    sent.once("error", reject);
  });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return {
    status: response.statusCode ?? 0,
    body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}
