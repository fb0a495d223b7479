import { Agent, request } from "node:http";
import type { Sent } from "./requests.ts";

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends raw requests over open connections; unlike `fetch`, it corrects nothing. */
export function createSender(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, headers, body }: Omit<Sent, "actor">) =>
    new Promise<Received>((resolve, reject) => {
      const length = body === null ? {} : { "Content-Length": String(body.length) };
      const sent = request(
        { agent, host: "127.0.0.1", port, method, path, headers: { ...headers, ...length } },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on("data", (piece: Buffer) => pieces.push(piece));
          answer.on("error", reject);
          answer.on("end", () => {
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(pieces).toString(),
            });
          });
        },
      );
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
}
