/**
 * Sizes of the catalogue's pictures in pixels, and the highest number of bytes.
 * This file must not import zod: browser scripts import it, unlike the rest of contract/.
 */
export const PICTURES = {
  /** Twice the size of a card. */
  card: { width: 640, height: 400, maxBytes: 60_000 },
  /** Twice the size of the card in a row of a list; a page may show many such pictures. */
  small: { width: 176, height: 110, maxBytes: 10_000 },
  /** The size that social networks expect. */
  share: { width: 1200, height: 630, maxBytes: 200_000 },
  /**
   * Helps to answer a question; square, so that screenshots of phones and of computers both fit.
   */
  help: { width: 800, height: 800, maxBytes: 120_000 },
} as const;
export type PictureUse = keyof typeof PICTURES;
