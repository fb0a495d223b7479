import { type IncomingHttpHeaders, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestStack, openStack } from "./stack.ts";

/** A request as the edge forwarded it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

export interface EchoAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/** The session cookie of a browser, which the edge accepts without checking the session. */
export const TOKEN = "abcdefghijklmnopqrstuvwxyz";
export const VISITOR = "abcdefghijklmnopqrstuvwxyz012345";
export const SESSION = `token=${TOKEN}; __Host-visitor=${VISITOR}; signed_in=1`;

/** The edge's secret, which its backend knows too. */
export const EDGE_TOKEN = "secret-of-the-edge-and-its-backend";

/** The address of a call, with every parameter filled in. */
export const addressOf = (path: string) => `/api/v1${path.replace(/:\w+/g, "x")}`;

/** Opens the built edge with a backend that records requests and answers as the test says. */
export async function openEchoedEdge() {
  const received: Received[] = [];
  let answerTo: (request: Received) => EchoAnswer = () => ({});
  const backend = createServer((request, response) => {
    const seen = { method: request.method ?? "", url: request.url ?? "", headers: request.headers };
    received.push(seen);
    const { status = 200, headers = {}, body = '{"categories":[],"products":[]}' } = answerTo(seen);
    request.resume().on("end", () => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  const { port } = backend.address() as AddressInfo;
  const stack: TestStack = await openStack({
    edge: true,
    shop: false,
    edgeVars: { API_ORIGIN: `http://127.0.0.1:${String(port)}`, API_TOKEN: EDGE_TOKEN },
  });
  return {
    stack,
    url: stack.url,
    port: stack.port,
    received,
    /** Sets the answer to later requests; without a function, an empty shop answers them. */
    answer: (next: (request: Received) => EchoAnswer = () => ({})) => {
      answerTo = next;
      received.length = 0;
    },
    close: async () => {
      await stack.close();
      backend.close();
    },
  };
}

export type EchoedEdge = Awaited<ReturnType<typeof openEchoedEdge>>;
