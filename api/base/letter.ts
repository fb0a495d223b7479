import { SHOP_NAME } from "./shop-name.ts";

/** An e-mail's words: the same in plain text and in a page that reads from right to left. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export interface LetterPart {
  /** A sentence, or a heading of the codes below it. */
  text: string;
  /** Shown left to right, one in a line. */
  codes?: readonly string[];
  link?: string;
}

export function writeLetter(subject: string, parts: readonly LetterPart[]): Letter {
  const text = parts.map(({ text, codes = [], link }) =>
    [text, ...codes, ...(link === undefined ? [] : [link])].join("\n"),
  );
  const html = parts.map(
    ({ text, codes = [], link }) =>
      `<p>${link === undefined ? escape(text) : `<a href="${escape(link)}">${escape(text)}</a>`}${codes
        .map((code) => `<br><bdi dir="ltr"><code>${escape(code)}</code></bdi>`)
        .join("")}</p>`,
  );
  return {
    subject,
    text: `${text.join("\n\n")}\n\n${SHOP_NAME}\n`,
    html: `<!doctype html><html lang="fa-IR" dir="rtl"><head><meta charset="utf-8"><title>${escape(subject)}</title></head><body>${html.join(
      "",
    )}<p>${escape(SHOP_NAME)}</p></body></html>`,
  };
}

function escape(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
