import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  TOROB_TOKEN_HEADER,
  TOROB_TOKEN_VERSION,
  TOROB_TOKEN_VERSION_HEADER,
} from "../../contract/torob.ts";

/** The key pair that shared test shops accept as Torob's. */
const torobKeys = generateKeyPairSync("ed25519");

export const torobVars = {
  TOROB_PUBLIC_KEY: torobKeys.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
};

export interface TorobToken {
  /** The shop's host. */
  audience: string;
  now?: number;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject;
}

/** Makes a token as Torob does. With `header`, `claims` or `key`, that part of it is forged. */
export function torobToken({
  audience,
  now = Date.now(),
  header,
  claims,
  key,
}: TorobToken): string {
  const seconds = Math.floor(now / 1_000);
  const parts = [
    { alg: "EdDSA", typ: "JWT", v: 1, ...header },
    { aud: audience, exp: seconds + 300, nbf: seconds - 60, ...claims },
  ];
  return torobSigned(parts.map((part) => base64url(JSON.stringify(part))).join("."), key);
}

export function torobSigned(text: string, key = torobKeys.privateKey): string {
  return `${text}.${base64url(sign(null, Buffer.from(text), key))}`;
}

/** The headers of Torob's requests. */
export function torobHeaders(token: TorobToken): Record<string, string> {
  return {
    [TOROB_TOKEN_HEADER]: torobToken(token),
    [TOROB_TOKEN_VERSION_HEADER]: TOROB_TOKEN_VERSION,
  };
}

const base64url = (text: string | Buffer) => Buffer.from(text).toString("base64url");
