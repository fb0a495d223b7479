import { WORK_LIFE_SECONDS, WORK_PARTS, WORK_PART_BITS } from "../../../contract/sign-in.ts";
import { type Vault, isSameSecret } from "../../base/vault.ts";

/**
 * Work that a browser does for a code or a guess (contract/sign-in.ts). Nothing is stored of a
 * challenge until it is solved, so that requesting many challenges costs the shop nothing.
 */

/** The maximum of doublings: after so many, no browser can solve a challenge any more. */
export const WORK_LEVEL_MAX = 20;

/** The purpose of a challenge; its solution counts for nothing else. */
export interface WorkSubject {
  /** A request for a code, or a guess at a code with the number of the guess. */
  action: string;
  phone: string;
  visitorHash: string;
}

/** Work that was done. */
export interface Work {
  level: number;
  /** Identifies the challenge, whose solution counts only once. */
  salt: string;
}

export async function newChallenge(
  vault: Vault,
  subject: WorkSubject,
  level: number,
  now: number,
): Promise<string> {
  const bits = WORK_PART_BITS + level;
  return `${String(now)}.${String(bits)}.${await saltOf(vault, subject, now, bits)}`;
}

/** Returns the proof of work for this subject; null when it is missing, wrong or too old. */
export async function checkWork(
  vault: Vault,
  subject: WorkSubject,
  sent: string | null | undefined,
  now: number,
): Promise<Work | null> {
  const [issuedAt = NaN, bits = NaN] = (sent ?? "").split(".", 2).map(Number);
  const [, , salt = "", ...numbers] = (sent ?? "").split(".");
  if (!(issuedAt <= now && issuedAt > now - WORK_LIFE_SECONDS * 1000)) return null;
  if (!Number.isInteger(bits) || bits < WORK_PART_BITS || numbers.length !== WORK_PARTS)
    return null;
  if (!isSameSecret(salt, await saltOf(vault, subject, issuedAt, bits))) return null;
  for (const [part, number] of numbers.entries()) {
    const text = new TextEncoder().encode(`${salt}${String(part)}.${number}`);
    const hash = new DataView(await crypto.subtle.digest("SHA-256", text));
    if (zeroBits(hash) < bits) return null;
  }
  return { level: bits - WORK_PART_BITS, salt };
}

/**
 * Returns a keyed hash of the facts to which the challenge is bound. Only the shop can compute it.
 */
function saltOf(
  vault: Vault,
  { action, phone, visitorHash }: WorkSubject,
  issuedAt: number,
  bits: number,
): Promise<string> {
  return vault.fingerprint("work", [action, phone, visitorHash, issuedAt, bits].join(":"));
}

function zeroBits(hash: DataView): number {
  const first = Math.clz32(hash.getUint32(0));
  return first < 32 ? first : 32 + Math.clz32(hash.getUint32(4));
}
