import { generateKeyPairSync } from "node:crypto";

/** Torob's key pair, as far as shared shops know. */
export const torobKeys = generateKeyPairSync("ed25519");

export const torobVars = {
  TOROB_PUBLIC_KEY: torobKeys.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
};
