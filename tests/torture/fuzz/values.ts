import { CANNED_PRAISES } from "../../../contract/rating.ts";
import type { Random } from "../../support/random.ts";

/** Values that no honest client sends, as JSON texts: some numbers do not fit into JavaScript. */

const text = (value: unknown) => JSON.stringify(value);

const WRONG_TYPES = [
  "null",
  "true",
  "false",
  "0",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "-0",
  "9007199254740993",
  "1e21",
  "0.1",
  "5e-324",
  '""',
  '" "',
  "[]",
  "{}",
  "[1]",
  "[[]]",
  '{"a":1}',
  '[{"$gt":""}]',
  '{"toString":1}',
  text("x".repeat(10_000)),
];

const AMOUNTS = [
  "0",
  "0.5",
  "-100000",
  "1e21",
  "99999999999999",
  "100000000000000",
  "99999999999999.5",
  "1e14",
  "1e13",
  "100000.00",
  "1E5",
  '"0"',
  '"0x186a0"',
  '"1e5"',
  '"100000.0"',
  '"+100000"',
  '"-100000"',
  '"99999999999999"',
  '"100000000000000"',
  '"100,000"',
  ...[
    "۱۰۰۰۰۰",
    "١٠٠٠٠٠",
    "１０００００",
    "¹⁰⁰⁰⁰⁰",
    "۱٠0۰۰0",
    "100\u200c000",
    "\u202e000001",
    "१०००००",
    "𝟏𝟎𝟎𝟎𝟎𝟎",
    "Infinity",
    "NaN",
  ].map(text),
];

const UNICODE = [
  "\u202eevil\u202c",
  "\u2066a\u2069",
  "می\u200cخواهم\u200cچیزی",
  "a\u0000b",
  "Z\u0351\u036b\u0343".repeat(60),
  "👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "ﷺ".repeat(50),
  "ا".repeat(100_000 / 4),
  "\ufeffa",
  "\u00ad\u200b\u2060",
  "e\u0301e\u0301",
  "a\r\nb",
  "\u2028\u2029",
  "\u0085\u009f",
  "<script>alert(1)</script>",
  "'); DROP TABLE user; --",
  '" OR 1=1 --',
  "{{7*7}}${7*7}<%= 7*7 %>",
  "../../../../etc/passwd",
  "%00%2e%2e%2f",
  CANNED_PRAISES[0],
].map(text);

/** Lone surrogates, which JSON allows although they are no valid text. */
const LONE_SURROGATES = ['"a\\ud800b"', '"\\udfff"', '"\\ud83d\\ud83d"'];

export function hostileValue(random: Random): string {
  return random.pick(random.pick([WRONG_TYPES, WRONG_TYPES, AMOUNTS, UNICODE, LONE_SURROGATES]));
}

/** Fields that a caller may not set. */
const FIELDS_TO_SMUGGLE: readonly (readonly [string, string])[] = [
  ["isVerified", "true"],
  ["is_verified", "1"],
  ["status", '"verified"'],
  ["balance", "99999999"],
  ["price", "1"],
  ["priceToman", "1"],
  ["total", "0"],
  ["userId", '"demo-shopper"'],
  ["user_id", '"demo-shopper"'],
  ["id", '"mine"'],
  ["role", '"admin"'],
  ["isAdmin", "true"],
  ["operator", '"local"'],
  ["paidStatus", '"Paid"'],
  ["__proto__", '{"isVerified":true}'],
  ["constructor", '{"prototype":{"isVerified":true}}'],
];

export function smuggledField(random: Random): string {
  const [name, value] = random.pick(FIELDS_TO_SMUGGLE);
  return `${text(name)}:${value}`;
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
  );

/** Malformed or unusual JSON bodies, some made from a `good` one. */
const BROKEN_BODIES: readonly ((good: string) => Buffer)[] = [
  () => bytes(""),
  () => bytes("{"),
  () => bytes(" "),
  () => bytes("null"),
  () => bytes("[]"),
  () => bytes('"text"'),
  () => bytes("7"),
  () => bytes("true"),
  () => bytes("{]"),
  () => bytes("undefined"),
  () => bytes('{"amount":NaN}'),
  () => bytes('{"amount":01}'),
  (good) => bytes([0xef, 0xbb, 0xbf], good),
  (good) => Buffer.from(`\ufeff${good}`, "utf16le"),
  (good) => bytes(good.slice(0, -1)),
  (good) => bytes(`${good}${good}`),
  (good) => bytes(`/* a comment */${good}`),
  (good) => bytes(good.replace(/}$/, ",}")),
  (good) => bytes(good.replace(/"/g, "'")),
  (good) => bytes(good, [0x00]),
  (good) => bytes(good.replace(/"\w*"}?$/, '"'), [0xff, 0xfe, 0xc0, 0x80], '"}'),
  (good) => bytes(good.replace(/^{("\w+"):/, '{$1:"twice",$1:')),
  () => bytes(`{"deep":${"[".repeat(30_000)}${"]".repeat(30_000)}}`),
  () => bytes("[".repeat(64 * 1024)),
  (good) => bytes(good.replace(/}$/, `,"junk":"${"x".repeat(64 * 1024)}"}`)),
  (good) => bytes(new URLSearchParams({ body: good }).toString()),
];

export function brokenBody(good: string, random: Random): Buffer {
  return random.pick(BROKEN_BODIES)(good);
}

/** Bodies far beyond every limit, sent a few times only. */
export const HUGE_BODIES = [
  bytes("[".repeat(1_000_000), "]".repeat(1_000_000)),
  Buffer.alloc(6_000_000, "7"),
];

/** Pieces of a path or a query string, encoded as they go over the wire. */
export const PIECES = [
  "0",
  "-1",
  "null",
  "undefined",
  "%00",
  "%",
  "%zz",
  "%2e%2e%2f",
  "..%2f..",
  "a%2fb",
  "%25",
  "%c0%ae",
  "*",
  "'",
  "%22",
  "%3Cb%3E",

  "x".repeat(64),
  "x".repeat(65),
  "x".repeat(4_000),
  "%D8%A7".repeat(300),
  "1~a",
  "%20",
  "true",
  "{id}",
  ":id",
  "a;b",
  "a%0d%0ab",
  "~",
];

const HEADERS: readonly (readonly [string, string])[] = [
  ...["", " ", "k", "a b", "\u00fc", "x".repeat(200), "x".repeat(201), "'; --", "%00", "a,b"].map(
    (value) => ["Idempotency-Key", value] as const,
  ),
  ...[
    "text/plain",
    "application/xml",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
  ].map((value) => ["Content-Type", value] as const),
  ...["application/json; charset=utf-16", "", ";;;", "x".repeat(2_000)].map(
    (value) => ["Content-Type", value] as const,
  ),
  ...["application/xml", "*/*;q=-1"].map((value) => ["Accept", value] as const),
  ...["demo-shopper", "1"].map((value) => ["X-User-Id", value] as const),
  ["X-Http-Method-Override", "DELETE"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Original-Url", "/desk/v1/bankcards"],
  ["X-Visitor", "x".repeat(3_000)],
  ["X-Client-Address", "::::::::::1"],
  ["Cookie", "token=stolen; signed_in=1"],
  ["Range", "bytes=0-1"],
  ["If-None-Match", "*"],
];

export function hostileHeader(random: Random): readonly [string, string] {
  return random.pick(HEADERS);
}

export const BAD_AUTHORIZATIONS = [
  "",
  "Bearer",
  "Bearer ",
  "Bearer null",
  `Bearer ${"x".repeat(43)}`,
  `Bearer ${"x".repeat(201)}`,
  "Basic YTpi",
  "bearer a b",

  "Bearer '; DROP TABLE session; --",
  `Bearer ${"\u00e9".repeat(21)}`,
];
