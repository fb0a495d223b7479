import { describe, expect, it, test } from "vitest";
import { decodeFile, findCodes, nextLines, troubleOfSize } from "../../persian/code-file.ts";

const LIMITS = { linesMax: 1_000, signsMax: 50 };

async function* piecesOf(bytes: Uint8Array, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const decode = (bytes: Uint8Array | Buffer) => decodeFile(piecesOf(new Uint8Array(bytes)));
const codesIn = (text: string, column?: number) => findCodes(text, LIMITS, column);

describe("a file is read whatever wrote it:", () => {
  const text = "کد\nABCD-1234-EFGH\nWXYZ-۵۶۷۸-IJKL\n";
  const swapped = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 of Windows", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, the other way round", swapped],
    ["UTF-16 without a mark", Buffer.from("ABCD-1234-EFGH\nWXYZ-5678-IJKL\n", "utf16le")],
    ["the same, the other way round", Buffer.from("ABCD-1234\nEFGH-5678\n", "utf16le").swap16()],
  ])("%s", async (_, bytes) => {
    const read = await decode(bytes);
    expect(read).toEqual({ text: expect.stringMatching(/ABCD-1234/) });
    const found = codesIn("text" in read ? read.text : "");
    expect(found).toMatchObject({ codes: [expect.stringMatching(/^ABCD/), expect.any(String)] });
  });

  it.each([
    ["windows-1256 is told", [0xe3, 0xce, 0xcf, 0x0a], /UTF-8/],
    ["half a sign is told", [0x41, 0xd8], /UTF-8/],
    ["a workbook is told", [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0], /اکسل/],
    ["an old workbook is told", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /اکسل/],
    ["a PDF is told", [0x25, 0x50, 0x44, 0x46, 0x2d], /متن ساده/],
  ])("%s", async (_, bytes, sentence) => {
    expect(await decode(new Uint8Array(bytes))).toEqual({
      trouble: expect.stringMatching(sentence),
    });
  });

  test("a file that is too large is told before and while it is read", async () => {
    expect(troubleOfSize(100 * 1024 * 1024)).toMatch(/مگابایت/);
    expect(troubleOfSize(1_000)).toBeNull();
    const piece = new Uint8Array(1024 * 1024).fill(65);
    async function* endless() {
      for (;;) yield piece;
    }
    expect(await decodeFile(endless())).toEqual({ trouble: expect.stringMatching(/مگابایت/) });
  });
});

describe("codes are found in", () => {
  it.each<[string, string, string[], number]>([
    ["a plain text", "AAAA-1111\r\nBBBB 2222\r\n\r\n", ["AAAA-1111", "BBBB 2222"], 0],
    ["old ends of lines", "AAAA1111\rBBBB2222", ["AAAA1111", "BBBB2222"], 0],
    ["a text with an empty line", "AAAA1111\n\nBBBB2222\n", ["AAAA1111", "", "BBBB2222"], 0],
    ["a head over one column", "Code\nAAAA1111\n", ["AAAA1111"], 1],
    ["a Persian head", "ردیف;کد;مبلغ\n1;AAAA1111;50\n2;BBBB2222;50", ["AAAA1111", "BBBB2222"], 1],
    ["the code before the serial", "serial,code\n777777777,AAAA1111", ["AAAA1111"], 1],
    ["tabs", "1\tAAAA1111\n2\tBBBB2222", ["AAAA1111", "BBBB2222"], 0],
    ["quotes", 'pin\n"AA,AA"\n"BB""BB"\n', ["AA,AA", 'BB"BB'], 1],
    ["quoted cells", '"1","AAAA1111"\n"2","BBBB;222"', ["AAAA1111", "BBBB;222"], 0],
  ])("%s", (_, text, codes, head) => {
    expect(codesIn(text)).toMatchObject({ codes, head });
  });

  test("a column that somebody chose", () => {
    const text = "AAAA1111,CCCC3333\nBBBB2222,DDDD4444";
    expect(codesIn(text)).toMatchObject({ column: 0, columns: ["ستون ۱", "ستون ۲"] });
    expect(codesIn(text, 1)).toMatchObject({ codes: ["CCCC3333", "DDDD4444"] });
  });

  test("nothing that is no file of codes", () => {
    expect(codesIn("\ufeff\r\n \n")).toEqual({ trouble: expect.stringMatching(/کدی ندارد/) });
    expect(codesIn("code\n\n")).toEqual({ trouble: expect.stringMatching(/کدی ندارد/) });
    expect(codesIn('AAAA1111\n"BBBB')).toEqual({ trouble: expect.stringMatching(/سطر ۲/) });
    const long = Array.from({ length: 1_001 }, (_, at) => `CODE${String(at)}`).join("\n");
    expect(codesIn(long)).toEqual({ trouble: expect.stringMatching(/۱٬۰۰۱ .* ۱٬۰۰۰/) });
  });
});

test("a long line stays too long, and a call carries what fits into it", () => {
  const { codes } = codesIn(`${"A".repeat(900)}\nBBBB2222`) as { codes: string[] };
  expect(codes.map((code) => code.length)).toEqual([51, 8]);
  const many = Array.from({ length: 3_000 }, () => "ک".repeat(40));
  const lines = nextLines(many, 0, 1_000);
  expect(Buffer.byteLength(JSON.stringify({ first: 1, lines }))).toBeLessThan(64 * 1024);
  expect(lines.length).toBeGreaterThan(400);
  expect(nextLines(["A".repeat(40_000), "B"], 0, 10)).toHaveLength(1);
  expect(nextLines(many, 2_990, 1_000)).toHaveLength(10);
});
