import { Hono } from "hono";
import { answerOrFail } from "./faults.ts";
import { type Env, providersState } from "./environment.ts";

/**
 * Kavenegar's lookup call: fills approved templates with a few words. A real template has the
 * shop's own address in place of %site.
 */

const API_KEY = "sandbox";
const CODE_TEMPLATE = "armaghan-code";
const CODE_TEMPLATES = [CODE_TEMPLATE, "armaghan-second-code"];

const TEMPLATES: Record<string, string> = {
  [CODE_TEMPLATE]: "ارمغان\nکد ورود شما: %token\nاین کد را به هیچ‌کس ندهید.\n\n@localhost #%token",
  "armaghan-wallet-credit": "ارمغان\nکیف پول شما %token تومان شارژ شد.",
  "armaghan-order-delivered":
    "ارمغان\nسفارش %token تحویل شد. کدها در صفحه همان سفارش:\nlocalhost/orders/%token2",
  "armaghan-order-cancelled":
    "ارمغان\nسفارش %token لغو شد، چون پروفایل شما تا ۴۸ ساعت پس از خرید کامل نشد. وجه آن بازگردانده می‌شود.",
  "armaghan-order-returned":
    "ارمغان\nبررسی سفارش %token به تحویل نرسید. همهٔ مبلغ آن از همان راهی که پرداخت شده بود بازمی‌گردد:\nlocalhost/orders/%token2",
  "armaghan-item-refunded":
    "ارمغان\nمحصولی از سفارش %token لغو شد و وجه آن بازگردانده می‌شود. جزئیات را در صفحهٔ همان سفارش ببینید.",
  "armaghan-back-in-stock": "ارمغان\n«%token20» که منتظرش بودید موجود شد:\n%site/search?q=%token",
  "armaghan-ticket-answered": "ارمغان\nپاسخ تیکت «%token20» (%token) رسید:\n%site/tickets/%token2",
  "armaghan-gift":
    "ارمغان\nهدیه‌ای برای شما رسیده است. آن را در این صفحه باز کنید:\n%site/gift#%token",
  "armaghan-alert": "ارمغان\nمیز کار: %token هشدار تازه.\n%site/desk",
  "armaghan-operator-invited": "ارمغان\n%token با نقش %token2 به میز کار فروشگاه دعوت شد.",
  "armaghan-operator-changed": "ارمغان\nمیز کار فروشگاه، %token: %token20",
  "armaghan-card-verified":
    "ارمغان\nکارت تازه‌ای با چهار رقم پایانی %token به حساب شما افزوده شد. برداشت به آن از ۲۴ ساعت دیگر ممکن است. اگر کار شما نیست، از همهٔ دستگاه‌ها خارج شوید و تیکت بزنید: %site/authentication",
  "armaghan-second-code":
    "ارمغان\nکد تأیید شما: %token\nاین کد مرورگر شما را می‌شناساند یا ایمیل حساب را تغییر می‌دهد. آن را به هیچ‌کس ندهید.",
  "armaghan-account":
    "ارمغان\n%token20. ساعت %token.\nاگر کار شما نبود، از همهٔ دستگاه‌ها خارج شوید:\n%site/security",
  "armaghan-card-rejected": "ارمغان\nکارت بانکی شما با چهار رقم پایانی %token رد شد.",
  "armaghan-iban-changed":
    "ارمغان\nشبای کارت با چهار رقم پایانی %token در حساب شما تغییر کرد. برداشت به آن از ۲۴ ساعت دیگر ممکن است. اگر کار شما نیست، از همهٔ دستگاه‌ها خارج شوید و تیکت بزنید: %site/authentication",
  "armaghan-name-changed":
    "ارمغان\nنام حساب شما (موبایل با پایان %token) به درخواست خودتان تغییر کرد. اگر کار شما نیست، از همهٔ دستگاه‌ها خارج شوید: %site/authentication",
  "armaghan-name-refused":
    "ارمغان\nدرخواست تغییر نام حساب شما (موبایل با پایان %token) پذیرفته نشد. دلیل آن: %site/authentication",
  "armaghan-identity-verified":
    "ارمغان\nهویت شما با کارت با چهار رقم پایانی %token تأیید شد. از این پس می‌توانید بخرید: %site/",
  "armaghan-identity-verified-cart":
    "ارمغان\nهویت شما با کارت با چهار رقم پایانی %token تأیید شد. سبد شما آمادهٔ پرداخت است: %site/cart",
  "armaghan-identity-rejected":
    "ارمغان\nدرخواست احراز هویت شما با کارت با چهار رقم پایانی %token رد شد: %token20\nارسال دوباره: %site/authentication",
  "armaghan-account-frozen":
    "ارمغان\nحساب شما با شماره‌ای که به %token ختم می‌شود موقتاً مسدود شد. علت و راه اعتراض:\n%site/dashboard",
  "armaghan-account-released":
    "ارمغان\nحساب شما با شماره‌ای که به %token ختم می‌شود دوباره باز است: %site/dashboard",
};

const MESSAGES: Record<number, string> = {
  200: "تایید شد",
  400: "پارامترها ناقص هستند",
  403: "کد شناسائی معتبر نمی‌باشد",
  411: "دریافت کننده نامعتبر است",
  418: "اعتبار حساب شما کافی نیست",
  424: "الگوی مورد نظر پیدا نشد",
  431: "ساختار کد صحیح نمی‌باشد",
};

export const kavenegarRoutes = new Hono<{ Bindings: Env }>().post(
  "/v1/:key/verify/lookup.json",
  (c) =>
    answerOrFail(
      c.env,
      "kavenegar",
      "lookup",
      async () => {
        if (c.req.param("key") !== API_KEY) return failure(403);
        return lookUp(c.env, new URLSearchParams(await c.req.text()));
      },
      { failure, wrongTypes: () => Response.json({ return: { status: "200" }, entries: null }) },
    ),
);

async function lookUp(env: Env, fields: URLSearchParams): Promise<Response> {
  const receptor = fields.get("receptor");
  const template = fields.get("template");
  const tokens = new Map(
    ["token", "token2", "token3", "token10", "token20"].map((name) => [name, fields.get(name)]),
  );
  const code = tokens.get("token");
  if (!receptor || !template || !code) return failure(400);
  const phone = /^(?:\+98|0098|98|0)?(9\d{9})$/.exec(receptor)?.[1];
  if (!phone) return failure(411);
  if ([...tokens].some(([name, token]) => token && !fits(name, token))) return failure(431);
  const words = Object.hasOwn(TEMPLATES, template) ? TEMPLATES[template] : undefined;
  if (words === undefined) return failure(424);
  const text = words
    .replaceAll("%site", env.SITE)
    .replace(/%(token(?:20|10|2|3)?)/g, (_, name: string) => String(tokens.get(name) ?? ""));
  const id = await providersState(env).addMessage({
    phone,
    template,
    text,
    code: CODE_TEMPLATES.includes(template) ? code : null,
  });
  const entry = {
    messageid: id,
    message: text,
    status: 5,
    statustext: "ارسال به مخابرات",
    sender: "10004346",
    receptor: `0${phone}`,
    date: Math.floor(Date.now() / 1000),
    cost: 1_200,
  };
  return Response.json({ return: { status: 200, message: MESSAGES[200] }, entries: [entry] });
}

/** True when a token has no more spaces than its kind allows, and no underscore. */
function fits(name: string, token: string): boolean {
  const spaces = (token.match(/\s/g) ?? []).length;
  return !token.includes("_") && spaces <= ({ token10: 4, token20: 8 }[name] ?? 0);
}

function failure(status: number): Response {
  const isHttpStatus = status >= 400 && status <= 599;
  const body = { return: { status, message: MESSAGES[status] ?? "خطا" }, entries: null };
  return Response.json(body, { status: isHttpStatus ? status : 200 });
}
