import { TorobTokenClaims, TorobTokenHeader } from "../../../contract/torob.ts";

/** The maximum length of a token. Torob's tokens are shorter. */
const TOKEN_MAX = 2_048;

/**
 * True when Torob signed this token for this shop and it is valid now. The token is a compact JWT,
 * EdDSA with Ed25519. `publicKey` is SPKI in base64, `host` the shop's own host with its port,
 * `now` UTC milliseconds. Source: torob_api_token_guide.md.
 */
export async function isTokenOfTorob(
  token: string,
  { publicKey, host, now }: { publicKey: string; host: string; now: number },
): Promise<boolean> {
  if (token.length > TOKEN_MAX) return false;
  const parts = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(token);
  const [, header = "", claims = "", signature = ""] = parts ?? [];
  if (!parts || !TorobTokenHeader.safeParse(readJson(header)).success) return false;
  if (!(await isSigned(publicKey, `${header}.${claims}`, signature))) return false;
  const said = TorobTokenClaims.safeParse(readJson(claims));
  if (!said.success) return false;
  const { aud, exp, nbf } = said.data;
  return aud === host && nbf * 1_000 <= now && now < exp * 1_000;
}

async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const spki = fromBase64(publicKey);
  const signed = fromBase64(signature);
  if (!spki) throw new Error("Torob's public key is not base64");
  if (signed?.length !== 64) return false;
  const key = await crypto.subtle.importKey("spki", spki, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, key, signed, new TextEncoder().encode(text));
}

/** Parses a part of the token; undefined when it is not JSON in base64url. */
function readJson(part: string): unknown {
  const bytes = fromBase64(part);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Decodes base64 or base64url; undefined when the text is neither. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    return undefined;
  }
}
