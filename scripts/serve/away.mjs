import { spawn } from "node:child_process";
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readStamp, writeStamp } from "../run/stamp.mjs";

/**
 * Copies for another machine: the newest copy of the database, the list of effects and the pictures
 * of goods in one file, sealed with the owner's public key, so that the machine that keeps it cannot
 * read it. The private key is only in shop.sealed.
 *
 * The file is a line with its form, the fresh public key (P-256, SPKI), and pieces of AES-256-GCM.
 * The nonce of a piece is its number, with a first byte that is 1 for the last piece, so pieces can
 * neither be exchanged nor left out.
 */

const AWAY = "away.sealed";
const RESULT = "away.json";
const COMMAND_MAX_MS = 60 * 60_000;
const FORM = Buffer.from("armaghan-copy-1\n");
const PIECE_BYTES = 1_000_000;
const TAG_BYTES = 16;
const SPKI_BYTES = 91;

const readPublic = (der) => createPublicKey({ key: der, type: "spki", format: "der" });

function keyOf(privateKey, publicKey, fresh) {
  const agreed = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync("sha256", agreed, fresh, "copy", 32));
}

function nonceOf(number, isLast) {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(Number(isLast), 0);
  nonce.writeUInt32BE(number, 8);
  return nonce;
}

/**
 * Cuts a stream into pieces of a size, and tells which is the last.
 * @param {AsyncIterable<Buffer>} source
 */
async function* piecesOf(source, size) {
  let held = Buffer.alloc(0);
  let number = 0;
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    while (held.length > size) {
      yield { piece: held.subarray(0, size), number: number++, isLast: false };
      held = held.subarray(size);
    }
  }
  yield { piece: held, number, isLast: true };
}

/**
 * Encrypts a stream for a public key (SPKI, base64).
 * @param {AsyncIterable<Buffer>} source
 */
export async function* seal(source, publicKey) {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const fresh = pair.publicKey.export({ type: "spki", format: "der" });
  const key = keyOf(pair.privateKey, readPublic(Buffer.from(publicKey, "base64")), fresh);
  yield FORM;
  yield fresh;
  for await (const { piece, number, isLast } of piecesOf(source, PIECE_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a stream with a private key (PKCS #8, base64). Throws when it was sealed for another key,
 * was changed, or is cut off.
 * @param {AsyncIterable<Buffer>} source
 */
export async function* unseal(source, privateKey) {
  const reader = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const head = FORM.length + SPKI_BYTES;
  while (held.length < head) {
    const { value, done } = await reader.next();
    if (done) break;
    held = Buffer.concat([held, value]);
  }
  if (held.length < head || !held.subarray(0, FORM.length).equals(FORM))
    throw new Error("This is no sealed copy.");
  const fresh = held.subarray(FORM.length, head);
  const key = keyOf(
    createPrivateKey({ key: Buffer.from(privateKey, "base64"), type: "pkcs8", format: "der" }),
    readPublic(fresh),
    fresh,
  );
  const rest = async function* rest() {
    yield held.subarray(head);
    yield* { [Symbol.asyncIterator]: () => reader };
  };
  for await (const { piece, number, isLast } of piecesOf(rest(), PIECE_BYTES + TAG_BYTES)) {
    const cipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    cipher.setAuthTag(piece.subarray(-TAG_BYTES));
    yield Buffer.concat([cipher.update(piece.subarray(0, -TAG_BYTES)), cipher.final()]);
  }
}

/**
 * Writes the sealed file for another machine.
 * @param {string} copies
 * @param {string} name of the copy of the database
 * @param {string} publicKey
 */
async function sealAway(copies, name, publicKey) {
  const away = join(copies, AWAY);
  const names = [name, "effects", "pictures"].filter((each) => existsSync(join(copies, each)));
  const tar = spawn("tar", ["-C", copies, "-cf", "-", ...names], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(tar, "close");
  await pipeline(
    tar.stdout,
    (source) => seal(source, publicKey),
    createWriteStream(`${away}.new`, { mode: 0o600 }),
  );
  const [code] = await ended;
  // 1: the list of effects grew while it was read.
  if (code > 1) throw new Error(`tar ended with ${code}`);
  renameSync(`${away}.new`, away);
  return away;
}

/**
 * Seals the copy for another machine and runs the operator's command, which finds the file in
 * $COPY. Stores whether it succeeded, for the desk.
 * @param {{ copies: string, name: string, command: string, publicKey: string }} options
 */
export async function sendAway({ copies, name, command, publicKey }) {
  const startedAt = Date.now();
  let trouble = null;
  try {
    const file = await sealAway(copies, name, publicKey);
    const child = spawn(command, {
      shell: true,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, COPY: file },
      timeout: COMMAND_MAX_MS,
    });
    const [code, signal] = await once(child, "close");
    if (code !== 0) trouble = `it ended with ${code ?? signal}`;
  } catch (error) {
    trouble = error.message;
  }
  try {
    writeStamp(join(copies, RESULT), JSON.stringify({ copy: name, trouble }));
  } catch (error) {
    trouble = error.message;
  }
  const ms = Date.now() - startedAt;
  if (trouble === null) console.log(JSON.stringify({ sentAway: name, outcome: "done", ms }));
  else console.error(JSON.stringify({ copyNotSentAway: name, outcome: trouble, ms }));
}

/** Returns whether the last copy could not be sent away. */
export function isAwayFailing(copies) {
  const text = readStamp(join(copies, RESULT));
  return text !== null && JSON.parse(text).trouble !== null;
}

/** Unpacks a sealed file into the folder of copies. Files that are there stay: they are newer. */
export async function unpackAway(file, copies, privateKey) {
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  const tar = spawn("tar", ["-C", copies, "--skip-old-files", "-xf", "-"], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(tar, "close");
  await pipeline(createReadStream(file), (source) => unseal(source, privateKey), tar.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
