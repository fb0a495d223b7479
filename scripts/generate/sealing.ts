import { createCipheriv, createHmac, createSecretKey } from "node:crypto";

/**
 * Seals and fingerprints like the shop's vault (api/base/vault.ts), but synchronously and with an
 * initialisation vector made from the row of the text: with the same seed the bytes are the same,
 * and sealing a hundred thousand codes takes only seconds.
 */
export interface Sealing {
  seal(plain: string, context: string): string;
  fingerprint(purpose: string, text: string): string;
}

export function createSealing(keys: { CODE_KEYS: string; HMAC_KEY: string }): Sealing {
  const versions = JSON.parse(keys.CODE_KEYS) as Record<string, string>;
  const newest = Math.max(...Object.keys(versions).map(Number));
  // Keys are imported once: importing them for each text would take five times as long.
  const readKey = (text: string) => createSecretKey(text, "base64");
  const key = readKey(versions[newest] ?? "");
  const hmacKey = readKey(keys.HMAC_KEY);
  const hmac = (text: string) => createHmac("sha256", hmacKey).update(text);
  return {
    seal(plain, context) {
      const iv = hmac(`generated\n${context}`).digest().subarray(0, 12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      const whole = Buffer.concat([sealed, cipher.getAuthTag()]);
      return `${newest}.${iv.toString("base64")}.${whole.toString("base64")}`;
    },
    fingerprint: (purpose, text) => hmac(`${purpose}\n${text}`).digest("hex"),
  };
}
