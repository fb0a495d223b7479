import { createServer } from "node:net";

/**
 * True when no program listens on the port of this machine, over IPv4 or IPv6.
 * @param {number} port
 */
export async function isPortFree(port) {
  for (const host of ["127.0.0.1", "::1"]) {
    if (await isTaken(host, port)) return false;
  }
  return true;
}

function isTaken(host, port) {
  return new Promise((resolveTaken, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (error.code === "EADDRINUSE") resolveTaken(true);
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolveTaken(false);
      else reject(error);
    });
    probe.listen({ host, port }, () => probe.close(() => resolveTaken(false)));
  });
}

/** A port of this machine that no program listens on now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
