import { Hono } from "hono";
import { html } from "hono/html";
import { type Env, providersState } from "./environment.ts";
import type { Message } from "./message-rows.ts";
import type { Mail } from "./mail-rows.ts";
import { page } from "./page.ts";

/** The messages that the shop sent, for people who try it and for tests. */

const REFRESH_S = 4;
const time = new Intl.DateTimeFormat("fa-IR", {
  timeZone: "Asia/Tehran",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

export const inboxRoutes = new Hono<{ Bindings: Env }>()
  .get("/sandbox/demo.json", (c) =>
    c.env.DEMO_PHONE ? c.json({ phone: c.env.DEMO_PHONE }) : c.notFound(),
  )
  .get("/sandbox/sms.json", async (c) => {
    const asked = c.req.query("to");
    const phone =
      asked === undefined ? null : (/^(?:\+?98|0098|0)?(9\d{9})$/.exec(asked.trim())?.[1] ?? asked);
    const messages = await providersState(c.env).listMessages(phone);
    return c.json(
      messages.map(({ phone: to, text, code, sentAt }) => ({
        to,
        text,
        code,
        sentAt: new Date(sentAt).toISOString(),
      })),
    );
  })
  .get("/sandbox/mail.json", async (c) => {
    const mails = await providersState(c.env).listMail(c.req.query("to") ?? null);
    return c.json(
      mails.map((mail) => ({
        ...mail,
        link: linkIn(mail.text),
        sentAt: new Date(mail.sentAt).toISOString(),
      })),
    );
  })
  .get("/sandbox/", async (c) => {
    const world = providersState(c.env);
    const [messages, mails] = await Promise.all([world.listMessages(null), world.listMail(null)]);
    const shop = new URL("/", c.req.url);
    shop.hostname = "localhost";
    const body = html`<main class="desk">
      <h1>دنیای بیرونِ آزمایشی</h1>
      <p>پیامک‌ها و پرداخت‌های این اجرا به جای شرکت‌های واقعی به اینجا می‌آیند.</p>
      ${
        c.env.DEMO_PHONE
          ? html`<section class="card">
              <h2>خریدار نمونه</h2>
              <p>
                با شماره <bdi dir="ltr" class="code">0${c.env.DEMO_PHONE}</bdi> وارد فروشگاه شوید؛
                کد ورود همین‌جا می‌رسد.
              </p>
            </section>`
          : ""
      }
      <section class="card">
        <h2>پیامک‌ها</h2>
        ${
          messages.length === 0
            ? html`<p>هنوز پیامکی نرسیده است.</p>`
            : html`<ul class="inbox">
                ${messages.map(toItem)}
              </ul>`
        }
      </section>
      <section class="card">
        <h2>ایمیل‌ها</h2>
        ${
          mails.length === 0
            ? html`<p>هنوز ایمیلی نرسیده است.</p>`
            : html`<ul class="inbox">
                ${mails.map(toMailItem)}
              </ul>`
        }
      </section>
      <section class="card">
        <h2>نشانی‌ها</h2>
        <ul>
          <li><a href="${shop.href}">فروشگاه</a></li>
          <li><a href="/sandbox/sms.json">پیامک‌ها برای برنامه‌ها</a></li>
          <li><a href="/sandbox/mail.json">ایمیل‌ها برای برنامه‌ها</a></li>
        </ul>
      </section>
    </main>`;
    return c.html(
      page("صندوق پیامک آزمایشی", body, html`<meta http-equiv="refresh" content="${REFRESH_S}" />`),
    );
  });

function toItem(message: Message) {
  return html`<li>
    <header>
      <bdi dir="ltr">0${message.phone}</bdi
      ><time datetime="${new Date(message.sentAt).toISOString()}"
        >${time.format(message.sentAt)}</time
      >
    </header>
    <p>${message.text}</p>
    ${message.code === null ? "" : html`<bdi dir="ltr" class="code">${message.code}</bdi>`}
  </li>`;
}

function toMailItem(mail: Mail) {
  const link = linkIn(mail.text);
  return html`<li>
    <header>
      <bdi dir="ltr">${mail.to}</bdi
      ><time datetime="${new Date(mail.sentAt).toISOString()}">${time.format(mail.sentAt)}</time>
    </header>
    <p>${mail.subject}</p>
    <p>${mail.text}</p>
    ${link === null ? "" : html`<a href="${link}">باز کردن لینک</a>`}
  </li>`;
}

function linkIn(text: string): string | null {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? null;
}
