import { Agent, request } from "node:http";
import type { Asked } from "./requests.ts";

export interface Heard {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends requests over connections that stay open, as they are: whatever `fetch` would put right stays wrong. */
export function createSender(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, headers, body }: Omit<Asked, "actor">) =>
    new Promise<Heard>((resolve, reject) => {
      const length = body === null ? {} : { "Content-Length": String(body.length) };
      const asked = request(
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
      asked.on("error", reject);
      asked.end(body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
}
