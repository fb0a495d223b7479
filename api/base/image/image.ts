import type { CleanPicture } from "./bytes.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

export const EXTENSIONS = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
} as const;
export type MediaType = keyof typeof EXTENSIONS;

export interface Image extends CleanPicture {
  mediaType: MediaType;
}

const PARSERS: readonly [MediaType, (bytes: Uint8Array) => CleanPicture | null][] = [
  ["image/jpeg", cleanJpeg],
  ["image/png", cleanPng],
  ["image/webp", cleanWebp],
];

/**
 * Parses a JPEG, PNG or WebP to its last byte and rewrites it without metadata. Returns null for
 * everything else, including files that only begin like an image. The file name and declared type
 * are ignored, because the sender controls them.
 */
export function readImage(bytes: Uint8Array): Image | null {
  for (const [mediaType, clean] of PARSERS) {
    const picture = clean(bytes);
    if (picture) return { mediaType, ...picture };
  }
  return null;
}
