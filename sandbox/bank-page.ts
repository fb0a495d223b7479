import { html } from "hono/html";
import { type Markup, page } from "./page.ts";
import type { Payment } from "./payment-rows.ts";

const number = new Intl.NumberFormat("fa-IR");

/**
 * The payment form with its buttons to pay and to cancel. `complaint` is an error text that is
 * shown at the card field.
 */
export function bankForm(payment: Payment, complaint: string | null): Markup {
  const toman = payment.currency === "IRT" ? payment.amount : payment.amount / 10;
  const card = payment.cardNumber;
  return page(
    "درگاه پرداخت آزمایشی",
    html`<main class="slip">
      ${ribbon}
      <h1>پرداخت اینترنتی</h1>
      <p class="amount"><b>${number.format(toman)}</b> تومان</p>
      <dl>
        <dt>بابت</dt>
        <dd>${payment.description}</dd>
        ${
          card === null
            ? ""
            : html`<dt>کارت مجاز</dt>
                <dd>
                  <bdi dir="ltr" class="digits">${grouped(card)}</bdi>
                  <small>پرداخت با کارت دیگر پذیرفته نمی‌شود.</small>
                </dd>`
        }
      </dl>
      <form method="post">
        <label for="card">شمارهٔ کارت</label>
        <input
          id="card"
          name="cardNumber"
          dir="ltr"
          inputmode="numeric"
          autocomplete="off"
          required
          maxlength="25"
          value="${card === null ? "" : grouped(card)}"
          ${complaint === null ? "" : html`aria-invalid="true" aria-describedby="complaint"`}
        />
        ${complaint === null ? "" : html`<p id="complaint" class="complaint" role="alert">${complaint}</p>`}
        <div class="ways">
          <button name="deed" value="pay" class="main">پرداخت</button>
          <button name="deed" value="cancel" formnovalidate>انصراف</button>
        </div>
      </form>
    </main>`,
  );
}

/** The page for a payment that has ended or is unknown. */
export function bankNotice(state: Payment["status"] | "unknown", returnUrl: string | null): Markup {
  const [title, text] = noticeWords(state);
  return page(
    title,
    html`<main class="slip">
      ${ribbon}
      <h1>${title}</h1>
      <p>${text}</p>
      ${returnUrl === null ? "" : html`<p><a class="back" href="${returnUrl}">بازگشت به فروشگاه</a></p>`}
    </main>`,
  );
}

const ribbon = html`<p class="ribbon">درگاه آزمایشی<span>پولی جابه‌جا نمی‌شود</span></p>`;

function noticeWords(state: Payment["status"] | "unknown"): [string, string] {
  switch (state) {
    case "PAID":
    case "VERIFIED":
      return [
        "این پرداخت انجام شده است",
        "مبلغ پیش‌تر از کارت برداشت شده و دوباره پرداخت نمی‌شود.",
      ];
    case "REVERSED":
      return ["این پرداخت برگشت خورده است", "مبلغ به کارت پرداخت‌کننده بازگردانده شده است."];
    case "FAILED":
      return [
        "این پرداخت ناتمام مانده است",
        "از این پرداخت انصراف داده شده یا کارت آن پذیرفته نشده است. مبلغی برداشت نشد.",
      ];
    case "IN_BANK":
    case "unknown":
      return ["پرداختی با این شناسه نیست", "نشانی درگاه کامل نیست یا از جای دیگری آمده است."];
  }
}

function grouped(card: string): string {
  return card.replace(/(\d{4})(?=\d)/g, "$1 ");
}
