import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createVault } from "../../../api/base/vault.ts";
import { addBankCard } from "../../../contract/bank-card.ts";
import { answerLine, setQuantity } from "../../../contract/cart.ts";
import { closeShop } from "../../../contract/desk/closure.ts";
import type { DeskEndpoint } from "../../../contract/desk/endpoint.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { changeQuestions, getDeskProduct } from "../../../contract/desk/product.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { getImageLink } from "../../../contract/desk/upload.ts";
import { exportPerson } from "../../../contract/desk/user.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import {
  type AnswerOf,
  type RequestArguments,
  type RequestOf,
  addressOf,
} from "../../../contract/request.ts";
import { sendSecondCode, verifySecondCode } from "../../../contract/second-code.ts";
import { requestCode, signOut, signOutEverywhere, verifyCode } from "../../../contract/sign-in.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { uploadImage } from "../../../contract/upload.ts";
import { requestEmailVerification, updateProfile, verifyEmail } from "../../../contract/user.ts";
import { findDatabase } from "../../../scripts/audit/audit-source.mjs";
import { root } from "../../../scripts/run/root.mjs";
import { png } from "../../support/images.ts";
import { withCheckDigit } from "../../support/people.ts";
import { useShop } from "../../support/use-shop.ts";

/** Buys through the edge while every provider fails once, then searches for secrets. */

const PHONE = "9187654321";
const BROKEN_PHONE = "9187654322";
const CARD = withCheckDigit("621986108765432");
const EMAIL = "parvaneh.secret@example.com";
const ANSWER = "Parvaneh.Player-77#IR";
const NAME = "پروانه‌ی‌پنهان";
const BROKEN_CARD = withCheckDigit("621986108765433");
const BROKEN_TOKEN = "token-of-somebody-whose-card-does-not-open";

const shop = useShop({
  edge: true,
  shopMain: "api/index.ts",
  logLevel: "log",
  beforeStart: addBroken,
});
const origin = () => ({ Origin: shop.stack.url, "CF-Connecting-IP": "203.0.113.77" });

/** Adds a shopper whose card cannot be decrypted, which causes a logged error. */
async function addBroken(dataDir: string): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as Record<
    string,
    string
  >;
  const vault = createVault({
    CODE_KEYS: JSON.parse(secrets["CODE_KEYS"] ?? "{}"),
    HMAC_KEY: secrets["HMAC_KEY"] ?? "",
  });
  const fingerprint = await vault.fingerprint("card number", BROKEN_CARD);
  const hash = Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(BROKEN_TOKEN)),
  ).toString("hex");
  const database = new DatabaseSync(findDatabase(dataDir));
  const now = Date.now();
  database.exec(`
    INSERT INTO user (id, phone, referral_code, created_at)
      VALUES ('broken', '${BROKEN_PHONE}', 'broken', 0);
    INSERT INTO account (id, kind) VALUES ('shopper:broken', 'shopper');
    INSERT INTO cart (user_id) VALUES ('broken');
    INSERT INTO session (token_hash, user_id, created_at, expires_at)
      VALUES ('${hash}', 'broken', ${String(now)}, ${String(now + 86_400_000)});
    INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
      created_at)
      VALUES ('broken', 'broken', '1.AAAA.BBBB', '${fingerprint}', '${NAME}', 'verified', 0);
    INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
      card_owner, status, created_at, decided_at)
      VALUES ('broken', 'broken', '', 'broken', '${NAME}', 'verified', 0, 0)`);
  database.close();
}

/** A browser that keeps its cookies. */
function browser() {
  const cookies = new Map<string, string>();
  async function send(
    method: string,
    path: string,
    body?: string | FormData,
    expected = 200,
  ): Promise<string> {
    const response = await fetch(`${shop.stack.url}${path}`, {
      method,
      headers: {
        ...origin(),
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(typeof body === "string" && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value !== "") cookies.set(name, value);
    }
    const text = await response.text();
    const start = text.slice(0, 300);
    expect([path, response.status, start]).toEqual([path, expected, start]);
    return text;
  }
  async function ask<Call extends Endpoint>(
    endpoint: Call,
    request: RequestOf<Call>,
    expected?: number,
  ): Promise<AnswerOf<Call>> {
    const path = BASE_PATH + addressOf(endpoint.path, request);
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    return JSON.parse(await send(endpoint.method, path, body, expected)) as AnswerOf<Call>;
  }
  return { cookies, send, ask };
}

async function desk<Call extends DeskEndpoint>(
  endpoint: Call,
  ...request: RequestArguments<Call>
): Promise<void> {
  const { status } = await shop.desk(endpoint, ...request);
  expect([endpoint.path, status]).toEqual([endpoint.path, 200]);
}

const rows = <Row>(sql: string): Row[] => {
  const database = new DatabaseSync(findDatabase(shop.stack.dataDir), { readOnly: true });
  const found = database.prepare(sql).all() as Row[];
  database.close();
  return found;
};

/** Signs in, pays, reads the code, gets it by mail and is refunded; returns all secrets. */
async function liveAndFail() {
  const { cookies, ask, send } = browser();
  const { sandbox } = shop;
  await sandbox.plan({ provider: "kavenegar", call: "lookup", kind: "code", code: 418 });
  await ask(requestCode, { body: { username: PHONE } }, 503);
  await sandbox.plan({ provider: "kavenegar", call: "lookup", kind: "lost_answer" });
  await ask(requestCode, { body: { username: PHONE } });
  const otp = (await sandbox.messages(PHONE))[0]?.code ?? "";
  const wrong = otp === "1111" ? "2222" : "1111";
  await ask(verifyCode, { body: { username: PHONE, otp: wrong } }, 401);
  await ask(verifyCode, { body: { username: PHONE, otp } });
  await ask(updateProfile, { body: { firstName: NAME, lastName: NAME, email: EMAIL } });
  await ask(requestEmailVerification, {});
  await shop.stack.runJobs();
  const link = new URL((await sandbox.mail(EMAIL))[0]?.link ?? "");
  const emailToken = link.searchParams.get("token") ?? "";
  await send("GET", `${link.pathname}${link.search}`);
  await ask(verifyEmail, { body: { token: emailToken } });
  await ask(sendSecondCode, {});
  const second = (await sandbox.messages(PHONE))[0]?.code ?? "";
  await ask(verifySecondCode, { body: { otp: second } });
  await ask(updateProfile, { body: { wantsCodesByEmail: true } });

  const form = new FormData();
  form.append("image", new Blob([png()], { type: "image/png" }), `${PHONE}.png`);
  const uploaded = await send("POST", BASE_PATH + uploadImage.path, form);
  const { imageUrl } = JSON.parse(uploaded) as AnswerOf<typeof uploadImage>;
  const card = { cardNumber: CARD, cardOwner: `${NAME} ${NAME}` };
  await ask(addBankCard, { body: { ...card, cardImage: imageUrl } });
  await ask(addBankCard, { body: { ...card, cardImage: imageUrl } }, 409);
  const { authorization } = await ask(createIdentityRequest, {
    body: { ...card, IdentificationDocumentImage: imageUrl },
  });
  const uploadId = imageUrl.split("/").at(-1) ?? "";
  const picture = (await shop.deskOnly(getImageLink, { params: { uploadId } })).body;
  await (await fetch(`${shop.stack.url}${picture.url}`)).arrayBuffer();
  // This verifies the card too, after the seconds that viewing a picture takes.
  const verify = () =>
    shop.deskOnly(decideIdentityRequest, {
      params: { id: authorization.id },
      body: { status: "verified" },
    });
  await expect.poll(async () => (await verify()).status).toBe(200);

  const params = { id: "itunes-us-2" };
  const { product } = (await shop.desk(getDeskProduct, { params })).body;
  const questions = [
    { id: "player", kind: "player" as const, label: "شناسه", form: "name" as const },
  ];
  await desk(changeQuestions, { params, body: { questions, version: product.questionsVersion } });
  await ask(setQuantity, { body: { productId: "itunes-us-2", quantity: 1 } });
  const answers = [{ questionId: "player", text: ANSWER }];
  await ask(answerLine, { body: { productId: "itunes-us-2", answers } });
  const checkout = { purpose: "cart_checkout", cardNumber: CARD, isUsedWallet: false } as const;
  for (const kind of ["http_500", "html", "wrong_types", "redirect"] as const) {
    await sandbox.plan({ provider: "zarinpal", call: "request", kind });
    await ask(initiatePayment, { body: checkout }, 503);
  }
  const { url } = await ask(initiatePayment, { body: checkout });
  const authority = url.split("/").at(-1) ?? "";
  await sandbox.pay(authority);
  for (const kind of ["http_500", "html", "wrong_types"] as const) {
    await sandbox.plan({ provider: "zarinpal", call: "verify", kind });
    await ask(verifyPayment, { body: { authority } }, 503);
  }
  // The log must not quote malformed JSON.
  const token = cookies.get("token") ?? "";
  await send("POST", BASE_PATH + verifyPayment.path, `{"authority":"${token}`, 400);
  const { orderId = "" } = await ask(verifyPayment, { body: { authority } });
  const [item] = rows<{ id: string }>(`SELECT id FROM order_item WHERE order_id = '${orderId}'`);
  const orderItemId = item?.id ?? "";
  const codes = await ask(getOrderItemContent, { params: { orderId, orderItemId } });
  await sandbox.plan({ provider: "resend", call: "send", kind: "http_500" });
  await shop.stack.runJobs();
  await sandbox.plan({ provider: "zarinpal", call: "refund", kind: "html" });
  await desk(refundItem, {
    params: { orderItemId },
    body: { opened: true, reason: "کد کار نمی‌کند" },
  });
  await shop.stack.runJobs();
  await ask(createTicket, { body: { title: NAME, description: `${NAME} کد کار نمی‌کند` } });

  const broken = browser();
  broken.cookies.set("token", BROKEN_TOKEN);
  const topUp = { purpose: "wallet_topup", amount: 50_000, cardNumber: BROKEN_CARD } as const;
  await broken.ask(initiatePayment, { body: topUp }, 500);
  await broken.ask(signOut, {});
  await desk(closeShop, { body: { reason: "تعطیل رسمی است.", reopensAt: null } });
  await ask(initiatePayment, { body: { ...topUp, cardNumber: CARD } }, 503);
  const search = () => send("GET", `/search?q=${PHONE}`, undefined, 503);
  await expect
    .poll(() => search().then(() => "closed", String), { timeout: 20_000 })
    .toBe("closed");
  await send("GET", "/up");
  const [person] = rows<{ id: string }>(`SELECT id FROM user WHERE phone = '${PHONE}'`);
  await desk(exportPerson, { params: { id: person?.id ?? "" } });
  await ask(signOutEverywhere, {});
  return { token, otp, codes, emailToken };
}

/** Every file below a folder, with its bytes as text. */
function* filesBelow(folder: string): Generator<[path: string, text: string]> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield [path, readFileSync(path, "latin1")];
  }
}
const asBytes = (text: string) => Buffer.from(text, "utf8").toString("latin1");

it("no secret is in the log, the database, the uploads or the bundles", async () => {
  const secret = await liveAndFail();
  const secrets = JSON.parse(
    readFileSync(join(shop.stack.dataDir, "secrets.json"), "utf8"),
  ) as Record<string, string>;
  const keys = [
    ...Object.values(JSON.parse(secrets["CODE_KEYS"] ?? "{}") as Record<string, string>),
    secrets["HMAC_KEY"] ?? "",
  ];
  const opens = [
    secret.token,
    BROKEN_TOKEN,
    secret.emailToken,
    ...secret.codes,
    CARD,
    BROKEN_CARD,
    ANSWER,
    shop.deskToken,
    ...keys,
  ];
  for (const word of opens) expect(word.length).toBeGreaterThan(9);
  const found: string[] = [];
  const search = (path: string, text: string, words: readonly string[]) => {
    for (const word of words) if (text.includes(asBytes(word))) found.push(`${path}: ${word}`);
  };

  const log = readFileSync(shop.stack.logFile, "latin1");
  // The log names the planned failures.
  for (const trouble of [
    '"provider":"zarinpal","call":"verify"',
    '"provider":"kavenegar"',
    '"provider":"resend"',
    '"reference":',
    "POST /api/v1/auth/verify",
    '"call":"POST /api/v1/tickets","outcome":200,"ms":',
    '"call":"GET /api/v1/health","outcome":200,"ms":',
    '"call":"GET /api/v1/shop","outcome":200,"ms":',
    '"job":"tidy","outcome":"done","ms":',
  ])
    expect(log).toContain(trouble);
  search("log", log, [...opens, PHONE, BROKEN_PHONE, EMAIL, NAME, "203.0.113.77"]);
  if (new RegExp(`["' =:]${secret.otp}["',}]`).test(log)) found.push(`log: ${secret.otp}`);

  // The sandbox's state belongs to the providers, and key file and configs contain keys on purpose.
  const data = [...filesBelow(join(shop.stack.dataDir, "state"))].filter(
    ([path]) => !/[/\\]v3[/\\]do[/\\]/.test(path),
  );
  expect(data.some(([path]) => /d1.*\.sqlite-wal$/.test(path))).toBe(true);
  expect(data.some(([, text]) => text.includes(asBytes(NAME)))).toBe(true);
  expect(data.some(([path, text]) => /r2.*blobs/.test(path) && text.includes("PNG"))).toBe(true);
  for (const [path, text] of data) search(path, text, opens);
  const tables = rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'",
  );
  for (const { name } of tables)
    if (JSON.stringify(rows(`SELECT * FROM "${name}"`)).includes(`"${secret.otp}"`))
      found.push(`${name}: the one-time code`);

  const bundles = [...filesBelow(join(root, "dist"))];
  expect(bundles.length).toBeGreaterThan(50);
  for (const [path, text] of bundles)
    search(path, text, [...opens, PHONE, EMAIL, "sandbox/zarinpal"]);
  expect(found).toEqual([]);
});
