import { existsSync } from "node:fs";
import { isAwayFailing } from "./away.mjs";
import { readCertificateEnd } from "./certificate.mjs";
import { listCopies, readProof, timeOf } from "./copies.mjs";

/**
 * Returns what the desk shows of this server.
 * @param {string} copies
 * @returns {import("../../api/base/server-state.ts").ServerState}
 */
export function serverState(copies) {
  const newest = existsSync(copies) ? listCopies(copies).at(-1) : undefined;
  const proof = readProof(copies);
  return {
    copiedAt: newest === undefined ? null : timeOf(newest),
    provenAt: proof === null ? null : Date.parse(proof.provenAt),
    findings: proof?.findings ?? 0,
    isAwayFailing: isAwayFailing(copies),
    certificateEndsAt: readCertificateEnd(copies),
  };
}
