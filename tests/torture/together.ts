import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { WireRequest } from "../support/wire-request.ts";

/** Sends requests that reach the shop at the same time: all wait before their last byte. */

export interface TogetherAnswer {
  status: number;
  body: Record<string, unknown>;
}

export function createTogether(url: string) {
  // The server closes connections after five idle seconds, perhaps just when one is used again.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_000 });
  const { hostname, port } = new URL(url);

  /** Sends all but the last byte, and resolves when it has left. */
  async function begin({ method, path, token, body, headers: more }: WireRequest) {
    const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
    const headers = {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(method !== "GET" && { "Content-Length": bytes.length }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...more,
    };
    const sent = request({ agent, hostname, port, method, path, headers });
    const answer = read(sent);
    // A request without a body is sent as a whole, together with the last bytes of the others.
    if (bytes.length > 0)
      await new Promise<void>((resolve) => sent.write(bytes.subarray(0, -1), () => resolve()));
    return { sent, last: bytes.subarray(-1), answer };
  }

  return {
    async send(calls: WireRequest[]): Promise<TogetherAnswer[]> {
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
