/**
 * Writes src/art/letters.json: the letters of art files as outlines, since a picture (`img`) cannot
 * load the shop's font. To be run for each new version of the `vazirmatn` package:
 * `node scripts/build/letters.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { Blob, Buffer, Face, Font, Variation, shape } from "harfbuzzjs";

const source = new URL(
  "../../node_modules/vazirmatn/fonts/variable/Vazirmatn[wght].ttf",
  import.meta.url,
);
const target = new URL("../../src/art/letters.json", import.meta.url);

/** The number of units in the outlines that equal the font size. */
const EM = 500;
const JOINER = "\u200D";

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
const others = [..."۰۱۲۳۴۵۶۷۸۹٪٫٬·×،…«»"];
/**
 * Letters that join to the letters on both sides, and letters that join only to the letter before
 * them.
 */
const twoSided = [..."ئبتثجحخسشصضطظعغفقكلمنهيپچکگی"];
const oneSided = [..."آأؤإادذرزوژۀة", "لا", "لآ", "لأ"];
const lonely = ["ء"];

const bytes = await readFile(source);
const face = new Face(new Blob(new Uint8Array(bytes).buffer));
const font = new Font(face);
const scale = EM / face.upem;

/** Outlines by weight and letter. A «-» beside a letter marks a side on which it joins. */
const letters: Record<string, Record<string, [advance: number, path: string]>> = {};
for (const weight of [600, 800]) {
  font.setVariations([new Variation("wght", weight)]);
  letters[weight] = Object.fromEntries(
    [
      ...ascii,
      ...others,
      ...lonely,
      ...oneSided.flatMap((letter) => [letter, JOINER + letter]),
      ...twoSided.flatMap((letter) => [
        letter,
        letter + JOINER,
        JOINER + letter + JOINER,
        JOINER + letter,
      ]),
    ].map((text) => [text.replaceAll(JOINER, "-"), outline(text)]),
  );
}
await writeFile(target, `${JSON.stringify(letters)}\n`);

function outline(text: string): [number, string] {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let pen = 0;
  let path = "";
  for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    path += placed(font.glyphToPath(glyph), pen + xOffset, yOffset);
    pen += xAdvance;
  }
  return [Math.round(pen * scale), path];
}

/**
 * Moves an outline, scales it to `EM`, and flips it, because the vertical axis of SVG points down.
 * Only the start of each contour is absolute. All other points are relative to the point before,
 * which makes the text shorter.
 */
function placed(path: string, x: number, y: number): string {
  let [fromX, fromY] = [0, 0];
  return (path.match(/[A-Z][^A-Z]*/g) ?? [])
    .map((step) => {
      const command = step.charAt(0);
      if (command === "Z") return "z";
      const points = (step.match(/-?[\d.]+/g) ?? []).map((each, index) =>
        Math.round(index % 2 === 0 ? (Number(each) + x) * scale : -(Number(each) + y) * scale),
      );
      const isBegin = command === "M";
      const shown = points.map((each, index) =>
        isBegin ? each : each - (index % 2 === 0 ? fromX : fromY),
      );
      [fromX = 0, fromY = 0] = points.slice(-2);
      return (isBegin ? "M" : command.toLowerCase()) + shown.join(" ").replaceAll(" -", "-");
    })
    .join("");
}
