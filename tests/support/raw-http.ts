import { Agent, request } from "node:http";
import { connect } from "node:net";

/** Raw HTTP: unlike fetch, it normalises neither path nor headers. */

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export function sendTo(
  port: number,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "localhost", port, agent, path, method, headers: { ...headers, ...length } },
      (answer) => {
        const lines = Array.from(
          { length: answer.rawHeaders.length / 2 },
          (_, index): [string, string] => [
            answer.rawHeaders[index * 2] ?? "",
            answer.rawHeaders[index * 2 + 1] ?? "",
          ],
        );
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: new Headers(lines), body: text }),
        );
      },
    );
    asked.on("error", reject).end(body);
  });
}

/**
 * Sends bytes, ends the sending half of the connection, and returns the statuses of all answers.
 */
export function sendBytes(port: number, bytes: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "localhost", () => socket.end(bytes, "latin1"));
    socket.on("data", (part) => (text += part.toString("latin1")));
    socket.on("error", reject);
    socket.on("close", () =>
      resolve([...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))),
    );
  });
}
