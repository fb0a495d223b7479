import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { changeFont } from "./sfnt.ts";

/**
 * Fonts of other systems, from packages. A browser that starts with one of these files as
 * FONTCONFIG_FILE has only these faces, and no font of the machine that it runs on.
 */

const require = createRequire(import.meta.url);
const naskh = (isBold: boolean) =>
  isBold
    ? require.resolve("@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-700-normal.woff2")
    : require.resolve("@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2");
const sans = (isBold: boolean) =>
  isBold
    ? require.resolve("@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff2")
    : require.resolve("@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2");
const dejavu = (isBold: boolean) =>
  isBold
    ? require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf")
    : require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");

const signs = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(from + at)).join("");
const OTHERS = "\u00A0\u200C\u200D\u200E\u200F\u2066\u2067\u2068\u2069«»…–—•·×−’‘“”€";
const LATIN = signs(32, 95) + OTHERS;
const ALL = LATIN + signs(0x600, 256);

interface Face {
  name: string;
  file: (isBold: boolean) => string;
  letters?: string;
  /** The factor by which letters are widened when `file` replaces a face without a package. */
  scale?: (isBold: boolean) => number;
  ascent?: number;
  descent?: number;
}

/** The average width of DejaVu's Latin letters, in units of the font size. */
const DEJAVU = { regular: 0.507, bold: 0.575 };
/**
 * Heights and the average width of Latin letters, regular and bold, in units of 1/2048. They come
 * from @capsizecss/metrics 4.3.0, which reads them from the fonts.
 */
const published = (ascent: number, descent: number, width: number, boldWidth: number) => ({
  ascent: ascent / 2048,
  descent: descent / 2048,
  scale: (isBold: boolean) =>
    isBold ? boldWidth / 2048 / DEJAVU.bold : width / 2048 / DEJAVU.regular,
});
const ROBOTO = published(1900, 500, 911, 926);
const TAHOMA = published(2049, 423, 917, 1044);
const SEGOE_UI = published(2210, 514, 908, 973);
/** The metrics of Apple's Latin letters, since those of Geeza Pro are not published. */
const APPLE_SYSTEM = published(1980, 432, 853, 967);

const roboto: Face = { name: "Roboto", file: dejavu, letters: LATIN, ...ROBOTO };

/** Sets of faces by system. A face without a package is DejaVu with published metrics. */
export const SETS = {
  "Noto Naskh of Android": [{ name: "Noto Naskh Arabic", file: naskh }, roboto],
  "Noto Sans of Linux": [{ name: "Noto Sans Arabic", file: sans }, roboto],
  "DejaVu of Linux": [{ name: "DejaVu Sans", file: dejavu }],
  "Tahoma of Windows": [{ name: "Tahoma", file: dejavu, ...TAHOMA }],
  "Segoe UI of Windows": [{ name: "Segoe UI", file: dejavu, ...SEGOE_UI }],
  "Geeza Pro of Apple": [{ name: "Geeza Pro", file: dejavu, ...APPLE_SYSTEM }],
} satisfies Record<string, Face[]>;
export type SetName = keyof typeof SETS;

/** Writes the faces of a set into a folder; returns the FONTCONFIG_FILE that shows only them. */
export async function fontsOf(set: SetName, folder: string): Promise<string> {
  const file = join(folder, "fonts.conf");
  mkdirSync(folder, { recursive: true });
  for (const face of SETS[set] as Face[])
    for (const isBold of [false, true]) {
      const source = readFileSync(face.file(isBold));
      const font = await subsetFont(source, face.letters ?? ALL, { targetFormat: "sfnt" });
      const name = `${face.name}${isBold ? " Bold" : ""}.ttf`;
      writeFileSync(
        join(folder, name),
        changeFont(font, { ...face, isBold, scale: face.scale?.(isBold) ?? 1 }),
      );
    }
  writeFileSync(
    file,
    `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`,
  );
  return file;
}
