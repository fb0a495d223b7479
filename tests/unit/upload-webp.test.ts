import { describe, expect, it } from "vitest";
import { readImage } from "../../api/base/image/image.ts";
import { readOrientation } from "../../api/base/image/exif.ts";
import { cleanWebp } from "../../api/base/image/webp.ts";
import { bytesOf, exifOf, riff, riffChunk, vp8l, vp8x } from "../support/images.ts";

const clean = (bytes: Uint8Array) => cleanWebp(bytes)?.bytes;
/** A lossy key frame of 4 × 3 pixels, by its header. */
const lossy = (tag = [0x10, 0x02, 0x00], startCode = [0x9d, 0x01, 0x2a]) =>
  riffChunk(
    "VP8 ",
    tag,
    startCode,
    [4, 0, 3, 0],
    Array.from({ length: 17 }, () => 7),
  );

describe("a WebP", () => {
  it("stays unchanged when there is nothing to remove", () => {
    expect(readImage(riff(vp8l(7, 9)))).toEqual({
      mediaType: "image/webp",
      width: 7,
      height: 9,
      bytes: riff(vp8l(7, 9)),
    });
    expect(readImage(riff(lossy()))).toEqual({
      mediaType: "image/webp",
      width: 4,
      height: 3,
      bytes: riff(lossy()),
    });
    const extended = riff(
      vp8x(0x30, 4, 3),
      riffChunk("ICCP", "profile"),
      riffChunk("ALPH", "x"),
      lossy(),
    );
    expect(clean(extended)).toEqual(extended);
  });

  it("loses EXIF, XMP and unknown chunks, and their flags", () => {
    const metadata = [
      riffChunk("EXIF", "II*\0 GPS"),
      riffChunk("XMP ", "<x:xmpmeta/>"),
      riffChunk("evil", "<script>"),
    ];
    expect(clean(riff(vp8x(0x2c), riffChunk("ICCP", "p"), vp8l(), ...metadata))).toEqual(
      riff(vp8x(0x20), riffChunk("ICCP", "p"), vp8l()),
    );
    expect(clean(riff(vp8l(), ...metadata))).toEqual(riff(vp8l()));
  });

  it("keeps only the orientation of its EXIF, in both byte orders", () => {
    const webp = (exif: Uint8Array, flags = 0x08) =>
      riff(vp8x(flags), vp8l(), riffChunk("EXIF", exif));
    const kept = clean(webp(exifOf(6).subarray(10)));
    const alone = kept?.subarray(-26) ?? bytesOf();
    expect(readOrientation(bytesOf("Exif\0\0", alone))).toBe(6);
    expect(kept).toEqual(webp(alone));
    expect(Buffer.from(kept ?? []).toString("latin1")).not.toMatch(/GPS|Sam/);
    for (const exif of [exifOf(6).subarray(4), exifOf(6, { isLittleEndian: false }).subarray(10)])
      expect(clean(webp(exif, 0x0c))).toEqual(kept);
    expect(clean(webp(exifOf(1).subarray(10)))).toEqual(riff(vp8x(0), vp8l()));
  });

  it("loses the bytes after its end", () => {
    expect(clean(bytesOf(riff(vp8l()), "<script>alert(1)</script>"))).toEqual(riff(vp8l()));
  });

  it("gets its padding set to zero", () => {
    const bytes = riff(riffChunk("ICCP", "p"));
    bytes[bytes.length - 1] = 0x41;
    const gap = bytesOf(bytes.subarray(12));
    expect(clean(riff(vp8x(0x20), gap, vp8l()))).toEqual(
      riff(vp8x(0x20), riffChunk("ICCP", "p"), vp8l()),
    );
  });

  it("is refused when it is truncated anywhere", () => {
    const bytes = riff(vp8x(0x08), vp8l(), riffChunk("EXIF", "x"));
    for (let length = 0; length < bytes.length; length++)
      expect(cleanWebp(bytes.subarray(0, length))).toBeNull();
  });

  it.each([
    ["no picture", riff(vp8x(0))],
    ["no chunk", riff()],
    ["two pictures", riff(vp8l(), vp8l())],
    ["the flag of an animation", riff(vp8x(0x02), vp8l())],
    ["a frame of an animation", riff(vp8x(0), riffChunk("ANMF", "x".repeat(24)), vp8l())],
    ["a canvas of another size", riff(vp8x(0, 2, 2), vp8l(1, 1))],
    ["an extended header that is not first", riff(vp8l(), vp8x(0))],
    ["a short extended header", riff(riffChunk("VP8X", [0, 0]), vp8l())],
    ["a profile without its flag", riff(riffChunk("ICCP", "p"), vp8l())],
    ["a chunk longer than the file", riff(vp8l(), bytesOf("EXIF", [0xff, 0xff, 0xff, 0xff]))],
    ["half a chunk", riff(vp8l(), "EXI")],
    ["an invalid lossless picture", riff(riffChunk("VP8L", [0x2e, 0, 0, 0, 0, 1]))],
    ["a lossless picture of a future version", riff(riffChunk("VP8L", [0x2f, 0, 0, 0, 0x20, 1]))],
    ["a lossless picture without data", riff(riffChunk("VP8L", [0x2f, 0, 0, 0, 0]))],
    ["a frame that depends on an earlier one", riff(lossy([0x11, 0x02, 0x00]))],
    ["a wrong start code", riff(lossy([0x10, 0x02, 0x00], [0x9d, 0x01, 0x2b]))],
    ["a partition longer than the picture", riff(lossy([0xf0, 0xff, 0xff]))],
    ["a picture too short for a header", riff(riffChunk("VP8 ", [0x10, 0x02, 0x00, 0x9d, 0x01]))],
  ])("is refused with %s", (_what, bytes) => {
    expect(cleanWebp(bytes)).toBeNull();
  });
});
