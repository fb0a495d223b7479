import { PICTURES } from "../../contract/picture-sizes.ts";
import {
  SHARE_BAR,
  SHARE_CARD,
  SHARE_GROUND,
  SHARE_SIZE,
  SHARE_TEXT,
  SHARE_TILE,
  type ShareLine,
  shareLines,
} from "./share-picture.ts";
import { toJpeg } from "./to-jpeg.ts";

const FONT = "Vazirmatn";

/**
 * Paints a share picture in the browser, with the font of the page. Returns null when the card or
 * the font cannot be loaded, or the canvas gives no picture.
 */
export async function paintShare(facts: {
  shop: string;
  heading: string;
  cardUrl: string;
}): Promise<Blob | null> {
  const lines = shareLines(facts.shop, facts.heading);
  const [card] = await Promise.all([loadImage(facts.cardUrl), ...lines.map(loadFont)]).catch(() => [
    null,
  ]);
  const canvas = Object.assign(document.createElement("canvas"), SHARE_SIZE);
  const context = canvas.getContext("2d");
  if (!card || !context) return null;
  context.fillStyle = SHARE_GROUND;
  context.fillRect(0, 0, SHARE_SIZE.width, SHARE_SIZE.height);
  paintStars(context);
  paintCard(context, card);
  for (const line of lines) writeLine(context, line);
  context.fillStyle = SHARE_BAR.colour;
  roundRect(context, SHARE_BAR);
  context.fill();
  return toJpeg(canvas, PICTURES.share.maxBytes);
}

/**
 * Loads the part of the font that has the letters of this line. Throws when the page has no such
 * font.
 */
async function loadFont({ text, weight, size }: ShareLine): Promise<void> {
  const found = await document.fonts.load(`${String(weight)} ${String(size)}px ${FONT}`, text);
  if (found.length === 0) throw new Error(`${FONT} is not on this page`);
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function paintStars(context: CanvasRenderingContext2D): void {
  const { size, colour, opacity, width, stars } = SHARE_TILE;
  context.save();
  context.globalAlpha = opacity;
  context.strokeStyle = colour;
  context.lineWidth = width;
  for (let x = size / 2; x < SHARE_SIZE.width + size; x += size)
    for (let y = size / 2; y < SHARE_SIZE.height + size; y += size)
      for (const { path, turn } of stars) {
        context.save();
        context.translate(x, y);
        context.rotate((turn * Math.PI) / 180);
        context.stroke(new Path2D(path));
        context.restore();
      }
  context.restore();
}

function paintCard(context: CanvasRenderingContext2D, card: HTMLImageElement): void {
  const { x, y, width, height } = SHARE_CARD;
  context.save();
  roundRect(context, SHARE_CARD);
  context.clip();
  context.imageSmoothingQuality = "high";
  context.drawImage(card, x, y, width, height);
  context.restore();
}

function roundRect(
  context: CanvasRenderingContext2D,
  { x, y, width, height, radius }: typeof SHARE_CARD,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
}

/**
 * Writes a line whose right edge is at `SHARE_TEXT.end`, in smaller letters when it is too long.
 */
function writeLine(context: CanvasRenderingContext2D, line: ShareLine): void {
  context.save();
  context.direction = "rtl";
  context.textAlign = "right";
  context.fillStyle = "#fff";
  context.globalAlpha = line.opacity;
  const inSize = (size: number) => `${String(line.weight)} ${String(size)}px ${FONT}`;
  context.font = inSize(line.size);
  const { width } = context.measureText(line.text);
  if (width > SHARE_TEXT.width)
    context.font = inSize(Math.floor((line.size * SHARE_TEXT.width) / width));
  context.fillText(line.text, SHARE_TEXT.end, line.y);
  context.restore();
}
