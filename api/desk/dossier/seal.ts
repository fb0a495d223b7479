/**
 * Seals dossiers for the owner's offline key: ECDH on P-256 with a fresh key pair for each dossier,
 * HKDF-SHA-256 and AES-256-GCM. The database and all secrets of the shop are not enough to open
 * them; `scripts/dossier/` opens them with the private key.
 */

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;

/**
 * Encrypts a text for a public key (SPKI, base64). The result is version, fresh public key (raw),
 * nonce and ciphertext, in base64, separated by dots.
 */
export async function sealDossier(publicKey: string, text: string): Promise<string> {
  const fresh = (await crypto.subtle.generateKey(CURVE, false, ["deriveBits"])) as CryptoKeyPair;
  const raw = new Uint8Array(
    (await crypto.subtle.exportKey("raw", fresh.publicKey)) as ArrayBuffer,
  );
  const owners = await crypto.subtle.importKey("spki", fromBase64(publicKey), CURVE, false, []);
  // The parameter is named `public`, but the types of Workers name it `$public`.
  const agreement = { name: "ECDH", public: owners } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const agreed = await crypto.subtle.deriveBits(agreement, fresh.privateKey, 256);
  const material = await crypto.subtle.importKey("raw", agreed, "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: raw,
    info: new TextEncoder().encode("dossier"),
  };
  const key = await crypto.subtle.deriveKey(
    derivation,
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    key,
    new TextEncoder().encode(text),
  );
  return ["1", toBase64(raw), toBase64(iv), toBase64(new Uint8Array(sealed))].join(".");
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
