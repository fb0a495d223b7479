import { describe, expect, it } from "vitest";
import { cleanJpeg } from "../../api/base/image/jpeg.ts";
import { readImage } from "../../api/base/image/image.ts";
import { JFIF, bytesOf, exifOf, jpeg, segment } from "../support/images.ts";

const END = [0xff, 0xd9];
const clean = (bytes: Uint8Array) => cleanJpeg(bytes)?.bytes;
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("latin1");

describe("a JPEG", () => {
  it("stays unchanged when there is nothing to remove", () => {
    const bytes = jpeg({ width: 24, height: 16 });
    expect(readImage(bytes)).toEqual({ mediaType: "image/jpeg", width: 24, height: 16, bytes });
  });

  it("loses location, camera, comments and all other metadata", () => {
    const metadata = [
      exifOf(1),
      segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x/>"),
      segment(0xed, "Photoshop 3.0\0"),
    ];
    const profile = segment(0xe2, "ICC_PROFILE\0", [1, 1], "profile");
    const bytes = jpeg({
      before: [
        JFIF,
        ...metadata,
        profile,
        segment(0xfe, "<script>alert(1)</script>"),
        segment(0xef, "x"),
      ],
    });
    expect(clean(bytes)).toEqual(jpeg());
  });

  it.each([2, 3, 4, 5, 6, 7, 8])(
    "keeps orientation %i of its EXIF data and nothing else",
    (orientation) => {
      for (const isLittleEndian of [true, false]) {
        const bytes = clean(jpeg({ before: [exifOf(orientation, { isLittleEndian })] }));
        const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
        const entry = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
        const tiff = [...header, 0, 1, ...entry, 0, 0, 0, 0];
        expect(bytes).toEqual(jpeg({ before: [segment(0xe1, "Exif\0\0", tiff)] }));
        expect(clean(bytes ?? jpeg())).toEqual(bytes);
      }
    },
  );

  it("keeps the first of several orientations, and no invalid one", () => {
    expect(clean(jpeg({ before: [exifOf(1), exifOf(6)] }))).toEqual(jpeg({ before: [] }));
    for (const orientation of [0, 9, 65_535])
      expect(clean(jpeg({ before: [exifOf(orientation)] }))).toEqual(jpeg({ before: [] }));
  });

  it("loses broken EXIF data without being refused", () => {
    const tiffs = [
      "",
      "II",
      "II*\0\xff\xff\xff\xff",
      "MM\0*\0\0\0\x08\xff\xff",
      "II*\0\x08\0\0\0\x01\0\x12\x01\x03",
      "XX*\0\x08\0\0\0\0\0\0\0\0\0",
    ];
    for (const tiff of tiffs)
      expect(clean(jpeg({ before: [segment(0xe1, "Exif\0\0", tiff)] }))).toEqual(
        jpeg({ before: [] }),
      );
    for (const start of ["Exif", "Exif\0", ""])
      expect(clean(jpeg({ before: [segment(0xe1, start)] }))).toEqual(jpeg({ before: [] }));
  });

  it("keeps its colour information, but no thumbnail, which may show what was cropped", () => {
    const withThumbnail = segment(0xe0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 2, 1], "secret");
    const extension = segment(0xe0, "JFXX\0", [0x10], "thumbnail");
    const adobe = segment(0xee, "Adobe", [0, 100, 0, 0, 0, 0, 1]);
    const adobeWithMore = segment(0xee, "Adobe", [0, 100, 0, 0, 0, 0, 1], "and more");
    expect(clean(jpeg({ before: [withThumbnail, extension, adobeWithMore] }))).toEqual(
      jpeg({ before: [JFIF, adobe] }),
    );
  });

  it("may have fill bytes before its markers and restart markers in its data", () => {
    const filled = jpeg({ end: [0xff, 0xff, 0xff, 0xd9] });
    expect(clean(filled)).toEqual(jpeg());
    const restarting = jpeg({
      end: bytesOf([0xff, 0x00, 0x12, 0xff, 0xd0, 0x34, 0xff, 0xd7, 0x56], END),
    });
    expect(clean(restarting)).toEqual(restarting);
  });

  it("is refused when it is truncated anywhere", () => {
    const bytes = jpeg({ before: [JFIF, exifOf(6)] });
    for (let length = 0; length < bytes.length; length++)
      expect(cleanJpeg(bytes.subarray(0, length))).toBeNull();
  });

  it.each([
    ["a ZIP", "PK\u0003\u0004"],
    ["an HTML page", "<html><script>alert(1)</script>"],
    ["a video", "\0\0\0\u0018ftypmp42"],
    ["another picture that it does not announce", text(jpeg())],
    ["one byte", "\0"],
  ])("loses %s after its end", (_what, tail) => {
    expect(clean(jpeg({ end: bytesOf(END, tail) }))).toEqual(jpeg());
  });

  it("loses the pictures and trailers that phones append to it", () => {
    const announced = segment(0xe2, "MPF\0MM\0*");
    expect(clean(jpeg({ before: [announced], end: bytesOf(END, jpeg()) }))).toEqual(
      jpeg({ before: [] }),
    );
    expect(
      clean(
        jpeg({ end: bytesOf(END, "\0\0\u0001\u000aImage_UTC_Data", "SEFH", [0, 0, 0, 0], "SEFT") }),
      ),
    ).toEqual(jpeg());
  });

  it.each([
    ["no frame", bytesOf([0xff, 0xd8], JFIF, END)],
    ["no data", jpeg({ end: END }).subarray(0, 20)],
    ["two frames", jpeg({ before: [segment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])] })],
    ["no height", jpeg({ height: 0 })],
    ["no width", jpeg({ width: 0 })],
    ["twelve bits", jpeg({ before: [segment(0xc1, [12, 0, 8, 0, 8, 1, 1, 0x11, 0])] })],
    [
      "a compression that no browser supports",
      jpeg({ before: [segment(0xc3, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])] }),
    ],
    ["text in a table", jpeg({ before: [segment(0xdb, [0], "x".repeat(70))] })],
    [
      "text after a code table",
      jpeg({
        before: [
          segment(
            0xc4,
            Array.from({ length: 17 }, () => 0),
            "x",
          ),
        ],
      }),
    ],
    ["an empty table", jpeg({ before: [segment(0xdb)] })],
    ["an unknown marker", jpeg({ before: [segment(0x02, "x")] })],
    ["a second start marker", jpeg({ before: [[0xff, 0xd8]] })],
    ["bytes between its segments", jpeg({ before: [JFIF, "x"] })],
    ["a segment shorter than its length field", jpeg({ before: [[0xff, 0xdb, 0, 1]] })],
    [
      "a scan before its frame",
      bytesOf([0xff, 0xd8], segment(0xda, [1, 1, 0, 0, 63, 0]), [1, 2, 3], END),
    ],
  ])("is refused with %s", (_what, bytes) => {
    expect(cleanJpeg(bytes)).toBeNull();
  });

  // A reader that scanned the rest again for each segment would exceed the time limit of a test.
  it("is read in linear time, even with a million empty segments", () => {
    const bytes = bytesOf(
      [0xff, 0xd8],
      Array.from({ length: 5_000_000 }, (_, at) => [0xff, 0xfe, 0, 2][at % 4] ?? 0),
      jpeg().subarray(2),
    );
    expect(clean(bytes)).toEqual(jpeg());
  });
});
