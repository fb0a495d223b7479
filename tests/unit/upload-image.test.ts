import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readImage } from "../../api/base/image/image.ts";
import { bytesOf, jpeg, png, riff, vp8l } from "../support/images.ts";

describe("a file", () => {
  it.each([
    ["empty", ""],
    ["a drawing with script", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["an HTML page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n%%EOF"],
    ["a ZIP", "PK\u0003\u0004"],
    ["a GIF with script", "GIF89a/*\u0001\u0000*/=1;alert(1)"],
    ["a video", "\0\0\0\u0018ftypmp42\0\0\0\0mp42isom"],
    ["a photo in a format of phones", "\0\0\0\u0018ftypheic\0\0\0\0mif1heic"],
    ["a bitmap", "BM\u0046\0\0\0"],
    [
      "a sound in the same container as WebP",
      riff().map((byte, at) => (at >= 8 && at < 12 ? ("WAVE".charCodeAt(at - 8) ?? byte) : byte)),
    ],
    ["the beginning of a JPEG", "\u00ff\u00d8\u00ff\u00e0"],
    ["the beginning of a PNG", png().subarray(0, 8)],
    ["compressed noise", deflateSync(Buffer.alloc(1000))],
  ])("is not an image when it is %s", (_what, content) => {
    expect(readImage(bytesOf(content))).toBeNull();
  });

  it("is read the same at any offset of its buffer", () => {
    for (const image of [jpeg(), png(), riff(vp8l())]) {
      const shifted = bytesOf("xyz", image).subarray(3);
      expect(readImage(shifted)).toEqual(readImage(image));
    }
  });

  it("never crashes the reader, whichever byte of it is changed", () => {
    for (const image of [jpeg(), png(), riff(vp8l())]) {
      for (let at = 0; at < image.length; at++) {
        for (const value of [0x00, 0x7f, 0xff]) {
          const changed = bytesOf(image);
          changed[at] = value;
          const read = readImage(changed);
          if (read) expect(readImage(read.bytes)).toEqual(read);
        }
      }
    }
  });
});
