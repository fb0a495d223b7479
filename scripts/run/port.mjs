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

/**
 * Ports for tests. Systems give higher ports to outgoing connections (Linux from 32768), and such a
 * connection could take a free port before a server listens on it. Each process has a hundred ports
 * of its own, so that two processes do not choose the same port at the same moment.
 */
const FIRST_PORT = 20_000;
const PORTS_EACH = 100;
const PROCESSES = 100;
let given = 0;

/** Returns a port of this machine that no program listens on now. */
export async function freePort() {
  const first = FIRST_PORT + (process.pid % PROCESSES) * PORTS_EACH;
  for (let tries = 0; tries < PORTS_EACH; tries++) {
    const port = first + (given++ % PORTS_EACH);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`All ports from ${first} to ${first + PORTS_EACH - 1} are in use.`);
}
