import { describe, expect, it, test } from "vitest";
import { readCode } from "../../api/desk/import/rules.ts";
import { WHOLE_LINE, findCodes, nextLines } from "../../persian/code-file.ts";
import { decodeFile, troubleOfSize } from "../../persian/text-file.ts";
import { noCodeKind, ownDoubt } from "../../persian/code-look.ts";
import {
  markedShapes,
  misfitOf,
  sayMisfit,
  shapeOf,
  shapesOfFile,
  wordyShapes,
} from "../../persian/code-shape.ts";
import { correctCharacters } from "../../persian/code-characters.ts";

const LIMITS = { linesMax: 1_000, charactersMax: 50 };

async function* piecesOf(bytes: Uint8Array, size = 7) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const decode = (bytes: Uint8Array | Buffer) => decodeFile(piecesOf(new Uint8Array(bytes)));
const codesIn = (text: string, column?: number) => findCodes(text, LIMITS, column);

describe("the encoding of a file is recognised:", () => {
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
    ["windows-1256 is reported", [0xe3, 0xce, 0xcf, 0x0a], /UTF-8/],
    ["half a character is reported", [0x41, 0xd8], /UTF-8/],
    ["a workbook is reported", [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0], /اکسل/],
    ["an old workbook is reported", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /اکسل/],
    ["a PDF is reported", [0x25, 0x50, 0x44, 0x46, 0x2d], /متن ساده/],
  ])("%s", async (_, bytes, sentence) => {
    expect(await decode(new Uint8Array(bytes))).toEqual({
      trouble: expect.stringMatching(sentence),
    });
  });

  test("a file that is too large is refused before it is read, and while it is read", async () => {
    expect(troubleOfSize(100 * 1024 * 1024)).toMatch(/مگابایت/);
    expect(troubleOfSize(1_000)).toBeNull();
    const piece = new Uint8Array(1024 * 1024).fill(65);
    async function* endless() {
      for (;;) yield piece;
    }
    expect(await decodeFile(endless())).toEqual({ trouble: expect.stringMatching(/مگابایت/) });
  });
});

/** Codes of one shape, unlike any other word in these files. */
const [A, B, C, D] = [
  "UDMY-1A2B-3C4D",
  "QXRT-9Z8Y-7W6V",
  "PLMN-5K4J-3H2G",
  "ASDF-0Q1W-2E3R",
] as const;
const four = [A, B, C, D];
const under = (...rows: string[]) => [...rows, ...four].join("\n");

describe("codes are found in", () => {
  it.each<[string, string, string[], number]>([
    ["a plain text", "AAAA-1111\r\nBBBB 2222\r\n\r\n", ["AAAA-1111", "BBBB 2222"], 0],
    ["old ends of lines", "AAAA1111\rBBBB2222", ["AAAA1111", "BBBB2222"], 0],
    ["a text with an empty line", "AAAA1111\n\nBBBB2222\n", ["AAAA1111", "", "BBBB2222"], 0],
    ["a head over one column", "Code\nAAAA1111\n", ["AAAA1111"], 1],
    ["a Persian head", "ردیف;کد;مبلغ\n1;AAAA1111;50\n2;BBBB2222;50", ["AAAA1111", "BBBB2222"], 1],
    ["the code before the serial", "serial,code\n777777777,AAAA1111", ["AAAA1111"], 1],
    ["tabs", "1\tAAAA1111\n2\tBBBB2222", ["AAAA1111", "BBBB2222"], 0],
    ["bars", `1|${A}|50\n2|${B}|50`, [A, B], 0],
    ["quotes", 'pin\n"AA,AA"\n"BB""BB"\n', ["AA,AA", 'BB"BB'], 1],
    ["quoted cells", '"1","AAAA1111"\n"2","BBBB;222"', ["AAAA1111", "BBBB;222"], 0],
    ["codes of two parts", "6006 1234\n6007 9876\n", ["6006 1234", "6007 9876"], 0],
    ["names with passwords", "john Pa55w0rd\nmary s3cr3t11", ["john Pa55w0rd", "mary s3cr3t11"], 0],
    ["a named separator", `sep=;\nRow;Code\n1;${A}\n2;${B}`, [A, B], 2],
    ["a title above", `Report of codes\n\nRow;Code\n1;${A}\n2;${B}`, [A, B], 3],
    [
      "a title with commas",
      `Gift cards, May 2025, 2\nRow,Code,Price\n1,${A},50\n2,${B},50`,
      [A, B],
      2,
    ],
    ["a title over one column", under("Steam Gift Cards 50 USD", "Code"), four, 2],
    ["a Persian title", under("کدهای استیم ۵۰ دلاری"), four, 1],
    ["empty lines above", `\n\n${under()}`, four, 2],
    ["a total below", `${under("Code")}\nTotal: 40`, four, 1],
    ["a Persian total below", `ردیف,کد,مبلغ\n1,${A},50\n2,${B},50\nجمع,,100\n`, [A, B], 1],
    ["a total with the count below", `Code,Price\n${A},50\n${B},50\nTotal,100`, [A, B], 1],
    ["breaks of lines in a note", `Code,Note\n${A},"one\ntwo, three"\n${B},ok`, [A, B], 1],
    ["a semicolon that Excel writes", `Code;Price\n${A};"1,50"\n${B};"2,50"`, [A, B], 1],
    ["empty cells that Excel adds", `Code,,\n${A},,\n${B},,\n`, [A, B], 1],
    [
      "texts that Excel keeps",
      'Code\n="0012345678"\n"=""0012345679"""\n',
      ["0012345678", "0012345679"],
      1,
    ],
    ["long texts that Excel keeps", '="AAAA"&"1111"\n="BB""B"&"2222"', ["AAAA1111", 'BB"B2222'], 0],
    ["marks of text", "Code\n'0012345678\n'0012345679", ["0012345678", "0012345679"], 1],
    ["a column behind an empty one", `,Code\n,${A}\n,${B}`, [A, B], 1],
    ["a table with a short first row", `Code,Price\n${A}\n${B},10,extra\n${C},10`, [A, B, C], 1],
    ["a code above its head", `${A}\nCode\n${B}\n${C}`, [A, "Code", B, C], 0],
    ["names before codes", `کد: ${A}\nکد: ${B}`, [`کد: ${A}`, `کد: ${B}`], 0],
    ["unknown heads of a table", `Foo,Bar,Baz\nx,${A},a\ny,${B},b`, [A, B], 1],
  ])("%s", (_, text, codes, headerRows) => {
    expect(codesIn(text)).toMatchObject({ codes, headerRows, isSure: true });
  });

  it.each(
    [
      [
        "Claim Code",
        "Voucher Code",
        "PIN Code",
        "Steam Key",
        "License key",
        "license_key",
        "LicenseKey",
      ],
      [
        "Redemption Code",
        "Code:",
        "CODE",
        "Card PIN",
        "Voucher PIN",
        "Gift code",
        "Activation code",
      ],
      ["Key", "Serial", "Serial No.", "E-PIN", "Product Key", "Redeem Code (USD)", "Game key #1"],
      ["کد کارت هدیه", "کد فعال‌سازی", "کد شارژ", "كد", "رمز کارت", "شماره سریال", "کد های هدیه"],
      ["Foo", "Wallet", "REDEEMTHIS", "eShop", "Nintendo eShop Card"],
    ].flat(),
  )("a column under «%s»", (name) => {
    expect(codesIn(under(name))).toMatchObject({ codes: four, headerRows: 1, leftOut: [name] });
    const table = `ردیف,${name}\n${four.map((code, at) => `${String(at + 1)},${code}`).join("\n")}`;
    expect(codesIn(table)).toMatchObject({ codes: four, headerRows: 1, column: 1, isSure: true });
  });

  it.each(
    [
      [
        "Order ID",
        "OrderID",
        "order_no",
        "Invoice",
        "Invoice No.",
        "Price",
        "SKU",
        "Tracking number",
      ],
      ["Transaction ID", "Customer", "Reference", "Username", "Ticket"],
      ["شماره سفارش", "شمارهٔ پیگیری", "شناسه", "شمارهٔ فاکتور", "کد سفارش", "نام کاربری", "کد ملی"],
    ].flat(),
  )("a column under «%s» only when a person chooses it, alone or beside others", (name) => {
    const beside = (other: string, cell: string) =>
      [`${name},${other}`, ...four.map((code) => `${code},${cell}`)].join("\n");
    for (const text of [under(name), beside("Date", "2026-11-26"), beside("وضعیت", "ارسال شد")]) {
      expect(codesIn(text)).toMatchObject({ headerRows: 1, column: 0, isSure: false });
      expect(codesIn(text, 0)).toMatchObject({ codes: four, isSure: true });
    }
    const right = [`${name},Code`, `${D},${A}`, `${C},${B}`, `${A},${C}`].join("\n");
    expect(codesIn(right)).toMatchObject({ codes: [A, B, C], column: 1 });
  });

  test("numbers that count up only when a person chooses their column", () => {
    expect(codesIn("A-1001\nA-1002\nA-1003\nA-1004")).toMatchObject({ isSure: false });
  });

  const beside = (line: string) =>
    four.map((code, at) => line.replace("N", String(at + 1)).replace("~", code)).join("\n");
  it.each(
    [
      ["N ~", "N. ~", "#N ~", "N: ~", "Code N: ~", "N - ~", "Steam ~", "Steam Card: ~", "50 ~"],
      ["Steam => ~", "~ 50", "~ 50 USD", "~  50", "~ - Steam", "N Steam ~ 50 USD", "~ 2026-11-26"],
      ["10N ~", "card=~"],
    ].flat(),
  )("lines like «%s», without other text, once a person has confirmed the column", (line) => {
    for (const text of [beside(line), `Gift cards\n${beside(line)}`]) {
      const found = codesIn(text) as { column: number };
      expect(found).toMatchObject({ isSure: false });
      expect(codesIn(text, found.column)).toMatchObject({ codes: four });
      expect(codesIn(text, WHOLE_LINE)).toMatchObject({ isSure: true });
    }
  });

  it.each([
    ["cards with their PINs", "6006 1234\n6007 9876\n6008 4471\n6009 3318"],
    ["PINs of one card", "6006 1234 88\n6006 9876 17\n6006 4471 90\n6006 3318 52"],
    ["names with passwords", "john:Pa55w0rd\nmary:s3cr3t11\nsara:t0ps3cr3\nmina:q1w2e3r4"],
    ["the same with spaces", "john Pa55w0rd\nmary s3cr3t11\nsara t0ps3cr3\nmina q1w2e3r4"],
    ["links", "https://a.b/c1d2\nhttps://a.b/q9w8\nhttps://a.b/z7x6\nhttps://a.b/m3n4"],
    ["codes in groups", "UDMY-1A2B 3C4D\nQXRT-9Z8Y 7W6V\nPLMN-5K4J 3H2G\nASDF-0Q1W 2E3R"],
  ])("%s: each whole line is a code", (_, text) => {
    expect(codesIn(text)).toMatchObject({ codes: text.split("\n"), isSure: true });
  });

  const rows = (head: string, ...before: string[]) =>
    [head, ...[A, B, C].map((code, at) => `${before[at] ?? ""},${code},50 USD`)].join("\n");
  it.each<[string, string]>([
    ["orders that count up", rows("Order ID,Claim Code,Value", "112-1001", "112-1002", "112-1003")],
    ["orders of any number", rows("Order ID,Claim Code,Value", "48213377", "90211843", "11833902")],
    ["serials", rows("Serial Number,Voucher PIN,Value", "6006123456", "6006999123", "6006222444")],
    ["dates", rows("Date,Code,Value", "2025-11-01", "2025-11-01", "2025-11-02")],
    ["Persian dates", rows("تاریخ,کد,مبلغ", "۱۴۰۴/۰۹/۰۱", "۱۴۰۴/۰۹/۰۲", "۱۴۰۴/۰۹/۰۳")],
    ["links", rows("Link,Code,Value", "https://a.b/c1", "https://a.b/d2", "https://a.b/e3")],
    ["addresses", rows("Email,Code,Value", "a@bc.de", "f@gh.ij", "k@lm.no")],
    ["names", rows("Customer,Code,Value", "Ali Rezaei", "Sara Ahmadi", "Reza Karimi")],
    [
      "what is the same in each row",
      rows("Product Code,Redeem Code,Value", "ST-US-50", "ST-US-50", "ST-US-50"),
    ],
  ])("the right column beside %s; without a header row a person may have to choose", (_, text) => {
    expect(codesIn(text)).toMatchObject({ codes: [A, B, C], column: 1, isSure: true });
    const bare = codesIn(text.split("\n").slice(1).join("\n"));
    expect([(bare as { column: number }).column, (bare as { isSure: boolean }).isSure]).toSatisfy(
      ([column, isSure]) => column === 1 || isSure === false,
    );
  });

  test("the column that a person chose; a person has to choose when none is clear", () => {
    const text = "AAAA1111,CCCC3333\nBBBB2222,DDDD4444";
    expect(codesIn(text)).toMatchObject({ isSure: false });
    expect(codesIn(text, 1)).toMatchObject({ codes: ["CCCC3333", "DDDD4444"], isSure: true });
    expect(codesIn(text, WHOLE_LINE)).toMatchObject({ codes: text.split("\n") });
    const pins = "Card Number,PIN\n6006123456,8291\n6006999123,1182\n6006222444,6631";
    expect(codesIn(pins)).toMatchObject({ column: 1, isSure: false });
  });

  test("the preview of a file has lines of its beginning, middle and end, with masked codes", () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `${String(at + 1)},UDMY-${String(1000 + at * 37)}-ABCD`,
    );
    const found = codesIn(["Row,Code", ...many].join("\n"));
    expect(found).toMatchObject({
      lines: [2, 3, 21, 22, 40, 41],
      columns: [
        { name: "Row", kind: "sequence" },
        { name: "Code", kind: "code", cells: expect.arrayContaining(["UDMY-••••-••CD"]) },
      ],
    });
    const damaged = under("1.23457E+15", "ناموجود");
    expect(codesIn(damaged)).toMatchObject({
      columns: [{ cells: expect.arrayContaining(["1.23457E+15"]) }],
    });
  });

  test("no file that is empty, broken or too long, and the reason is told", () => {
    expect(codesIn("\ufeff\r\n \n")).toEqual({ trouble: expect.stringMatching(/کدی ندارد/) });
    expect(codesIn("code\n\n")).toEqual({ trouble: expect.stringMatching(/کدی ندارد/) });
    expect(codesIn('AAAA1111\n"BBBB')).toEqual({ trouble: expect.stringMatching(/سطر ۲/) });
    const long = Array.from({ length: 1_001 }, (_, at) => `CODE${String(at)}`).join("\n");
    expect(codesIn(long)).toEqual({ trouble: expect.stringMatching(/۱٬۰۰۱ .* ۱٬۰۰۰/) });
  });
});

test("a line that is too long stays too long, and each call sends as many lines as fit", () => {
  const { codes } = codesIn(`${"A".repeat(900)}\nBBBB2222`) as { codes: string[] };
  expect(codes.map((code) => code.length)).toEqual([51, 8]);
  const many = Array.from({ length: 3_000 }, () => "ک".repeat(40));
  const lines = nextLines(many, 0, 1_000);
  expect(Buffer.byteLength(JSON.stringify({ first: 1, lines }))).toBeLessThan(64 * 1024);
  expect(lines.length).toBeGreaterThan(400);
  expect(nextLines(["A".repeat(40_000), "B"], 0, 10)).toHaveLength(1);
  expect(nextLines(many, 2_990, 1_000)).toHaveLength(10);
});

describe("a line is recognised by itself as", () => {
  it.each([
    "ناموجود",
    "تمام‌شده",
    "کد ندارد",
    "جمع: 40",
    "no code available",
    "N/A",
    "Sold out",
    "none",
    "Total: 40",
    "Claim Code",
    "steam_key",
    "کد فعال‌سازی",
    "رمز ۱۲۳۴۵۶",
  ])("words: %s", (text) => {
    expect(noCodeKind(text)).toBe("words");
  });
  it.each(["1.23457E+15", "1,23457E+15", "4E+15", "4.05090e+11", "1.2E15"])(
    "a number with an exponent: %s",
    (text) => {
      expect(noCodeKind(text)).toBe("power");
    },
  );
  it.each(['=HYPERLINK("http://a")', '="0012"', "=SUM(A1:A4)", "@SUM(A1)", "#REF!", "#N/A"])(
    "a formula: %s",
    (text) => {
      expect(noCodeKind(text)).toBe("formula");
    },
  );
  it.each([
    "12E45",
    "1234567890123456",
    "=AB12CD34",
    "-AB12-CD34",
    "+989121234567",
    "@AB12CD34",
    "john Pa55w0rd",
    "6006 1234 5678 9012",
    "GIFT-100",
    "END-1234-5678",
    "KEYS-AAAA-BBBB",
  ])("a code that may be sold: %s", (text) => {
    expect(noCodeKind(text)).toBeNull();
  });
  it.each([
    ["AB12\u200bCD34", "hidden", "AB12CD34"],
    ["AB12\u00adCD34", "hidden", "AB12CD34"],
    ["\u200eAB12CD34\u200e", "hidden", "AB12CD34"],
    ["AB12\ufeffCD34", "hidden", "AB12CD34"],
    ["AB12\u00a0CD34", "hidden", "AB12 CD34"],
    ["АВ12CD34", "alike", "AB12CD34"],
    ["ΑΒ12CD34", "alike", "AB12CD34"],
    ["AB12–CD34", "alike", "AB12-CD34"],
    ["AB12‑CD34", "alike", "AB12-CD34"],
    ["AB۱۲CD34", "alike", "AB12CD34"],
    ["ＡＢ12CD34", "alike", "AB12CD34"],
    ["2025-11-26", "unlike", "2025-11-26"],
    ["https://a.b/c", "unlike", "https://a.b/c"],
    ["$50", "unlike", "$50"],
    ["'0012345", "unlike", "'0012345"],
    ["1) AB12CD34", "unlike", "1) AB12CD34"],
    ["12. AB12CD34", "unlike", "12. AB12CD34"],
    ["- AB12CD34", "unlike", "- AB12CD34"],
    ["> AB12CD34", "unlike", "> AB12CD34"],
    ["Code: AB12CD34", "unlike", "Code: AB12CD34"],
    ["PIN=1234", "unlike", "PIN=1234"],
    ["Steam: AB12CD34", "unlike", "Steam: AB12CD34"],
    ["<td>AB12CD34</td>", "unlike", "<td>AB12CD34</td>"],
    ['["AB12CD34"', "unlike", '["AB12CD34"'],
    ["AB12CD34;", "unlike", "AB12CD34;"],
    ["AB12CD34 - $10", "unlike", "AB12CD34 - $10"],
    ["09123456789", "unlike", "09123456789"],
    ["120", "unlike", "120"],
    ["-AB12-CD34", "unlike", "-AB12-CD34"],
    ["AB12-CD34 -", "unlike", "AB12-CD34 -"],
    ["=AB12CD34", null, "=AB12CD34"],
    ["UDMY - 1A2B - 3C4D", null, "UDMY - 1A2B - 3C4D"],
    ["9123456789", null, "9123456789"],
    ["912345678901", null, "912345678901"],
    ["0000123456", null, "0000123456"],
    ["john:Pa55w0rd", null, "john:Pa55w0rd"],
    ["6006 1234", null, "6006 1234"],
    ["1234", null, "1234"],
  ])("%j: %s", (text, doubt, corrected) => {
    expect([ownDoubt(text), correctCharacters(text)]).toEqual([doubt, corrected]);
  });

  const framed = [
    ["Code 1: ~", "1: ~", "#1: ~", "# 12: ~", "Steam 50: ~", "Steam-50: ~", "card_no : ~"],
    ["Steam => ~", "Steam = ~", "Steam -> ~", "Steam | ~", "Steam - ~", "Steam 50 - ~"],
    ["1 - ~", "12 ) ~", "#7 ~", "~  50", "Steam  ~", "~ 50USD", "~ 50 usd", "~ USD 50"],
    ["~ 1,250,000 IRR", "~, 50 TL", "~ (25.00 EUR", "50 USD ~"],
    ["~ 2026-11-26", "~ 26/11/2026", "2026/11/26 ~", "~ 1405/09/05"],
  ].flat();
  it.each(framed)("a code with other text around it: %s", (frame) => {
    expect(ownDoubt(frame.replace("~", A))).toBe("unlike");
  });

  it.each(
    [
      ["XXXX-XXXX-XXXX", "UDMY-XXXX-XXXX", "UDMY-0000-0000", "0000-0000-0000", "UDMY-####-####"],
      ["XXXXX-XXXXX-XXXXX", "1234-5678-9012", "ABCD-EFGH-IJKL", "12345678", "AB12-AB12-AB12"],
      ["xxx xxx xxx", "111111111111", "AAAAAAAA", "6006xxxxxxxx1234", "UDMY-1A2B-****"],
      ["12345678.0", "12345678,00", "4111111111111111.0"],
      ["989121234567", "00989121234567", "0912 123 4567", "0912-123-4567", "+98 (912) 1234567"],
    ].flat(),
  )("unlike a code: %s", (text) => {
    expect(ownDoubt(text)).toBe("unlike");
  });

  it.each(["XXXX-XXXX-XXXX", "UDMY-0000-0000", "1234-5678-9012", "12345678.0", "1. AB12CD34"])(
    "unlike a code: %s, even when the other codes have the same shape",
    (text) => {
      expect(readCode(text, [readCode(text, []).shape]).doubt).toBe("unlike");
    },
  );
});

describe("codes are compared by shape:", () => {
  const shape = (code: string) => shapeOf(code, code.replace(/[\s-]/g, ""));
  const usualOf = (...codes: string[]) =>
    shapesOfFile(codes.map((code) => ({ shape: shape(code), count: 1 })));
  const cards = ["4111111111111111", "5500005555555559", "4012888888881881", "6011000990139424"];

  test("most codes of a file set its usual shape, and one or two codes set none", () => {
    expect(usualOf(A, B, C, D, "UDMY 10")).toHaveLength(1);
    expect(usualOf(A, B)).toEqual([]);
    expect(usualOf(A, B, "short-1", "another-shape-22")).toEqual([]);
  });
  it.each<[string, string, string[], string | null]>([
    ["another length", "UDMY 10", four, "shape"],
    ["another character", "UDMY-1A2B-3C4!", four, "shape"],
    ["other groups", "UDMY1-A2B3-C4D", four, "shape"],
    ["no groups", "UDMY1A2B3C4D", four, null],
    ["lost zeros", "12345678", ["0000123456", "0200123456", "1200123456"], "zeros"],
    ["a lost letter", "ABC123", ["ABCD1234", "EFGH5678", "IJKL9012"], "shape"],
    ["letters among numbers", "12345O7890", ["0000123456", "0200123456", "1200123456"], "shape"],
    ["a wrong check digit", "4111111111111112", [...cards, ...cards, ...cards], "check"],
    ["no check digits at all", "4111111111111112", ["4111111111111113", ...cards], null],
    ["a name without digits", "GIFTCARDCODE", four, null],
  ])("%s", (_, code, others, misfit) => {
    expect(misfitOf(shape(code), usualOf(...others))).toBe(misfit);
  });

  const counted = (codes: string[]) => codes.map((code) => ({ shape: shape(code), count: 1 }));
  const times = (count: number, code: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => code(at));
  const numbers = times(10, (at) => String(4_111_235_813_213_455 + at * 78_901_234_567));
  it.each<[string, "rounded" | "phone", string[], number]>([
    ["sixteen digits that all end in 0", "rounded", numbers.map((n) => `${n.slice(0, 15)}0`), 10],
    ["seventeen digits", "rounded", numbers.map((n) => `${n.slice(0, 15)}00`), 10],
    [
      "the same, but one",
      "rounded",
      [...numbers.map((n) => `${n.slice(0, 15)}0`), "4" + "7".repeat(15)],
      10,
    ],
    ["numbers of which some end in 0", "rounded", [...numbers, "4111111111111110"], 0],
    ["two numbers", "rounded", ["4111111111111110", "4111111111111120"], 0],
    [
      "phones of ten digits",
      "phone",
      times(5, (at) => `9${String(121_234_567 + at * 71_234_567)}`),
      5,
    ],
    [
      "codes of ten digits",
      "phone",
      times(20, (at) => String(1_123_456_789 + at * 423_456_789)),
      0,
    ],
  ])("%s: %s", (_, mark, codes, count) => {
    expect(markedShapes(counted(codes), mark).length).toBe(count);
  });

  test("codes without digits are unusual when nearly all others have digits", () => {
    const all = times(39, (at) => `UDMY-${String(1000 + at)}-ABCD`);
    const head = "GIFTCARDCODE";
    expect(wordyShapes(counted([head, ...all]))).toEqual([shape(head)]);
    expect(wordyShapes(counted([head, "QWERTYUIOPLK", "ASDFGHJKLMNB", ...all]))).toEqual([]);
    expect(wordyShapes(counted([head, A]))).toEqual([]);
    expect(sayMisfit(shape(head), usualOf(head, ...all))).toMatch(/رقم ندارد/);
  });
});
