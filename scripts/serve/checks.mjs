import { accessSync, chmodSync, constants, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { Refused } from "../own/refused.mjs";
import { makeFolder } from "../run/setup.mjs";

/** Checks of a server before the shop starts: one sentence for each thing that is wrong. */

const CLOCK_OFF_MS = 60_000;
const PROVIDER_WAIT_MS = 5_000;

export function freeMegabytes(dataDir) {
  const { bavail, bsize } = statfsSync(dataDir);
  return Math.floor((bavail * bsize) / 1_000_000);
}

export const spaceSentence = (dataDir, needed) =>
  `Only ${freeMegabytes(dataDir)} MB are free in ${dataDir}; the shop needs ${needed}.`;

/**
 * Makes the folder, and refuses one that cannot be written, or that has no space for a new shop. An
 * older shop without space starts and is out.
 */
export function checkFolder(dataDir, { isNew, free_megabytes: needed }) {
  try {
    makeFolder(dataDir);
    // Other users of the machine may not read what is in it.
    chmodSync(dataDir, 0o700);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const why = {
      EROFS: "its disk is read-only",
      EACCES: "this user may not write there",
      EPERM: "it belongs to another user",
      ENOSPC: "its disk is full",
      ENOTDIR: "there is a file of this name, or of a part of its path",
    }[error.code];
    throw new Refused(`The folder ${dataDir} cannot be used: ${why ?? error.message}.`, {
      cause: error,
    });
  }
  if (isNew && freeMegabytes(dataDir) < needed) throw new Refused(spaceSentence(dataDir, needed));
}

/** Refuses an address and a port on which this program cannot listen. */
export async function checkPort({ address, port }) {
  const probe = createServer();
  const error = await new Promise((resolve) => {
    probe.once("error", resolve);
    probe.listen({ host: address, port }, () => resolve(null));
  });
  probe.close();
  if (error === null) return;
  const why = {
    EADDRINUSE: `Port ${port} is in use by another program. Write another “port” into [server] of shop.toml.`,
    EACCES: `This user may not listen on port ${port}: ports below 1024 are for root. Leave them to the reverse proxy, and write a higher “port” into [server] of shop.toml.`,
    EADDRNOTAVAIL: `This machine does not have the address ${address} (“address” of [server] in shop.toml).`,
  }[error.code];
  throw new Refused(why ?? `The shop cannot listen on ${address}:${port}: ${error.message}.`);
}

/**
 * Looks at the providers and at the clock, and returns a sentence for each thing that is wrong. The
 * shop starts nevertheless: its cached pages and its desk need neither.
 * @param {Record<string, string>} origins what each provider is for, with its origin
 */
export async function lookOutside(origins) {
  const found = await Promise.all(
    Object.entries(origins).map(([what, origin]) => lookAt(what, origin)),
  );
  const sentences = found.flatMap(({ sentence }) => (sentence ? [sentence] : []));
  const off = found.find(({ offMs }) => offMs !== null)?.offMs ?? 0;
  if (Math.abs(off) > CLOCK_OFF_MS)
    sentences.push(
      `The clock of this machine is ${Math.round(Math.abs(off) / 1_000)} seconds ${off > 0 ? "fast" : "slow"}, as the gateway tells. Switch its time service on (timedatectl set-ntp true).`,
    );
  return sentences;
}

async function lookAt(what, origin) {
  try {
    const answer = await fetch(origin, {
      redirect: "manual",
      signal: AbortSignal.timeout(PROVIDER_WAIT_MS),
    });
    await answer.body?.cancel();
    const date = Date.parse(answer.headers.get("Date") ?? "");
    return { sentence: null, offMs: Number.isNaN(date) ? null : Date.now() - date };
  } catch (error) {
    const why = error.cause?.code ?? error.name;
    return { sentence: `${what} cannot be reached at ${origin} (${why}).`, offMs: null };
  }
}
