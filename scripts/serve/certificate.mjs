import { connect } from "node:tls";
import { join } from "node:path";
import { readStamp, writeStamp } from "../run/stamp.mjs";

/** The certificate that visitors of the shop get: its own, or one that the proxy renews. */

const WAIT_MS = 10_000;
const DAY_MS = 86_400_000;
/** A cut of the network abroad may last longer than a proxy needs to renew it. */
const WARNED_DAYS = 20;

const fileOf = (copies) => join(copies, "certificate.json");

/**
 * Returns when the certificate of a domain ends; null when nobody answers there.
 * @param {{ host: string, port?: number, servername?: string }} where
 * @returns {Promise<number | null>} UTC milliseconds
 */
export function endOfCertificate({ host, port = 443, servername = host }) {
  return new Promise((resolve) => {
    // An ended one is read too.
    const socket = connect({ host, port, servername, rejectUnauthorized: false }, () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve(Number.isNaN(end) ? null : end);
    });
    socket.setTimeout(WAIT_MS, () => socket.destroy());
    socket.once("error", () => resolve(null));
    socket.once("close", () => resolve(null));
  });
}

/** Looks at the certificate, keeps when it ends for the desk, and warns in time. */
export async function lookAtCertificate(domain, copies) {
  const endsAt = await endOfCertificate({ host: domain });
  writeStamp(fileOf(copies), JSON.stringify({ endsAt }));
  if (endsAt !== null && endsAt < Date.now() + WARNED_DAYS * DAY_MS)
    console.error(JSON.stringify({ certificateEnds: new Date(endsAt).toISOString() }));
}

/** Returns when the certificate ends, as it was last seen; null when it was not. */
export function readCertificateEnd(copies) {
  const text = readStamp(fileOf(copies));
  return text === null ? null : JSON.parse(text).endsAt;
}
