import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addBankCard, getBankCards } from "../../contract/bank-card.ts";
import { createIdentityRequest } from "../../contract/identity.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../contract/order.ts";
import { createTicket, getTicket } from "../../contract/ticket.ts";
import { getProfile } from "../../contract/user.ts";
import { requestWithdrawal } from "../../contract/withdrawal.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { paymentInReview } from "../support/busy-shop.ts";
import { damageCard } from "../support/damage.ts";
import { runDesk } from "../support/desk-command.ts";
import { png } from "../support/images.ts";
import type { TestShopper } from "../support/shop.ts";
import { upload } from "../support/upload.ts";
import { useShop } from "../support/use-shop.ts";

const shop = useShop();

const desk = (words: string[], environment: Record<string, string> = {}) =>
  runDesk(shop, words, environment);

async function withCard(): Promise<{
  shopper: TestShopper;
  id: string;
  cardImage: string;
  cardNumber: string;
}> {
  const shopper = await shop.newShopper({ cardStatus: "none", isVerified: false });
  const cardImage = (await upload(shop, shopper, png())).body.imageUrl;
  const { cardNumber } = shopper;
  const added = await shopper.ask(addBankCard, {
    body: { cardNumber, cardOwner: "سارا کریمی", cardImage },
  });
  return { shopper, id: added.body.bankCard.id, cardImage, cardNumber };
}

const cardStatus = async (shopper: TestShopper) =>
  (await shopper.ask(getBankCards)).body.bankCards.map(({ status }) => status);

describe("the desk command", () => {
  it("decides on cards and identities, and shows their pictures", async () => {
    const [one, other] = [await withCard(), await withCard()];
    await one.shopper.ask(createIdentityRequest, {
      body: {
        IdentificationDocumentImage: one.cardImage,
        cardNumber: one.cardNumber,
        cardOwner: "سارا کریمی",
      },
    });
    const listed = await desk(["list"]);
    expect(listed.code).toBe(0);
    expect(listed.output).toContain(
      `${one.id.slice(0, 8)}  621986******${one.cardNumber.slice(-4)}`,
    );
    const idle = ["withdrawal", "delivery", "review", "ticket"];
    expect(listed.output).toContain(idle.map((kind) => `${kind}: nothing waits`).join("\n"));
    const { output: link } = await desk(["image", "card", one.id.slice(0, 8)]);
    const picture = await fetch(link.split("\n")[0] ?? "");
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(await desk(["reject", "card", other.id, "تصویر", "خوانا", "نیست"])).toEqual({
      code: 0,
      output: "کارت بانکی رد شد.\n",
    });
    expect(await desk(["approve", "card", one.id.slice(0, 8)])).toEqual({
      code: 0,
      output: "کارت بانکی تأیید شد.\n",
    });
    expect(await desk(["approve", "identity", "all"])).toEqual({
      code: 0,
      output: "هویت تأیید شد.\n",
    });
    expect(await desk(["approve", "identity", "all"])).toEqual({
      code: 0,
      output: "Nothing waits.\n",
    });
    expect([await cardStatus(one.shopper), await cardStatus(other.shopper)]).toEqual([
      ["verified"],
      ["rejected"],
    ]);
    expect((await one.shopper.ask(getProfile)).body).toMatchObject({ user: { isVerified: true } });
    const [decision] = await shop.sql(
      "SELECT operator, note FROM desk_decision WHERE subject_id = ?1 AND verdict = 'rejected'",
      other.id,
    );
    expect(decision).toEqual({ operator: "local", note: "تصویر خوانا نیست" });
  });

  it("approves the others when one of them cannot be approved", async () => {
    const [unread, other] = [await withCard(), await withCard()];
    await damageCard(shop, unread.id);
    expect((await desk(["list"])).output).toContain(
      `${unread.id.slice(0, 8)}  (cannot be read)    سارا کریمی`,
    );
    const { code, output } = await desk(["approve", "card", "all"]);
    expect(code).toBe(1);
    expect(output).toContain("کارت بانکی تأیید شد.\n");
    expect(output).toContain(`${unread.id}: شمارهٔ این کارت خوانده نمی‌شود`);
    expect([await cardStatus(unread.shopper), await cardStatus(other.shopper)]).toEqual([
      ["pending"],
      ["verified"],
    ]);
    expect((await desk(["reject", "card", unread.id, "شماره", "آسیب", "دیده"])).code).toBe(0);
    expect(await desk(["approve", "card", "all"])).toEqual({ code: 0, output: "Nothing waits.\n" });
  });

  it("answers and closes tickets", async () => {
    const shopper = await shop.newShopper();
    const opened = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: "کد از چه کشوری است؟" },
    });
    const { id, number } = opened.body.ticket;
    expect((await desk(["tickets"])).output).toContain(`${id.slice(0, 8)}  ${number}  Open: پرسش`);
    const mistyped = `${number.slice(0, -1)}${String((Number(number.slice(-1)) + 1) % 10)}`;
    expect(await desk(["ticket", mistyped])).toEqual({
      code: 1,
      output: "This number is wrong: a digit was mistyped.\n",
    });
    expect(await desk(["answer", id.slice(0, 8), "از", "آمریکا."])).toEqual({
      code: 0,
      output: "پاسخ شما ثبت شد.\n",
    });
    const { output } = await desk(["ticket", toPersianDigits(number)]);
    expect(output).toMatch(
      /^\d{7} پرسش \(Owner Responded\)[\s\S]*کد از چه کشوری است؟[\s\S]*Shop, [\s\S]*از آمریکا\./,
    );
    expect((await desk(["close", number])).code).toBe(0);
    expect((await shopper.ask(getTicket, { params: { id } })).body).toMatchObject({
      ticket: { status: "Closed" },
    });
    expect(await desk(["close", id])).toEqual({
      code: 1,
      output: `Nothing that waits has an id beginning with ${id}.\n`,
    });
  });

  it("delivers by hand, pays withdrawals and refunds", async () => {
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    const product = await shop.newProduct({ deliveryType: "manual", priceToman: 100_000 });
    const itemOf = async () => {
      await shopper.put(product);
      const orderId = (await shopper.ask(createOrder, { body: {} })).body.orderId;
      const [item] = await shop.sql<{ id: string }>(
        "SELECT id FROM order_item WHERE order_id = ?1",
        orderId,
      );
      return { orderId, id: item?.id ?? "" };
    };
    const [delivered, refunded] = [await itemOf(), await itemOf()];
    const [order] = await shop.sql<{ number: string }>(
      "SELECT number FROM orders WHERE id = ?1",
      delivered.orderId,
    );
    expect((await desk(["begin", order?.number ?? ""])).code).toBe(0);
    expect(
      (await shopper.ask(cancelOrder, { params: { orderId: delivered.orderId }, body: {} })).status,
    ).toBe(409);
    expect((await desk(["deliver", delivered.id, "ABCD-1234", "ZU-VIEL"])).code).toBe(1);
    expect((await desk(["deliver", delivered.id, "ABCD-1234"])).code).toBe(0);
    const content = await shopper.ask(getOrderItemContent, {
      params: { orderId: delivered.orderId, orderItemId: delivered.id },
    });
    expect(content.body).toEqual(["ABCD-1234"]);
    expect((await desk(["refund", refunded.id, "دیگر", "موجود نیست"])).output).toContain(
      "100000 toman to the wallet",
    );
    expect(await shopper.balance()).toBe(900_000);
    await shopper.ask(requestWithdrawal, { body: { amount: 200_000 } });
    expect((await desk(["list"])).output).toContain(`200000 toman to ${shopper.cardNumber}`);
    const [withdrawal] = await shop.sql<{ id: string }>(
      "SELECT id FROM withdrawal WHERE user_id = ?1",
      shopper.id,
    );
    const id = withdrawal?.id ?? "";
    expect((await desk(["approve", "withdrawal", "all", "پیگیری", "99"])).code).toBe(1);
    expect((await desk(["approve", "withdrawal", id])).code).toBe(1);
    expect((await desk(["approve", "withdrawal", id, "پیگیری", "99"])).code).toBe(1);
    expect((await desk(["take", id])).code).toBe(0);
    expect((await desk(["list"])).output).toContain("in hand of local");
    expect((await desk(["put-back", id])).code).toBe(0);
    expect((await desk(["take", id])).code).toBe(0);
    expect((await desk(["approve", "withdrawal", id, "پیگیری", "99"])).code).toBe(0);
    expect(
      await shop.sql("SELECT state, note FROM withdrawal WHERE user_id = ?1", shopper.id),
    ).toEqual([{ state: "paid", note: "پیگیری 99" }]);
  });

  it("settles a payment in review", async () => {
    const { shopper, authority } = await paymentInReview(shop);
    const { output } = await desk(["list"]);
    const known = `payment of 80000 toman, ${authority}, reference unknown`;
    const line = `${known}: the gateway knows another amount  (آزمون آزمون)`;
    expect(output).toContain(line);
    const [, id = ""] =
      new RegExp(`(\\S+) {2}${line.replaceAll(/[()]/g, "\\$&")}`).exec(output) ?? [];
    expect(await desk(["settle", id, "somewhere", "دیده", "شد"])).toMatchObject({ code: 1 });
    expect(await desk(["settle", id, "in_shop", "در", "پنل", "دیده", "شد"])).toEqual({
      code: 0,
      output: "مبلغ به کیف پول شخص افزوده شد.\n",
    });
    expect(await shopper.balance()).toBe(80_000);
  });

  it("prints its help, and one sentence for each mistake", async () => {
    expect(await desk([])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/npm run desk -- <command>/) as string,
    });
    expect(await desk(["dance"])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/no command “dance”/) as string,
    });
    expect(await desk(["approve", "cat", "all"])).toEqual({
      code: 1,
      output: "Say what it is: card, identity, withdrawal.\n",
    });
    expect(await desk(["approve", "card", "zzz"])).toEqual({
      code: 1,
      output: "Nothing that waits has an id beginning with zzz.\n",
    });
    expect(await desk(["answer"])).toEqual({
      code: 1,
      output: "Which one? Give its number, or the beginning of its id.\n",
    });
    const wrong = await desk(["list"], { DESK_TOKEN: "a-token-that-nobody-gave-out" });
    expect(wrong).toEqual({
      code: 1,
      output: `The shop at ${shop.stack.url} does not take this token (DESK_TOKEN).\n`,
    });
    const elsewhere = await desk(["list"], { DESK_URL: "http://127.0.0.1:9" });
    expect(elsewhere).toEqual({ code: 1, output: "DESK_URL needs a DESK_TOKEN beside it.\n" });
    const silent = await desk(["list"], { DESK_URL: "http://127.0.0.1:9", DESK_TOKEN: "x" });
    expect(silent).toEqual({
      code: 1,
      output: "The shop does not answer at http://127.0.0.1:9. Is DESK_URL right?\n",
    });
    const stopped = await desk(["list"], { PORT: "9" });
    expect(stopped.output).toBe(
      "The shop does not answer at http://localhost:9. " +
        "Start it with `npm start`, or name another one with DESK_URL.\n",
    );
    const empty = await mkdtemp(join(tmpdir(), "armaghan-"));
    expect((await desk(["list"], { DATA_DIR: empty })).output).toMatch(/^There is no shop in /);
    await rm(empty, { recursive: true });
  });

  it("makes tokens and prints the hash that lets them in", async () => {
    const { output } = await desk(["token", "sara"]);
    const [token = ""] = /^ {2}(\S{43})$/m.exec(output)?.slice(1) ?? [];
    const hash = createHash("sha256").update(token).digest("hex");
    expect(output).toContain(`{"sara":"${hash}"}`);
    const other = await desk(["token", "sara"]);
    expect(other.output).not.toContain(token);
    expect(
      (await desk(["list"], { DESK_URL: shop.stack.url, DESK_TOKEN: shop.deskToken })).code,
    ).toBe(0);
  });
});
