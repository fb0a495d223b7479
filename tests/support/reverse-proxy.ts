import { type IncomingMessage, createServer, request } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** A reverse proxy of a domain with HTTPS, as Caddy is configured in front of a server. */
export async function openReverseProxy(target: {
  port: number;
  domain: string;
  token: () => string;
}) {
  const underWay = new Set<IncomingMessage>();
  const server = createServer((asked, response) => {
    underWay.add(asked);
    response.on("close", () => underWay.delete(asked));
    const forwarded = request(
      {
        host: "127.0.0.1",
        port: target.port,
        method: asked.method,
        path: asked.url,
        agent: false,
        headers: {
          ...asked.headers,
          Host: target.domain,
          "X-Proxy-Token": target.token(),
          "X-Forwarded-Proto": "https",
          "X-Forwarded-For": [asked.headers["x-forwarded-for"], "203.0.113.7"]
            .filter((one) => one !== undefined)
            .join(", "),
        },
      },
      (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        // An answer that breaks off breaks the visitor's connection too.
        pipeline(answer, response, () => {});
      },
    );
    forwarded.on("error", () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(),
    );
    asked.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    /** The paths of the requests that have no answer yet. */
    underWay: () => [...underWay].map(({ url }) => url),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
