/**
 * Makes public/fonts/vazirmatn.woff2: Persian, ASCII and the punctuation of Persian prose, in
 * weights 400 to 800. To be run for each new version of the `vazirmatn` package:
 * `node scripts/build/font.ts`.
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const source = new URL("../../node_modules/vazirmatn/", import.meta.url);
const target = new URL("../../public/fonts/", import.meta.url);

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join("");
const letters = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگیۀ";
const marks = "\u064B\u064C\u064D\u064E\u064F\u0650\u0651\u0652\u0654\u0670ـ";
const digits = "۰۱۲۳۴۵۶۷۸۹٪٫٬";
// No-break space, half-space (ZWNJ) and joiner (ZWJ), direction marks, direction isolates.
const invisible = "\u00A0\u200C\u200D\u200E\u200F\u2066\u2067\u2068\u2069";
const punctuation = "،؛؟«»…–—•·×−’‘“”©€£™®";

const font = await readFile(new URL("fonts/variable/Vazirmatn[wght].ttf", source));
const subset = await subsetFont(font, ascii + letters + marks + digits + invisible + punctuation, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 400, max: 800, default: 400 } },
});

await mkdir(target, { recursive: true });
await writeFile(new URL("vazirmatn.woff2", target), subset);
await copyFile(new URL("OFL.txt", source), new URL("vazirmatn-OFL.txt", target));
process.stdout.write(`vazirmatn.woff2: ${String(subset.length)} bytes\n`);
