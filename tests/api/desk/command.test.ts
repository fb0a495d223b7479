import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { VIEW_MS_LEAST } from "../../../contract/desk/endpoint.ts";
import { getMe } from "../../../contract/desk/operator.ts";
import { addBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { createTicket, getTicket } from "../../../contract/ticket.ts";
import { getProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { maskCardNumber } from "../../../persian/identifiers.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { shorten } from "../../../scripts/desk/waiting.mjs";
import { paymentInReview } from "../../support/busy-shop.ts";
import { damageCard } from "../../support/damage.ts";
import { runDesk } from "../../support/desk-command.ts";
import type { ShopperOptions } from "../../support/fill.ts";
import { png } from "../../support/images.ts";
import { newOperator } from "../../support/operator.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";

const shop = useShop();

const desk = (words: string[], environment: Record<string, string> = {}, input = "") =>
  runDesk(shop, words, environment, input);

async function withCard(
  options: ShopperOptions = { isVerified: false },
): Promise<{ shopper: TestShopper; id: string; cardImage: string; cardNumber: string }> {
  const shopper = await shop.newShopper({ cardStatus: "none", ...options });
  const cardImage = (await upload(shop, shopper, png())).body.imageUrl;
  const { cardNumber } = shopper;
  const added = await shopper.ask(addBankCard, {
    body: { cardNumber, cardOwner: "سارا کریمی", cardImage },
  });
  return { shopper, id: added.body.bankCard.id, cardImage, cardNumber };
}

const priceOfHeld = 25_000_000;
/** The number of a held order: a newcomer may buy for 20,000,000 an hour. */
async function heldOrder() {
  const shopper = await shop.newShopper({ balanceToman: priceOfHeld });
  await shopper.put(await shop.newProduct({ priceToman: priceOfHeld }));
  await shopper.ask(createOrder, { body: {} });
  const [order] = await shopper.orders();
  return { shopper, number: order?.number ?? "" };
}

const cardStatus = async (shopper: TestShopper) =>
  (await shopper.ask(getBankCards)).body.bankCards.map(({ status }) => status);

describe("the desk command", () => {
  it("imports a catalogue: shows it first, once only, and says what is wrong where", async () => {
    const folder = await mkdtemp(join(tmpdir(), "armaghan-"));
    const path = join(folder, "catalogue.json");
    const product = {
      name: "کارت فرمان",
      region: "جهانی",
      denomination: "$1",
      deliveryType: "instant",
      price: 100_000,
    };
    const write = (changes: object) =>
      writeFile(
        path,
        JSON.stringify({
          categories: [
            {
              type: "commanded",
              displayName: "کارت فرمان",
              subcategories: [
                {
                  urlName: "commanded",
                  displayName: "فرمان",
                  latinName: "Command",
                  hue: 1,
                  tagline: "برای آزمودن است.",
                  regionNotice: "جهانی است.",
                  products: [{ ...product, ...changes }],
                },
              ],
            },
          ],
        }),
      );
    const made = () => shop.sql("SELECT id FROM subcategory WHERE id = 'commanded-commanded'");
    await write({});
    const look = await desk(["import", path]);
    expect(look).toMatchObject({ code: 0 });
    expect(look.output).toContain("3 to be made or changed");
    expect(look.output).toContain("--yes");
    expect(await made()).toEqual([]);
    expect((await desk(["import", path, "--yes"])).output).toContain("(3)");
    expect(await made()).toHaveLength(1);
    expect((await desk(["import", path, "--yes"])).output).toContain("0 to be made or changed");
    await write({ price: 0 });
    const wrong = await desk(["import", path, "--yes"]);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("categories[0].subcategories[0].products[0].price: قیمت");
    await writeFile(path, "{ categories");
    expect((await desk(["import", path])).output).toContain("is no JSON");
    await writeFile(path, " ".repeat(1_048_577));
    expect((await desk(["import", path])).output).toContain("larger than 1 MB");
    expect((await desk(["import", join(folder, "none.json")])).output).toContain("ENOENT");
    await rm(folder, { recursive: true });
  });

  it("releases and refunds held orders, by their numbers", async () => {
    const [one, other] = [await heldOrder(), await heldOrder()];
    const listed = await desk(["looks"]);
    expect(listed.output).toContain(`order ${one.number}: ${String(priceOfHeld)} toman`);
    expect((await desk(["release-order", one.number])).output).toContain("Say why.");
    const why = ["به", "صاحب", "کارت", "زنگ", "زدیم"];
    expect((await desk(["release-order", one.number, ...why])).code).toBe(0);
    expect((await desk(["refund-order", other.number, ...why])).code).toBe(0);
    expect(await one.shopper.orders()).toMatchObject([{ deliveryStatus: "delivered" }]);
    expect(await other.shopper.balance()).toBe(priceOfHeld);
    expect((await desk(["looks"])).output).toContain("nothing waits");
  });

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
    const idle = ["withdrawal", "name", "income", "look", "delivery", "review", "ticket"];
    expect(listed.output).toContain(idle.map((kind) => `${kind}: nothing waits`).join("\n"));
    const { output: link } = await desk(["image", "card", one.id.slice(0, 8)]);
    const picture = await fetch(link.split("\n")[0] ?? "");
    await picture.arrayBuffer();
    await shop.turnClock(VIEW_MS_LEAST);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(await desk(["reject", "card", other.id, "تصویر", "خوانا", "نیست"])).toEqual({
      code: 0,
      output: "کارت بانکی رد شد.\n",
    });
    expect(listed.output).toContain("waits for the identity");
    expect((await desk(["approve", "card", one.id.slice(0, 8)])).output).toContain(
      "هویت این شخص هنوز تأیید نشده است.",
    );
    // Both requests carry the same picture, which was seen.
    const approved = await desk(["approve", "identity", "all"]);
    expect(approved.code).toBe(0);
    expect(approved.output).toMatch(/^identity: \n {2}\S+ {2}621986.*\nهویت تأیید شد\.\n$/);
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

  it("approves the others when one of them cannot be approved, or was not seen", async () => {
    const proven = { isVerified: true, hasNames: false };
    const [unread, other, unseen, strange] = [
      await withCard(proven),
      await withCard(proven),
      await withCard(proven),
      await withCard({ isVerified: true }),
    ];
    for (const { id } of [unread, other, strange]) await shop.look(decideBankCard, id);
    await damageCard(shop, unread.id);
    const { output: listed } = await desk(["list"]);
    expect(listed).toContain(`${unread.id.slice(0, 8)}  (cannot be read)    سارا کریمی`);
    expect(listed).toContain("proven: آزمون آزمون, and NOT the owner");
    const { code, output } = await desk(["approve", "card", "all"]);
    expect(code).toBe(1);
    expect(output).toContain("کارت بانکی تأیید شد.\n");
    expect(output).toContain(`${unread.id}: شمارهٔ این کارت خوانده نمی‌شود`);
    expect(output).toContain(`${unseen.id}: نخست تصویر این مورد را در همین نشست`);
    expect(output).toContain(`${strange.id}: نام صاحب این کارت با نام تأییدشدهٔ شخص یکی نیست`);
    const cards = [unread, other, unseen].map(({ shopper }) => cardStatus(shopper));
    expect(await Promise.all(cards)).toEqual([["pending"], ["verified"], ["pending"]]);
    const override = await desk(["approve", "card", strange.id, "--override=نام پس از ازدواج"]);
    expect([override.code, override.output]).toEqual([
      0,
      expect.stringContaining("تأیید آن به نفر دوم سپرده شد.\n"),
    ]);
    const [, proposalId = ""] = override.output.trim().split(/\s*\n\s*/);
    expect((await desk(["drop", proposalId])).code).toBe(0);
    expect((await desk(["reject", "card", strange.id, "نام", "دیگری", "است"])).code).toBe(0);
    expect((await desk(["reject", "card", unread.id, "شماره", "آسیب", "دیده"])).code).toBe(0);
    expect((await desk(["show", "card", unseen.id])).output).toContain(`0${unseen.shopper.phone}`);
    expect((await desk(["approve", "card", unseen.id])).code).toBe(1);
    expect((await desk(["reject", "card", unseen.id, "خوانا", "نیست"])).code).toBe(0);
    expect(await desk(["approve", "card", "all"])).toEqual({ code: 0, output: "Nothing waits.\n" });
  });

  it("decides about other names, each by itself and with a reason", async () => {
    const shopper = await shop.newShopper();
    await shopper.ask(createNameRequest, {
      body: { firstName: "سارا", lastName: "کریمی", reason: "نامم عوض شد" },
    });
    const { output } = await desk(["list"]);
    expect(output).toContain("سارا کریمی in place of آزمون آزمون: نامم عوض شد");
    expect((await desk(["approve", "name", "all"])).code).toBe(1);
    const [{ id } = { id: "" }] = await shop.sql<{ id: string }>(
      "SELECT id FROM name_request WHERE user_id = ?1",
      shopper.id,
    );
    expect(await desk(["approve", "name", id, "شناسنامه", "را", "دیدم"])).toEqual({
      code: 0,
      output: "نام تغییر کرد.\n",
    });
  });

  it("answers and closes tickets", async () => {
    const shopper = await shop.newShopper();
    const opened = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: "کد از چه کشوری است؟" },
    });
    const { id, number } = opened.body.ticket;
    const start = shorten(id, [id], true);
    expect((await desk(["tickets"])).output).toContain(`${start}  ${number}  Open: پرسش`);
    const mistyped = `${number.slice(0, -1)}${String((Number(number.slice(-1)) + 1) % 10)}`;
    expect(await desk(["ticket", mistyped])).toEqual({
      code: 1,
      output: "This number is wrong: a digit was mistyped.\n",
    });
    expect(await desk(["answer", start, "از", "آمریکا."])).toEqual({
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
    expect((await desk(["deliver", delivered.id, "ABCD-1234"])).output).toMatch(
      /^Codes are not taken from the command line/,
    );
    const deliver = (input: string) => desk(["deliver", delivered.id], {}, input);
    expect((await deliver("")).code).toBe(1);
    expect((await deliver("ABCD-1234\nZU-VIEL\n")).code).toBe(1);
    expect((await deliver("ABCD-1234\n")).code).toBe(0);
    const content = await shopper.ask(getOrderItemContent, {
      params: { orderId: delivered.orderId, orderItemId: delivered.id },
    });
    expect(content.body).toEqual(["ABCD-1234"]);
    expect((await desk(["refund", refunded.id, "دیگر", "موجود نیست"])).output).toContain(
      "100000 toman to the wallet",
    );
    expect(await shopper.balance()).toBe(900_000);
    await shopper.ask(requestWithdrawal, { body: { amount: 200_000 } });
    const { output: masked } = await desk(["list"]);
    expect(masked).toContain(`200000 toman to ${maskCardNumber(shopper.cardNumber)}`);
    expect(masked).not.toContain(shopper.cardNumber);
    const [withdrawal] = await shop.sql<{ id: string }>(
      "SELECT id FROM withdrawal WHERE user_id = ?1",
      shopper.id,
    );
    const id = withdrawal?.id ?? "";
    expect((await desk(["approve", "withdrawal", "all", "پیگیری", "99"])).code).toBe(1);
    expect((await desk(["approve", "withdrawal", id])).code).toBe(1);
    expect((await desk(["approve", "withdrawal", id, "پیگیری", "99"])).code).toBe(1);
    expect((await desk(["take", id])).output).toContain(`toman to ${shopper.cardNumber}`);
    expect((await desk(["list"])).output).toContain("in hand of local");
    expect((await desk(["put-back", id])).code).toBe(0);
    expect((await desk(["take", id])).code).toBe(0);
    expect((await desk(["approve", "withdrawal", id, "پیگیری", "99"])).code).toBe(0);
    expect(
      await shop.sql("SELECT state, note FROM withdrawal WHERE user_id = ?1", shopper.id),
    ).toEqual([{ state: "paid", note: "پیگیری 99" }]);
  });

  it("finds any order by its number, replaces a bad code of it and gives one back", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000 });
    const product = await shop.newProduct({ priceToman: 100_000, stock: 3 });
    await shopper.put(product, 2);
    await shopper.ask(createOrder, { body: {} });
    const [{ number, id } = { number: "", id: "" }] = await shopper.orders();
    const { output } = await desk(["order", toPersianDigits(number)]);
    expect(output).toContain(`order ${number} ${id}: paid, 200000 toman, 200000 from the wallet`);
    expect(output).toContain(`0${shopper.phone}`);
    expect((await desk(["order", id])).output).toBe(output);
    const item = /^ {2}(\S+) {2}2 × .* {2}200000 toman {2}delivered$/m.exec(output)?.[1] ?? "";
    const [first = "", second = ""] = [...output.matchAll(/code \d (\S+): not opened/g)].map(
      ([, code]) => code,
    );
    expect((await desk(["replace", first, "--code=ABCD", "دلیل"])).output).toMatch(
      /^Codes are not taken from the command line/,
    );
    expect(await desk(["replace", first])).toMatchObject({ code: 1 });
    const replaced = await desk(["replace", first, "پیش‌تر", "استفاده", "شده"]);
    expect(replaced).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\(\S+\)$/m) as string,
    });
    expect((await desk(["replace", first, "پیش‌تر", "استفاده", "شده"])).output).toContain(
      "این کد پیش‌تر جایگزین یا بازپرداخت شده است.",
    );
    expect((await desk(["refund-code", item])).output).toMatch(/^Which code\?/);
    expect((await desk(["refund-code", item, second, "نمی‌خواهد"])).output).toContain(
      "100000 toman to the wallet",
    );
    expect(await shopper.balance()).toBe(200_000);
    const mistyped = `${number.slice(0, -1)}${String((Number(number.slice(-1)) + 1) % 10)}`;
    expect((await desk(["order", mistyped])).output).toContain("a digit was mistyped");
    expect((await desk(["order", "no-such-order"])).code).toBe(1);
    // An order that nobody has paid yet is found as well.
    const waiting = await shop.newShopper();
    await waiting.put(product);
    await waiting.initiate({});
    const [held] = await shop.sql<{ number: string }>(
      "SELECT number FROM orders WHERE user_id = ?1",
      waiting.id,
    );
    expect((await desk(["order", held?.number ?? ""])).output).toMatch(
      /: awaiting, 100000 toman.*\n.*payment pending/,
    );
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
      output: "Say what it is: card, identity, withdrawal, name, income.\n",
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
    for (const open of ["http://0.0.0.0:9", "http://shop.example", "ftp://localhost"])
      expect(await desk(["list"], { DESK_URL: open, DESK_TOKEN: "x" })).toEqual({
        code: 1,
        output: `DESK_URL must begin with https://, or name this machine: ${open}\n`,
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

  it("makes the secret of a first owner and the hash that lets it in", async () => {
    const { output } = await desk(["secret"]);
    const [secret = ""] = /^ {2}(\S{43})$/m.exec(output)?.slice(1) ?? [];
    expect(output).toContain(createHash("sha256").update(secret).digest("hex"));
    expect((await desk(["secret"])).output).not.toContain(secret);
    const first = await desk(["first-owner", "sara", "09120000001"], {}, `${secret}\n`);
    expect(first.output).toMatch(/^این رمز یک‌بارمصرف شناخته نشد/);
  });

  it("invites operators, makes and ends tokens, and prints what was decided", async () => {
    const invited = await desk(["invite", "mina", "support", "09120000001"]);
    const secret = invited.output.trimEnd().split("\n").at(-1) ?? "";
    const entered = await desk(["enter"], {}, secret);
    expect(entered.output).toContain("mina may work at the desk as support until");
    const folder = await mkdtemp(join(tmpdir(), "armaghan-"));
    const file = join(folder, "token");
    await writeFile(file, `${entered.output.trimEnd().split("\n").at(-1) ?? ""}\n`);
    const mina = { DESK_URL: shop.stack.url, DESK_TOKEN_FILE: file };
    expect((await desk(["me"], mina)).output).toMatch(
      /^mina, support \(goods, tickets, papers, people, money, settings\), until /,
    );
    expect((await desk(["token", "viewer", "30", "گزارش", "شب"], mina)).code).toBe(0);
    const { output: tokens } = await desk(["tokens"], mina);
    const [, program = ""] = /^ {2}(\S+) {2}viewer {2}گزارش شب/m.exec(tokens) ?? [];
    expect((await desk(["end-token", program], mina)).code).toBe(0);
    expect((await desk(["decisions"], mina)).output).toBe(
      "این بخش برای شما باز نیست. اگر به آن نیاز دارید، از مالک فروشگاه بخواهید.\n",
    );
    const { output: raise } = await desk(["role", "mina", "finance"]);
    const proposal = raise.trimEnd().split("\n").at(-1)?.trim() ?? "";
    expect((await desk(["proposals"])).output).toContain(`${proposal}  raise mina`);
    expect((await desk(["confirm", proposal])).code).toBe(1);
    expect((await desk(["drop", proposal])).code).toBe(0);
    expect((await desk(["operators"])).output).toMatch(/ {2}mina {2}support {2}0912\*\*\*0001/);
    const { output: log } = await desk(["decisions", "mina"]);
    expect(log).toMatch(/^\d{4}-\d\d-\d\d {2}mina {2}operator token_made: 1$/m);
    expect(log).toMatch(/mina {2}entered operator mina {2} → support/);
    expect((await desk(["end-operator", "mina"])).code).toBe(0);
    expect((await desk(["me"], mina)).code).toBe(1);
    await rm(folder, { recursive: true });
  });

  it("lets an owner back in who lost every passkey, and says so in the log", async () => {
    const [owner, viewer] = [
      await newOperator(shop, { role: "owner" }),
      await newOperator(shop, { role: "viewer" }),
    ];
    for (const name of [viewer.name, "nobody-here", "x' OR 1=1 --"])
      expect((await desk(["let-in", name])).code).toBe(1);
    const { code, output } = await desk(["let-in", owner.name]);
    expect([code, output]).toEqual([0, expect.stringContaining("asks for a new passkey")]);
    expect((await owner.ask(getMe)).status).toBe(200);
    const link = output.trimEnd().split("\n").at(-1) ?? "";
    expect((await desk(["enter"], {}, link)).output).toContain(`${owner.name} may work`);
    expect((await desk(["enter"], {}, link)).code).toBe(1);
    // Their older ways in ended when they came.
    expect((await owner.ask(getMe)).status).toBe(401);
    const lines = await shop.sql(
      `SELECT verdict, network = 'database' AS is_direct FROM desk_decision
       WHERE subject = 'operator' AND subject_id = ?1 ORDER BY rowid`,
      owner.name,
    );
    expect(lines).toEqual([
      { verdict: "let_in", is_direct: 1 },
      { verdict: "entered", is_direct: 0 },
    ]);
  });

  it("prints what people wrote so that it looks like no line of ours", async () => {
    const shopper = await shop.newShopper();
    const forged = "سلام\nShop, 2026-11-23T08:00:00.000Z\nبازپرداخت شد.";
    const opened = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: forged },
    });
    const { id } = opened.body.ticket;
    await shop.sql(
      "UPDATE ticket SET title = 'یک' || char(10) || 'ticket: nothing waits' || char(27) || '[2J' WHERE id = ?1",
      id,
    );
    const { output } = await desk(["ticket", id]);
    expect(output).not.toMatch(/^Shop, /m);
    expect(output).toContain("  │ Shop, 2026-11-23T08:00:00.000Z");
    const { output: list } = await desk(["tickets"]);
    for (const printed of [output, list]) {
      expect(printed).not.toContain("\u001b");
      expect(printed).not.toMatch(/^ticket: nothing waits/m);
      expect(printed).toContain("یک ticket: nothing waits[2J");
    }
  });
});
