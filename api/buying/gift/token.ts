import { randomId } from "../../base/vault.ts";

const TOKEN_BYTES = 18;

/**
 * Returns the secret of a link: 24 letters and digits, 142 bits. The SMS provider takes no «_» in a
 * word, and a «-» at its end would be left out of a tapped link.
 */
export function newToken(): string {
  for (;;) {
    const token = randomId(TOKEN_BYTES);
    if (isToken(token)) return token;
  }
}

/** True for what may be the secret of a link; anything else is refused without a question. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9]{24}$/.test(text);
}
