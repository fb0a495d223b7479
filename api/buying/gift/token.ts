import { randomId } from "../../base/vault.ts";

const TOKEN_BYTES = 18;

/**
 * Returns the secret of a link: 24 letters and digits, 142 bits. It has no «_», because the SMS
 * provider does not accept this within a word, and no «-», because phones leave it out at the end
 * of a tapped link.
 */
export function newToken(): string {
  for (;;) {
    const token = randomId(TOKEN_BYTES);
    if (isToken(token)) return token;
  }
}

/** True for a text in the form of a link's secret; any other text is refused without a query. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9]{24}$/.test(text);
}
