import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from "node:crypto";

/**
 * Makes the keys for sealed dossiers and opens dossiers that api/desk/dossier/seal.ts has sealed.
 * The owner runs this on a machine that is not the shop.
 */

/** The bytes that precede the curve point in the SPKI form of a P-256 public key. */
const SPKI_BEGINNING = Buffer.from("3059301306072a8648ce3d020106082a8648ce3d030107034200", "hex");

/** Makes a key pair in the forms SPKI (public) and PKCS #8 (private), base64-encoded. */
export function makeDossierKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    DOSSIER_PUBLIC_KEY: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    DOSSIER_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
  };
}

/** Opens a sealed dossier. Throws when it was sealed for another key or has been changed. */
export function openDossier(privateKey, sealed) {
  const [version, ...parts] = sealed.split(".");
  if (version !== "1") throw new Error(`A dossier of the unknown version ${version}`);
  const [point, iv, text] = parts.map((part) => Buffer.from(part, "base64"));
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_BEGINNING, point]),
    type: "spki",
    format: "der",
  });
  const owners = createPrivateKey({
    key: Buffer.from(privateKey, "base64"),
    type: "pkcs8",
    format: "der",
  });
  const agreed = diffieHellman({ privateKey: owners, publicKey });
  const key = Buffer.from(hkdfSync("sha256", agreed, point, "dossier", 32));
  const decipher = createDecipheriv("aes-256-gcm", key, iv);
  decipher.setAuthTag(text.subarray(-16));
  const opened = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]);
  return JSON.parse(opened.toString("utf8"));
}

/** Finds the sealed dossiers in any text, such as the JSON that wrangler prints. */
export const findSealed = (text) =>
  text.match(/\b1\.[A-Za-z0-9+/]{86,}={0,2}\.[A-Za-z0-9+/]{16}\.[A-Za-z0-9+/]+={0,2}/g) ?? [];
