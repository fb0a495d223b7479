import { createHash } from "node:crypto";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { bankOfCard } from "../../persian/banks.ts";
import { formatDay } from "../../persian/dates.ts";
import { root } from "../run/root.mjs";
import type { World } from "./world.ts";

/**
 * Draws the pictures of invented papers: a bank card, and for an identity also a national card and
 * a signed sheet. The people on them do not exist, and the pictures say that they are samples.
 */

/** A fault of the papers for which an operator should reject them. */
export type Fault = "other number" | "other name" | "no date" | "no signature";

interface Papers {
  userId: string;
  owner: string;
  cardNumber: string;
  at: number;
  fault?: Fault | undefined;
}

const WIDTH = 1_000;
const OTHER_NAME = "بهرام پارسا";
const FONTS = ["Regular", "Bold"].map((weight) =>
  join(root, "node_modules/vazirmatn/fonts/ttf", `Vazirmatn-${weight}.ttf`),
);

/**
 * Draws papers, stores the picture in memory for the shop's bucket, and returns the id of its
 * upload.
 */
export function addPicture(
  world: World,
  kind: "identity" | "bank_card",
  { userId, owner, cardNumber, at, fault }: Papers,
): string {
  const id = world.random.id();
  const shown = {
    owner: fault === "other name" ? OTHER_NAME : owner,
    cardNumber: fault === "other number" ? withSwappedDigits(cardNumber) : cardNumber,
    day: fault === "no date" ? "" : formatDay(at),
    isSigned: fault !== "no signature",
    turn: world.random.between(-30, 30) / 10,
  };
  const svg = kind === "identity" ? drawIdentity(shown) : drawCardAlone(shown);
  const png = new Resvg(svg, {
    fitTo: { mode: "width", value: WIDTH },
    font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: "Vazirmatn" },
  })
    .render()
    .asPng();
  const hash = createHash("sha256").update(png).digest("hex");
  world.run(
    `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at, fingerprint)
     VALUES (?, ?, 'image/png', ?, ?, ?)`,
    id,
    userId,
    png.length,
    at,
    world.sealing.fingerprint("picture", hash),
  );
  world.pictures.set(id, png);
  return id;
}

interface Shown {
  owner: string;
  cardNumber: string;
  day: string;
  isSigned: boolean;
  turn: number;
}

/** Swaps two neighbouring digits in the middle of a card number, like a typing error. */
function withSwappedDigits(number: string): string {
  const at = [8, 9, 10, 7].find((place) => number[place] !== number[place + 1]) ?? 8;
  const [one = "", other = ""] = number.slice(at, at + 2);
  return number.slice(0, at) + other + one + number.slice(at + 2);
}

const drawIdentity = (shown: Shown) =>
  photograph(
    760,
    `<g transform="translate(60 50) rotate(${String(shown.turn)} 210 130)">${nationalCard(shown)}</g>
     <g transform="translate(530 70) rotate(${String(-shown.turn)} 205 130)">${bankCard(shown)}</g>
     <g transform="translate(150 375) rotate(${String(shown.turn / 2)} 350 170)">${sheet(shown)}</g>`,
  );

const drawCardAlone = (shown: Shown) =>
  photograph(
    640,
    `<g transform="translate(180 120) rotate(${String(shown.turn)} 320 200) scale(1.55)">${bankCard(shown)}</g>`,
  );

/** Draws the photograph: a table under a lamp, with the papers on it. */
const photograph = (height: number, things: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(height)}"
     viewBox="0 0 ${String(WIDTH)} ${String(height)}" font-family="Vazirmatn">
    <defs><radialGradient id="light" cx="0.4" cy="0.3" r="0.9">
      <stop offset="0" stop-color="#a98c6d"/><stop offset="1" stop-color="#5d4a39"/>
    </radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#light)"/>${things}
    <text x="${String(WIDTH - 24)}" y="${String(height - 18)}" text-anchor="end"
      font-size="20" fill="#fff" fill-opacity="0.75">نمونهٔ ساختگی برای آزمایش</text>
  </svg>`;

const line = (x: number, y: number, size: number, text: string, more = "") =>
  `<text x="${String(x)}" y="${String(y)}" font-size="${String(size)}" ${more}>${text}</text>`;

const RIGHT = `text-anchor="end"`;

function bankCard({ owner, cardNumber }: Shown): string {
  const hue = Number(cardNumber.slice(0, 6)) % 360;
  const groups = cardNumber.match(/.{4}/g) ?? [];
  return `<rect width="410" height="258" rx="18" fill="hsl(${String(hue)}, 45%, 32%)"/>
    <rect x="28" y="82" width="58" height="42" rx="7" fill="#d9b85f"/>
    ${line(382, 48, 22, bankOfCard(cardNumber) || "بانک", `${RIGHT} fill="#fff" font-weight="700"`)}
    ${groups.map((group, at) => line(28 + at * 92, 170, 32, group, `fill="#fff" font-weight="700"`)).join("")}
    ${line(382, 226, 22, owner, `${RIGHT} fill="#fff"`)}`;
}

const nationalCard = ({ owner }: Shown) =>
  `<rect width="420" height="264" rx="18" fill="#e9f0f4" stroke="#b7c8d2"/>
    <rect width="420" height="52" rx="18" fill="#2f6f8f"/>
    ${line(396, 36, 22, "کارت ملی (نمونه)", `${RIGHT} fill="#fff" font-weight="700"`)}
    <rect x="26" y="78" width="112" height="146" rx="8" fill="#c3d3dc"/>
    <circle cx="82" cy="128" r="28" fill="#8fa6b2"/>
    <path d="M36 224c4-44 88-44 92 0z" fill="#8fa6b2"/>
    ${line(394, 112, 19, "نام و نام خانوادگی", `${RIGHT} fill="#5b6b74"`)}
    ${line(394, 146, 26, owner, `${RIGHT} fill="#1d2b33" font-weight="700"`)}
    ${line(394, 206, 19, "شمارهٔ ملی: ساختگی", `${RIGHT} fill="#5b6b74"`)}`;

const sheet = ({ owner, day, isSigned }: Shown) =>
  `<rect width="700" height="340" fill="#fbf8ef"/>
    ${[90, 150, 210, 270].map((y) => `<path d="M36 ${String(y + 12)}H664" stroke="#d8d2c2"/>`).join("")}
    ${line(660, 84, 27, `من، ${owner}، می‌خواهم هویتم در فروشگاه ارمغان`, `${RIGHT} fill="#22306b"`)}
    ${line(660, 144, 27, "تأیید شود و مسئولیت خریدهای خود را می‌پذیرم", `${RIGHT} fill="#22306b"`)}
    ${day === "" ? "" : line(660, 210, 27, `تاریخ: ${day}`, `${RIGHT} fill="#22306b"`)}
    ${
      isSigned
        ? `<path d="M90 285c30-70 60-60 44-12s46 22 58-24 40-4 28 24 60 10 96-26" fill="none"
            stroke="#22306b" stroke-width="4" stroke-linecap="round"/>`
        : ""
    }`;
