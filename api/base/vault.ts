/**
 * Protects secrets at rest: AES-256-GCM with versioned keys for texts that are read again (gift
 * codes, card numbers), HMAC-SHA-256 for texts that are only compared (one-time codes, duplicate
 * cards). A sealed text is `version.iv.ciphertext`.
 */
export interface Vault {
  /** Versions of the known keys, newest first. The newest encrypts; all of them decrypt. */
  versions: readonly number[];
  /** `context` names the row: a sealed text that is copied to another row cannot be decrypted. */
  seal(plain: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
  /** Returns a hex HMAC. Equal texts with different purposes have different fingerprints. */
  fingerprint(purpose: string, text: string): Promise<string>;
}

interface VaultKeys {
  CODE_KEYS: Record<string, string>;
  HMAC_KEY: string;
}

const encoder = new TextEncoder();

export function createVault(keys: VaultKeys): Vault {
  const imported = new Map<string, Promise<CryptoKey>>();
  const versions = Object.keys(keys.CODE_KEYS)
    .map(Number)
    .toSorted((one, other) => other - one);
  const newest = String(versions[0]);
  const hmacKey = crypto.subtle.importKey(
    "raw",
    fromBase64(keys.HMAC_KEY),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );

  function sealingKey(version: string): Promise<CryptoKey> {
    const known = imported.get(version);
    if (known) return known;
    const raw = keys.CODE_KEYS[version];
    if (raw === undefined) throw new Error(`No key of version ${version} to open a sealed text`);
    const key = crypto.subtle.importKey("raw", fromBase64(raw), "AES-GCM", false, [
      "encrypt",
      "decrypt",
    ]);
    imported.set(version, key);
    return key;
  }

  return {
    versions,
    async seal(plain, context) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const algorithm = { name: "AES-GCM", iv, additionalData: encoder.encode(context) };
      const sealed = await crypto.subtle.encrypt(
        algorithm,
        await sealingKey(newest),
        encoder.encode(plain),
      );
      return `${newest}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
    },
    async open(sealed, context) {
      const [version = "", iv = "", ciphertext = ""] = sealed.split(".");
      const algorithm = {
        name: "AES-GCM",
        iv: fromBase64(iv),
        additionalData: encoder.encode(context),
      };
      return new TextDecoder().decode(
        await crypto.subtle.decrypt(algorithm, await sealingKey(version), fromBase64(ciphertext)),
      );
    },
    async fingerprint(purpose, text) {
      const signature = await crypto.subtle.sign(
        "HMAC",
        await hmacKey,
        encoder.encode(`${purpose}\n${text}`),
      );
      return toHex(new Uint8Array(signature));
    },
  };
}

/** Returns a hex SHA-256, for texts that cannot be guessed (tokens, request bodies, pictures). */
export async function sha256(text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Returns random URL-safe text; 16 bytes make 22 characters with 128 bits of entropy. */
export function randomId(bytes = 16): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** Returns random letters and digits, without characters that people confuse. */
export function randomLetters(count: number): string {
  const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ23";
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => LETTERS.charAt(byte % 32))
    .join("");
}

/** Compares two texts of the same length in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
