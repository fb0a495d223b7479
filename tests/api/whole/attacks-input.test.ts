import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addBankCard } from "../../../contract/bank-card.ts";
import { requestCode } from "../../../contract/sign-in.ts";
import { createTicket, getTickets } from "../../../contract/ticket.ts";
import { getProfile, updateProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { newCardNumber } from "../../support/card-number.ts";
import {
  JFIF,
  chunk,
  exifOf,
  jpeg,
  png,
  riff,
  riffChunk,
  segment,
  vp8l,
  vp8x,
} from "../../support/images.ts";
import type { TestShopper } from "../../support/shop.ts";
import { stateHash } from "../../support/state-hash.ts";
import { sendUpload, upload } from "../../support/upload.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** Attacks with files, digits, letters and quotation marks. */

const PERSIAN = "۰۱۲۳۴۵۶۷۸۹";
const ARABIC = "٠١٢٣٤٥٦٧٨٩";
const SCRIPT = "<script>alert(document.domain)</script>";

const shop = useSharedShop();
let numbers = 0;

const inDigits = (digits: string, text: string) =>
  text.replace(/\d/g, (digit) => digits.charAt(Number(digit)));
const imageOf = async (shopper: TestShopper) => (await upload(shop, shopper, png())).body.imageUrl;
async function countObjects(): Promise<number> {
  const files = await readdir(join(shop.stack.dataDir, "state"), {
    recursive: true,
    withFileTypes: true,
  });
  return files.filter((file) => file.isFile() && /r2.*blobs$/.test(file.parentPath)).length;
}

describe("an uploaded file", () => {
  test("is stored as the picture alone, under a generated name, whatever else it contains", async () => {
    const shopper = await shop.newShopper();
    const carriers = [
      jpeg({
        before: [
          JFIF,
          segment(0xfe, SCRIPT),
          exifOf(1),
          segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", SCRIPT),
        ],
      }),
      png({
        before: [chunk("tEXt", "Comment\0", SCRIPT)],
        after: [chunk("zTXt", "k\0\0", SCRIPT)],
      }),
      riff(vp8x(0x0c), vp8l(), riffChunk("EXIF", SCRIPT), riffChunk("XMP ", SCRIPT)),
    ];
    const names = [
      "../../../../etc/passwd",
      "a.php.jpg",
      "a\r\nSet-Cookie: x=1.jpg",
      `${SCRIPT}.svg`,
      "ن".repeat(300),
    ];
    const addresses = [];
    for (const [index, name] of names.entries()) {
      const sent = await upload(shop, shopper, carriers[index % 3] ?? png(), {
        name,
        type: "text/html",
      });
      expect([name, sent.status]).toEqual([name, 200]);
      const address = sent.body.imageUrl;
      addresses.push(address);
      const read = await fetch(`${shop.stack.url}${address}`, {
        headers: { Authorization: `Bearer ${shopper.token}` },
      });
      expect(read.headers.get("Content-Type")).toMatch(/^image\/(?:jpeg|png|webp)$/);
      expect(read.headers.get("Content-Disposition")).toMatch(
        /^inline; filename="[A-Za-z0-9_-]{22}\.(?:jpg|png|webp)"$/,
      );
      expect(read.headers.get("Set-Cookie")).toBeNull();
      expect(Buffer.from(await read.arrayBuffer()).toString("latin1")).not.toMatch(
        /script|passwd|GPS/,
      );
    }
    expect(new Set(addresses).size).toBe(names.length);
    expect((await upload(shop, shopper, png(), { name: "a.jpg\u0000.html" })).status).toBe(400);
  });

  test("is refused with too many parts or without a length, and of two files one is stored", async () => {
    const shopper = await shop.newShopper();
    const [before, objects] = [stateHash(shop), await countObjects()];
    const many = new FormData();
    for (let part = 0; part < 10_000; part++) many.append(`part-${String(part)}`, "x");
    expect((await sendUpload(shop, shopper, many)).status).toBe(422);
    let left = 8;
    const unannounced = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        left-- > 0 ? controller.enqueue(new Uint8Array(1024 * 1024)) : controller.close(),
    });
    const tooLong = await fetch(`${shop.stack.url}/api/v1/uploads`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${shopper.token}`,
        "Content-Type": "multipart/form-data; boundary=x",
      },
      body: unannounced,
      duplex: "half",
    } as RequestInit);
    expect(tooLong.status).toBe(413);
    expect(stateHash(shop)).toBe(before);
    expect(await countObjects()).toBe(objects);
    const two = new FormData();
    for (const file of [png(), jpeg()])
      two.append("image", new Blob([file], { type: "image/png" }), "a.png");
    expect((await sendUpload(shop, shopper, two)).status).toBe(200);
    expect(await shop.sql("SELECT 1 FROM upload WHERE user_id = ?1", shopper.id)).toHaveLength(1);
  });

  test("is refused with a false Content-Length, and the shop keeps answering", async () => {
    const { port } = new URL(shop.stack.url);
    const shopper = await shop.newShopper();
    const objects = await countObjects();
    const body = Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc\r\n--x--\r\n`,
    );
    const say = (length: number) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), "localhost");
        const head = [
          "POST /api/v1/uploads HTTP/1.1",
          `Host: localhost:${port}`,
          `Authorization: Bearer ${shopper.token}`,
          "Content-Type: multipart/form-data; boundary=x",
          `Content-Length: ${String(length)}`,
          "Connection: close",
        ];
        let answer = "";
        socket.on("data", (part) => (answer += part.toString("latin1")));
        socket.on("error", () => resolve(answer));
        socket.on("close", () => resolve(answer));
        socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
      });
    for (const length of [body.length - 20, body.length + 1_000, 99_999_999])
      expect(await say(length)).not.toMatch(/^HTTP\/1\.1 200/);
    expect(await countObjects()).toBe(objects);
    expect((await upload(shop, shopper, png())).status).toBe(200);
  });
});

describe("digits", () => {
  test("name one phone in every script and notation, with one rate limit", async () => {
    const phone = "9371112233";
    const local = `0${phone}`;
    const manners = [
      phone,
      local,
      `+98${phone}`,
      `0098${phone}`,
      `98 ${phone}`,
      "0937 111 22 33",
      "0937-111-2233",
      "0937\u200c111\u200c2233",
      `\u202a${local}\u202c`,
      `\u200e+98 937 111 2233\u200f`,
      inDigits(PERSIAN, local),
      inDigits(ARABIC, `+98${phone}`),
      `${inDigits(PERSIAN, "0937")}${inDigits(ARABIC, "111")}2233`,
      "０９３７１１１２２３３",
      "tel:(+98)\u2011937.111/22_33",
    ];
    const ask = (username: string) =>
      shop.ask(requestCode, {
        body: { username },
        headers: {
          "X-Visitor": String(++numbers),
          "X-Client-Address": `10.4.0.${String(numbers)}`,
        },
      });
    const answers = await Promise.all(manners.map(ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...manners.slice(1).map(() => 429),
    ]);
    expect(await shop.sandbox.messages(phone)).toHaveLength(1);
    const strange = [
      "⁰⁹³⁷¹¹¹²²³³",
      "①②③④⑤⑥⑦⑧⑨⓪①",
      "०९३७१११२२३३",
      "0937111223",
      "09371112233 ext 5",
      "02112345678",
      "+19371112233",
      "9893711122",
      "+9893711122334",
      "0937111223\u0663x",
    ];
    for (const username of strange)
      expect([username, (await ask(username)).status]).toEqual([username, 422]);
    expect(
      await shop.sql("SELECT DISTINCT phone FROM sign_in_code WHERE phone LIKE '%37111%'"),
    ).toEqual([{ phone }]);
  });

  test("of cards and amounts are read in three scripts and stored in one", async () => {
    const shopper = await shop.newShopper({ cardStatus: "none" });
    const cardImage = await imageOf(shopper);
    const add = (cardNumber: string) =>
      shopper.ask(addBankCard, { body: { cardNumber, cardOwner: "سارا کریمی", cardImage } });
    for (const digits of [PERSIAN, ARABIC, "０１２３４５６７８９"]) {
      const number = newCardNumber();
      const spaced = number.replace(/(\d{4})(?=\d)/g, "$1 ");
      expect((await add(inDigits(digits, spaced))).body.bankCard).toMatchObject({
        cardNumber: number,
      });
      expect((await add(number)).status).toBe(409);
    }
    for (const cardNumber of [newCardNumber().slice(0, 15), `${newCardNumber()}0`, "0".repeat(16)])
      expect((await add(cardNumber)).status).toBe(422);
    const rich = await shop.newShopper({ balanceToman: 900_000 });
    const amounts = [
      inDigits(PERSIAN, "100,000"),
      inDigits(ARABIC, "100000"),
      " 100 000 ",
      "１０００００",
      "100 هزار تومان",
    ];
    for (const amount of amounts)
      expect(
        (await rich.ask(requestWithdrawal, { body: { amount } })).body.withdrawal,
      ).toMatchObject({ amount: 100_000 });
    for (const amount of ["١٠٠.٠٠٠", "100000.0", "1e6", "+100000", "-100000", "Ⅽ", "²00000"])
      expect([amount, (await rich.ask(requestWithdrawal, { body: { amount } })).status]).toEqual([
        amount,
        422,
      ]);
    expect(await rich.balance()).toBe(400_000);
  });
});

describe("letters", () => {
  const meaningless = ["\u0000", "\u0007", "\u009f", "\ud800"];
  const unseen = ["\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\ufeff", "\ufff9"];

  test("of names are normalized, and meaningless characters are refused", async () => {
    const shopper = await shop.newShopper({ cardStatus: "none", hasNames: false });
    const cardImage = await imageOf(shopper);
    const before = stateHash(shop);
    for (const sign of meaningless) {
      const name = `سا${sign}را`;
      const answers = [
        await shopper.ask(updateProfile, { body: { firstName: name } }),
        await shopper.ask(addBankCard, {
          body: { cardNumber: newCardNumber(), cardOwner: name, cardImage },
        }),
        await shopper.ask(createTicket, {
          body: { title: `پرسش ${name}`, description: "پرسشی دارم، لطفاً" },
        }),
        await shopper.ask(createTicket, {
          body: { title: "پرسش", description: `پرسشی دارم، لطفاً ${name}` },
        }),
      ];
      expect([sign.codePointAt(0)?.toString(16), ...answers.map(({ status }) => status)]).toEqual([
        sign.codePointAt(0)?.toString(16),
        422,
        422,
        422,
        422,
      ]);
    }
    for (const cardOwner of [
      "سارا ۲",
      "Sara_1",
      "Сара",
      "σάρα",
      "سارا😀",
      "<b>سارا</b>",
      "سارا'--",
      "ا".repeat(101),
    ])
      expect([
        cardOwner,
        (
          await shopper.ask(addBankCard, {
            body: { cardNumber: newCardNumber(), cardOwner, cardImage },
          })
        ).status,
      ]).toEqual([cardOwner, 422]);
    expect(stateHash(shop)).toBe(before);
    const owner = await shopper.ask(addBankCard, {
      body: {
        cardNumber: newCardNumber(),
        cardOwner: `${unseen.join("")}عل${unseen.join("")}ي‌ كريمي `,
        cardImage,
      },
    });
    expect(owner.body.bankCard).toMatchObject({ cardOwner: "علی کریمی" });
    await shop.sql("DELETE FROM identity_request WHERE user_id = ?1", shopper.id);
    const longest = `ا${"😀".repeat(49)}`;
    expect(
      (await shopper.ask(updateProfile, { body: { firstName: longest, lastName: "e\u0301" } }))
        .status,
    ).toBe(200);
    expect((await shopper.ask(updateProfile, { body: { firstName: `${longest}ا` } })).status).toBe(
      422,
    );
    expect((await shopper.ask(getProfile)).body.user).toMatchObject({
      firstName: longest,
      lastName: "é",
    });
  });

  test("stay plain text, also where they look like SQL", async () => {
    const shopper = await shop.newShopper();
    const order = "no-such-order";
    const questions: ((text: string) => [method: string, path: string, body?: unknown])[] = [
      (text) => ["GET", `/orders/${encodeURIComponent(order + text)}`],
      (text) => ["GET", `/orders/${order}/items/${encodeURIComponent(text)}/content`],
      (text) => ["GET", `/tickets/${encodeURIComponent(order + text)}`],
      (text) => ["PUT", `/tickets/${encodeURIComponent(order + text)}/close`],
      (text) => ["DELETE", `/bankcards/${encodeURIComponent(order + text)}`],
      (text) => ["DELETE", `/carts/items/${encodeURIComponent(order + text)}`],
      (text) => ["DELETE", `/restock-alerts/${encodeURIComponent(order + text)}`],
      (text) => ["GET", `/uploads/${encodeURIComponent(order + text)}`],
      (text) => ["GET", `/products?type=giftcard&subcategory=${encodeURIComponent(`none${text}`)}`],
      (text) => ["GET", `/search?query=${encodeURIComponent(`zzzzzz${text}`)}`],
      (text) => ["GET", `/transactions?cursor=${encodeURIComponent(`1~a${text}`)}`],
      (text) => ["POST", "/carts/guest", { cart: [], discountCode: `NONE${text}` }],
      (text) => ["POST", "/users/emailverfication", { token: `none${text}` }],
      (text) => ["POST", "/payments/verify", { authority: `none${text}` }],
      (text) => [
        "POST",
        "/ratings",
        { orderItemId: `none${text}`, stars: 5, comment: "نظری برای آزمون" },
      ],
    ];
    const commands = [
      "'",
      '"',
      "''",
      "' OR '1'='1",
      "' OR 1=1 --",
      '" OR ""="',
      "'; DROP TABLE outbox; --",
      "') OR ('a'='a",
      "\\",
      "%",
      "_",
      "?1",
      "$1",
      ":a",
      "/*",
      "*/",
      "' UNION SELECT token_hash FROM session --",
      "||'x'",
      "char(39)",
    ];
    const before = stateHash(shop);
    for (const ask of questions) {
      const plain = await shopper.call(...ask("x"));
      const answers = await Promise.all(commands.map((text) => shopper.call(...ask(text))));
      for (const [index, { status, body }] of answers.entries()) {
        const isSame =
          status === plain.status && JSON.stringify(body) === JSON.stringify(plain.body);
        // A malformed id or cursor is refused or finds nothing.
        const seen = [
          commands[index],
          ask("").slice(0, 2).join(" "),
          isSame || [404, 422].includes(status),
        ];
        expect(seen).toEqual([...seen.slice(0, 2), true]);
        expect(JSON.stringify(body)).not.toMatch(/SQLITE|D1_ERROR|syntax|constraint|token_hash/i);
      }
    }
    const sent = commands.map((text, index) => ({
      title: `پرسش ${text}`,
      description: `پرسشی دارم ${text} ${String(index)}`,
    }));
    expect(stateHash(shop)).toBe(before);
    for (const { title, description } of sent)
      expect((await shopper.ask(createTicket, { body: { title, description } })).status).toBe(200);
    const kept = (await shopper.ask(getTickets)).body.tickets;
    expect(kept.map(({ title }) => title).sort()).toEqual(
      sent.map(({ title }) => title.trim()).sort(),
    );
  });
});
