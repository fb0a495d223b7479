import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readImage } from "../../api/base/image/image.ts";
import { decodesToRows } from "../../api/base/image/png-data.ts";
import { cleanPng } from "../../api/base/image/png.ts";
import { bytesOf, chunk, png } from "../support/images.ts";

const clean = (bytes: Uint8Array) => cleanPng(bytes)?.bytes;
const SIGNATURE = png().subarray(0, 8);
const data = chunk("IDAT", deflateSync(new Uint8Array(6)));
const header = (...fields: number[]) => chunk("IHDR", [0, 0, 0, 2, 0, 0, 0, 2], fields);
const file = (...chunks: Uint8Array[]) => bytesOf(SIGNATURE, ...chunks, chunk("IEND"));

describe("a PNG", () => {
  it("stays unchanged when there is nothing to remove", () => {
    const bytes = png({ width: 3, height: 5 });
    expect(readImage(bytes)).toEqual({ mediaType: "image/png", width: 3, height: 5, bytes });
  });

  it("loses texts, times, EXIF, further frames and unknown chunks", () => {
    const before = [
      chunk("tEXt", "Comment\0<script>"),
      chunk("eXIf", "MM\0*"),
      chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]),
      chunk("zTXt", "a\0\0x"),
    ];
    const after = [
      chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0"),
      chunk("tIME", [7, 233, 1, 1, 0, 0, 0]),
      chunk("fdAT", "frame"),
      chunk("abCd", "x"),
    ];
    expect(clean(png({ before, after }))).toEqual(png());
  });

  it("keeps the chunks that change its appearance", () => {
    const before = [
      chunk("gAMA", [0, 1, 134, 160]),
      chunk("sRGB", [0]),
      chunk("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]),
      chunk("iCCP", "p\0\0x"),
      chunk("bKGD", [0, 0]),
    ];
    const bytes = png({ before });
    expect(clean(bytes)).toEqual(bytes);
  });

  it("loses a chunk that is longer than its type allows", () => {
    expect(
      clean(
        png({
          before: [
            chunk("gAMA", [0, 1, 134, 160], "<script>"),
            chunk("bKGD", "35.6892 N 51.3890 E"),
          ],
        }),
      ),
    ).toEqual(png());
  });

  it("may have one palette, before its data", () => {
    const palette = chunk("PLTE", [0, 0, 0, 255, 255, 255]);
    const indexed = file(header(8, 3, 0, 0, 0), palette, data);
    expect(clean(indexed)).toEqual(indexed);
    expect(cleanPng(file(header(8, 3, 0, 0, 0), data))).toBeNull();
    expect(cleanPng(file(header(8, 3, 0, 0, 0), palette, palette, data))).toBeNull();
    expect(cleanPng(file(header(8, 2, 0, 0, 0), data, palette))).toBeNull();
    expect(cleanPng(file(header(8, 3, 0, 0, 0), chunk("PLTE", [1, 2]), data))).toBeNull();
  });

  it.each(["<script>alert(1)</script>", "PK\u0003\u0004", "\0".repeat(5000), png()])(
    "loses the bytes after its end",
    (tail) => {
      expect(cleanPng(png({ end: bytesOf(chunk("IEND"), tail) }))?.bytes).toEqual(png());
    },
  );

  it("is refused when it is truncated anywhere", () => {
    const bytes = png({ before: [chunk("tEXt", "a\0b")] });
    for (let length = 0; length < bytes.length; length++)
      expect(cleanPng(bytes.subarray(0, length))).toBeNull();
  });

  it("is refused when any byte of it is changed", () => {
    const bytes = png();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytesOf(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      expect(cleanPng(changed)).toBeNull();
    }
  });

  it.each([
    ["an end chunk with content", png({ end: chunk("IEND", "x") })],
    ["no data", file(header(8, 0, 0, 0, 0))],
    ["data in two places", file(header(8, 0, 0, 0, 0), data, chunk("tEXt", "a\0b"), data)],
    ["two headers", file(header(8, 0, 0, 0, 0), header(8, 0, 0, 0, 0), data)],
    ["a header that is not first", file(chunk("tEXt", "a\0b"), header(8, 0, 0, 0, 0), data)],
    ["an unknown critical chunk", png({ before: [chunk("CgBI", [0, 0, 0, 0])] })],
    ["a chunk with an invalid name", png({ before: [chunk("a\0b ", "x")] })],
    ["an unknown colour type", file(header(8, 1, 0, 0, 0), data)],
    ["a bit depth that its colour type does not allow", file(header(4, 2, 0, 0, 0), data)],
    ["an unknown compression", file(header(8, 0, 1, 0, 0), data)],
    ["an unknown interlace method", file(header(8, 0, 0, 0, 2), data)],
    ["no width", png({ width: 0 })],
    ["no height", png({ height: 0 })],
  ])("is refused with %s", (_what, bytes) => {
    expect(cleanPng(bytes)).toBeNull();
  });

  it("has the size that its header states", () => {
    expect(cleanPng(png({ width: 50_000, height: 50_000 }))).toMatchObject({
      width: 50_000,
      height: 50_000,
    });
  });
});

describe("the data of a PNG", () => {
  const rows = (...bytes: number[]) => chunk("IDAT", deflateSync(new Uint8Array(bytes)));
  const grey = header(8, 0, 0, 0, 0);
  const whole = deflateSync(new Uint8Array(6));

  it.each([
    ["grey rows", file(grey, data)],
    ["rows with each filter", png({ width: 4, height: 5 })],
    ["bits that do not fill a byte", file(header(1, 0, 0, 0, 0), rows(0, 128, 4, 64))],
    ["colours with alpha of 16 bits", file(header(16, 6, 0, 0, 0), rows(...Array(34).fill(0)))],
    [
      "three passes of an interlaced picture",
      file(header(8, 0, 0, 0, 1), rows(0, 1, 0, 1, 0, 1, 1)),
    ],
    [
      "data in several chunks",
      file(grey, chunk("IDAT", whole.subarray(0, 3)), chunk("IDAT", whole.subarray(3))),
    ],
  ])("is drawn: %s", async (_what, bytes) => {
    expect(clean(bytes)).toEqual(bytes);
    expect(await decodesToRows(bytes)).toBe(true);
  });

  it.each([
    ["is not compressed", chunk("IDAT", "no data at all")],
    ["ends early", chunk("IDAT", whole.subarray(0, -5))],
    ["has a row too few", rows(0, 1, 1)],
    ["has half a row", rows(0, 1, 1, 0, 1)],
    ["has a row too many", rows(0, 1, 1, 0, 1, 1, 0, 1, 1)],
    ["has an unknown filter", rows(0, 1, 1, 5, 1, 1)],
  ])("is refused when it %s", async (_what, bytes) => {
    const picture = file(grey, bytes);
    expect(clean(picture)).toEqual(picture);
    expect(await decodesToRows(picture)).toBe(false);
  });
});
