import { html, raw } from "hono/html";
import { style } from "./style.ts";

export type Markup = ReturnType<typeof html>;

export function page(title: string, body: Markup, head: Markup = html``): Markup {
  return html`<!doctype html>
    <html lang="fa-IR" dir="rtl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${head}
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}
