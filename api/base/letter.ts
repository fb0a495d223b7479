import { SHOP_NAME } from "./shop-name.ts";

/** The content of an e-mail: the same words as plain text and as a right-to-left HTML page. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export interface LetterPart {
  /** A sentence. If there are `codes`, it is their heading. */
  text: string;
  /** Shown left to right, one per line. */
  codes?: readonly string[];
  link?: string;
}

export function writeLetter(subject: string, parts: readonly LetterPart[]): Letter {
  const text = parts.map(({ text, codes = [], link }) =>
    [text, ...codes, ...(link === undefined ? [] : [link])].join("\n"),
  );
  const html = parts.map(({ text, codes = [], link }) => {
    const shown =
      link === undefined ? escape(text) : `<a href="${escape(link)}">${escape(text)}</a>`;
    const lines = codes.map((code) => `<br><bdi dir="ltr"><code>${escape(code)}</code></bdi>`);
    return `<p>${shown}${lines.join("")}</p>`;
  });
  return {
    subject,
    text: `${text.join("\n\n")}\n\n${SHOP_NAME}\n`,
    html: [
      '<!doctype html><html lang="fa-IR" dir="rtl"><head><meta charset="utf-8">',
      `<title>${escape(subject)}</title></head><body>`,
      ...html,
      `<p>${escape(SHOP_NAME)}</p></body></html>`,
    ].join(""),
  };
}

function escape(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
