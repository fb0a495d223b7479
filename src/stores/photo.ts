import { drawAnew } from "./draw-anew.ts";

/**
 * Turns a file that somebody chose as a photo into one that can be sent, or into an error message.
 */

export const SENT_TYPES = ["image/jpeg", "image/png", "image/webp"];

const NO_IMAGE = "فرمت فایل باید تصویر باشد";
const EMPTY = "این فایل خالی است. عکس را دوباره انتخاب کنید.";
const BROKEN = "این عکس باز نمی‌شود؛ شاید ناقص ذخیره شده است. دوباره عکس بگیرید.";

const UNREADABLE =
  "مرورگر شما این نوع عکس را باز نمی‌کند. با دوربین عکس بگیرید، یا از عکس اسکرین‌شات بگیرید و آن را بفرستید.";

/** Image formats of phones that many browsers cannot open, recognised by their first bytes. */
const FOREIGN: readonly [name: string, beginning: RegExp][] = [
  ["HEIC", /^.{4}ftyp(?:hei|hev|mif1|msf1)/s],
  ["AVIF", /^.{4}ftypavi/s],
  ["JPEG XL", /^(?:ÿ\n|.{4}JXL )/s],
  ["TIFF", /^(?:II\*\0|MM\0\*)/s],
];

/**
 * Returns the photo to send: drawn again where the browser can, else the original if the shop can
 * read it. Otherwise returns an error message.
 */
export async function preparePhoto(file: File): Promise<File | string> {
  if (file.size === 0) return EMPTY;
  const beginning = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const letters = String.fromCharCode(...beginning);
  const foreign = FOREIGN.find(([, pattern]) => pattern.test(letters))?.[0];
  if (foreign === undefined && !file.type.startsWith("image/") && file.type !== "") return NO_IMAGE;
  const drawn = await drawAnew(file);
  if (drawn) return drawn;
  if (foreign !== undefined) return `${UNREADABLE} (${foreign})`;
  return SENT_TYPES.includes(file.type) ? file : NO_IMAGE;
}

/** Returns the message for a file that the shop could not read as an image. */
export const brokenPhoto = (file: File): string =>
  SENT_TYPES.includes(file.type) ? BROKEN : NO_IMAGE;
