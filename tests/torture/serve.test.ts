import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setQuantity } from "../../contract/cart.ts";
import type { getDeskCatalogue } from "../../contract/desk/catalogue.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { getOrder, getOrderItemContent } from "../../contract/order.ts";
import { PICTURES } from "../../contract/picture-sizes.ts";
import { initiatePayment, verifyPayment } from "../../contract/payment.ts";
import { type AnswerOf, type RequestOf, addressOf } from "../../contract/request.ts";
import { requestCode, verifyCode } from "../../contract/sign-in.ts";
import { updateProfile } from "../../contract/user.ts";
import { getBalance } from "../../contract/wallet.ts";
import { askFile, findDatabase } from "../../scripts/audit/audit-source.mjs";
import { readInvariants } from "../../scripts/audit/invariants.mjs";
import { root } from "../../scripts/run/root.mjs";
import { listCopies, readProof } from "../../scripts/serve/copies.mjs";
import { runDesk } from "../support/desk-command.ts";
import { jpeg } from "../support/images.ts";
import { withCheckDigit } from "../support/people.ts";
import { DOMAIN, type Running, type Server, openServer } from "../support/server.ts";

/** `npm run serve`: the shop on a server of one's own, from an empty folder. docs/own-server.md. */

const PEOPLE = 4;
const CODES = 200;
const SERVE_MS = 600_000;

let server: Server;
let running: Running;
let recoveryKey = "";
let token = "";
/** The product whose codes are sold. */
let product = "";
beforeAll(async () => {
  server = await openServer({
    DESK_PASSKEYS: "optional",
    BUY_WITHOUT_PAPERS_TOMAN: "100000000",
    SECOND_CODE: "off",
    SENDS_PER_DAY: "1000",
    SENDS_PER_ADDRESS_MINUTE: "100",
  });
}, SERVE_MS);
afterAll(async () => {
  running?.signal("SIGKILL");
  await server?.close();
});

const desk = (words: string[], input = "") =>
  runDesk(
    { stack: { port: server.port, dataDir: server.dataDir } as never },
    words,
    { DESK_URL: server.url, DESK_TOKEN: token },
    input,
  );

/** A phone that shops through the reverse proxy. */
function shopper(number: number) {
  const phone = `912${String(3_000_000 + number)}`;
  const cookies = new Map<string, string>();
  async function ask<Call extends Endpoint>(endpoint: Call, request: RequestOf<Call>) {
    const answer = await fetch(server.url + BASE_PATH + addressOf(endpoint.path, request), {
      method: endpoint.method,
      headers: {
        Origin: `https://${DOMAIN}`,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "X-Forwarded-For": `198.51.100.${String(number)}`,
        ...(request.body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const body = (await answer.json()) as AnswerOf<Call> & { message?: string };
    if (!answer.ok) throw new Error(`${endpoint.path}: ${String(answer.status)} ${body.message}`);
    return body;
  }
  const cardNumber = withCheckDigit(`621986105${String(number).padStart(6, "0")}`);
  /** Begins to pay for one code, which is held from then on. Returns the authority. */
  async function begin(productId: string): Promise<string> {
    await ask(setQuantity, { body: { productId, quantity: 1 } });
    const { url } = await ask(initiatePayment, {
      body: { purpose: "cart_checkout", cardNumber, isUsedWallet: false },
    });
    return url.split("/").at(-1) ?? "";
  }
  /** Pays at the gateway and returns to the shop; returns the order. */
  async function pay(authority: string): Promise<string> {
    await server.sandbox.pay(authority, cardNumber);
    const { orderId = "" } = await ask(verifyPayment, { body: { authority } });
    return orderId;
  }
  return {
    ask,
    signIn: async () => {
      await ask(requestCode, { body: { username: phone } });
      const otp = (await server.sandbox.messages(phone)).find(({ code }) => code)?.code ?? "";
      await ask(verifyCode, { body: { username: phone, otp } });
      await ask(updateProfile, { body: { firstName: "آزمون", lastName: "آزمون" } });
    },
    begin,
    pay,
    /** Buys one code at the gateway, and returns the order. */
    buy: async (what = product) => pay(await begin(what)),
    /** Reads the codes of an order. */
    read: async (orderId: string) => {
      const { order } = await ask(getOrder, { params: { orderId } });
      const [item] = order.OrderItems;
      const orderItemId = item?.id ?? "";
      return {
        orderItemId,
        codes: await ask(getOrderItemContent, { params: { orderId, orderItemId } }),
      };
    },
  };
}
type Shopper = ReturnType<typeof shopper>;
/** All orders that were acknowledged. */
const acknowledged: string[] = [];
const copies = () => join(server.folder, "copies");
/** The copies that were there before the launcher was killed. */
let copiesBefore: string[] = [];
const shoppers = Array.from({ length: PEOPLE }, (_, at) => shopper(at + 1));

/** Buys again and again until the server is killed. */
async function buyUntil(isKilled: () => boolean, who: ReturnType<typeof shopper>) {
  while (!isKilled()) {
    const orderId = await who.buy().catch(() => null);
    if (orderId !== null) acknowledged.push(orderId);
  }
}

/** Reads the database, which the running shop holds open, without writing to it. */
function rows<Row>(sql: string, ...values: string[]): Row[] {
  const database = new DatabaseSync(findDatabase(server.dataDir), { readOnly: true });
  try {
    return database.prepare(sql).all(...values) as Row[];
  } finally {
    database.close();
  }
}

/** Asserts that each acknowledged order is paid and has one code, sold once, and the books hold. */
function expectKept(orders: readonly string[]): void {
  const kept = rows(
    `SELECT orders.id FROM orders JOIN order_item ON order_id = orders.id
     JOIN code ON code.order_item_id = order_item.id
     WHERE orders.state = 'paid' AND orders.id IN (SELECT value FROM json_each(?1))`,
    JSON.stringify(orders),
  );
  expect(kept).toHaveLength(orders.length);
  for (const { name, sql } of readInvariants()) expect([name, rows(sql)]).toEqual([name, []]);
}

test(
  "an empty folder becomes a shop that sells, with three commands of its owner",
  async () => {
    running = server.startFirst();
    await running.answers();
    [, recoveryKey = ""] = /shown only now:\s+(\S+)/.exec(running.output()) ?? [];
    expect(recoveryKey).toHaveLength(43);
    const [link = ""] =
      /https:\/\/giftshop\.ir\/desk\/enter#first\.\S+/.exec(running.output()) ?? [];
    const entered = await desk(["first-owner", "sara", "09121234567"], link);
    [token = ""] = /[\w-]{43}/.exec(entered.output.split("\n").at(-2) ?? "") ?? [];
    const goods = join(root, "api", "seed", "catalogue.json");
    expect(await desk(["import", goods, "--yes"])).toMatchObject({ code: 0 });
    [{ id: product } = { id: "" }] = rows<{ id: string }>(
      "SELECT id FROM product WHERE delivery_type = 'instant' ORDER BY price_toman LIMIT 1",
    );
    const added = await addCodes(product, codesOf("ONE", CODES));
    expect([added.code, added.output]).toEqual([0, expect.stringContaining("200 new") as string]);
    for (const who of shoppers) await who.signIn();
    const [first] = shoppers;
    const orderId = (await first?.buy()) ?? "";
    const answer = await first?.ask(getOrder, { params: { orderId } });
    expect(answer?.order.OrderItems).toMatchObject([{ quantity: 1, deliveryStatus: "delivered" }]);
    expectKept([orderId]);
  },
  SERVE_MS,
);

test("only the proxy is believed, and only for its own domain", async () => {
  const proof = { "X-Proxy-Token": server.keys().proxyToken, "X-Forwarded-Proto": "https" };
  const own = { ...proof, Host: DOMAIN };
  const statuses = {
    "without the token": await server.statusOf("/terms", { Host: DOMAIN }),
    "with a wrong token": await server.statusOf("/terms", { ...own, "X-Proxy-Token": "x" }),
    "with the token": await server.statusOf("/terms", own),
    "another domain": await server.statusOf("/terms", { ...proof, Host: "other.ir" }),
    "over http": await server.statusOf("/terms", { ...own, "X-Forwarded-Proto": "http" }),
    "a monitor": await server.statusOf("/up"),
    "a launcher with a wrong token": await server.statusOf("/jobs", { "X-Launcher-Token": "x" }),
    "paths of the runtime": await server.statusOf("/cdn-cgi/local/scheduled", own),
    "another worker": await server.statusOf("/api/v1/categories", {
      "MF-Route-Override": "armaghan-shop",
    }),
  };
  expect(statuses).toEqual({
    "without the token": 403,
    "with a wrong token": 403,
    "with the token": 200,
    "another domain": 421,
    "over http": 301,
    "a monitor": 200,
    "a launcher with a wrong token": 403,
    "paths of the runtime": 404,
    "another worker": 403,
  });
  // A visitor's own claims stand before the address that the proxy sees.
  expect(rows("SELECT DISTINCT network_hash FROM sign_in_code")).toHaveLength(1);
});

test(
  "a second writer is refused before it can harm",
  async () => {
    const second = server.start();
    expect(await second.ended).toMatchObject({
      code: 1,
      output: expect.stringContaining("in use by another run") as string,
    });
    const letIn = await runDesk(
      { stack: { port: server.port, dataDir: server.dataDir } as never },
      ["let-in", "sara"],
    );
    expect(letIn).toMatchObject({ code: 1 });
    expect(letIn.output).toContain("in use by another run");
  },
  SERVE_MS,
);

describe.each<[what: string, kill: () => Promise<void>]>([
  [
    "the runtime",
    async () => {
      process.kill(running.runtime(), "SIGKILL");
      await expect.poll(running.output).toContain("crashed unexpectedly");
    },
  ],
  [
    "the process that watches it",
    async () => {
      process.kill(running.engine(), "SIGKILL");
      await expect.poll(running.output).toContain("is started again in 0 seconds");
    },
  ],
  [
    "the launcher",
    async () => {
      running.signal("SIGKILL");
      await running.ended;
      copiesBefore = listCopies(copies());
      running = server.start();
    },
  ],
])("when %s is killed", (_, kill) => {
  test(
    "nothing that was acknowledged is lost",
    async () => {
      let isKilled = false;
      const begun = acknowledged.length;
      const lives = shoppers.map((who) => buyUntil(() => isKilled, who));
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(begun + 1);
      const killed = kill();
      isKilled = true;
      await Promise.all(lives);
      await killed;
      await running.answers();
      expectKept(acknowledged);
    },
    SERVE_MS,
  );
});

test(
  "copies are made while it sells, also right after a kill, and one is proven",
  async () => {
    await expect
      .poll(() => readProof(copies()), { timeout: 60_000 })
      .toMatchObject({
        findings: 0,
        says: expect.stringMatching(/^\d+ invariants hold$/) as string,
      });
    const fresh = () => listCopies(copies()).filter((name) => !copiesBefore.includes(name));
    await expect.poll(fresh, { timeout: 60_000 }).not.toEqual([]);
    const newest = join(copies(), fresh()[0] ?? "");
    const paid = "SELECT id FROM orders WHERE state = 'paid'";
    const [orders, ...books] = askFile(newest, [paid, ...readInvariants().map(({ sql }) => sql)]);
    const copied = (orders as { id: string }[]).map(({ id }) => id);
    expect(acknowledged.filter((id) => !copied.includes(id))).toEqual([]);
    expect(books.flat()).toEqual([]);
  },
  SERVE_MS,
);

test(
  "a signal ends what is under way first",
  async () => {
    const newcomer = shopper(PEOPLE + 1);
    await newcomer.signIn();
    // The gateway does not answer this call, so it is under way when the signal comes.
    await server.sandbox.plan({ provider: "zarinpal", call: "request", kind: "timeout" });
    const slow = newcomer.buy().catch(String);
    await expect.poll(server.underWay).toContain("/api/v1/payments/initiate");
    const orders = Promise.allSettled(shoppers.map((who) => who.buy()));
    await shoppers[0]?.ask(getBalance, {});
    running.signal("SIGTERM");
    expect(await slow).toContain("/payments/initiate: 503");
    const ends = await orders;
    expect(await running.ended).toMatchObject({ code: 0 });
    expectKept(ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : [])));
  },
  SERVE_MS,
);

/** Adds codes to the stock, and returns the answer of the command. */
function addCodes(productId: string, texts: readonly string[]) {
  const file = join(server.folder, "codes.txt");
  writeFileSync(file, texts.join("\n"));
  const bought = ["--supplier=Shop", "--cost=1000", "--take=first"];
  return desk(["codes", "add", productId, file, ...bought]);
}
/** Uploads a picture for a subcategory. */
async function sendPicture() {
  const { output } = await desk(["getDeskCatalogue", "--json"]);
  const { categories } = JSON.parse(output) as AnswerOf<typeof getDeskCatalogue>;
  const { id = "", version = "" } = categories[0]?.subcategories[0] ?? {};
  const files = (["card", "small"] as const).map((use) => {
    const file = join(server.folder, `${use}.jpg`);
    writeFileSync(file, jpeg(PICTURES[use]));
    return `${use}=@${file}`;
  });
  const sent = await desk(["setPicture", id, `version=${version}`, ...files]);
  expect([sent.code, sent.output]).toEqual([0, expect.any(String) as string]);
}
const codesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `X${name}-${String(20_000 + at)}-KJHG`);

test(
  "the folder of a shop is lost, restored from a copy, and no code is sold twice",
  async () => {
    running = server.start();
    await running.answers();
    const [early, late, another, refunded, next, last, gone] = Array.from({ length: 7 }, (_, at) =>
      shopper(20 + at),
    ) as [Shopper, Shopper, Shopper, Shopper, Shopper, Shopper, Shopper];
    for (const who of [early, late, another, refunded, next, last, gone]) await who.signIn();
    const [second, third] = rows<{ id: string }>(
      "SELECT id FROM product WHERE delivery_type = 'instant' ORDER BY price_toman LIMIT 2 OFFSET 1",
    ).map(({ id }) => id) as [string, string];
    await addCodes(second, codesOf("TWO", 2));
    const givenBack = await refunded.buy(second);
    const onTheWay = await early.begin(product);

    await sendPicture();
    const [picture] = rows<{ name: string }>(
      "SELECT picture_id || '.jpg' AS name FROM subcategory WHERE picture_id IS NOT NULL",
    );

    const before = listCopies(copies());
    running.signal("SIGTERM");
    await running.ended;
    server.writeOwn(server.own({ after_copy: 'cp "$COPY" sent-away' }));
    running = server.start();
    const fresh = () => listCopies(copies()).filter((name) => !before.includes(name));
    await expect.poll(fresh, { timeout: 60_000 }).toHaveLength(1);
    const [copy = ""] = fresh();
    await expect
      .poll(() => existsSync(join(server.folder, "sent-away")), { timeout: 60_000 })
      .toBe(true);
    expect(readdirSync(join(copies(), "pictures"))).toContain(picture?.name);

    await expect
      .poll(async () => (await desk(["getHealthDetails", "--json"])).output)
      .toMatch(
        /"provenAt": "[^"]+",\s+"findings": 0,\s+"certificateEndsAt": null,\s+"isTrouble": false/,
      );

    // Everything from here on is not in the copy.
    const early1 = await early.read(await early.pay(onTheWay));
    const late1 = await late.read(await late.buy());
    const [item] = rows<{ id: string }>("SELECT id FROM order_item WHERE order_id = ?1", givenBack);
    const refund = ["refundItem", item?.id ?? "", "opened=false", "reason=نخواست"];
    expect((await desk(refund)).code).toBe(0);
    const next1 = await next.read(await next.buy(second));
    await addCodes(third, codesOf("THREE", 2));
    const last1 = await last.read(await last.buy(third));
    const [forgotten] = rows<{ id: string }>("SELECT id FROM user WHERE phone = '9123000026'");
    const list = join(copies(), "effects");
    const [day = ""] = readdirSync(list).filter((name) => name.endsWith(".jsonl"));
    await expect
      .poll(() => readFileSync(join(list, day), "utf8"), { timeout: 1_000 })
      .toContain(last1.orderItemId);
    const at = new Date().toISOString();
    const line = JSON.stringify({ at, effect: "person", id: forgotten?.id });
    appendFileSync(join(list, day), `${line}\n`);
    running.signal("SIGKILL");
    await running.ended;
    rmSync(server.dataDir, { recursive: true });
    // The list of effects is kept, and all else comes back from the machine that has the sealed copy.
    for (const name of readdirSync(copies()))
      if (name !== "effects") rmSync(join(copies(), name), { recursive: true });
    const sealed = join(server.folder, "sent-away");
    expect(readFileSync(sealed).includes("SQLite format")).toBe(false);
    const unpacked = await server.start([recoveryKey], ["unpack", sealed]).ended;
    expect([unpacked.code, listCopies(copies())]).toEqual([0, [copy]]);

    const killed = server.start([recoveryKey, "yes"], ["restore", copy]);
    await expect.poll(killed.output, { timeout: 60_000 }).toContain("Asking gateway");
    killed.signal("SIGKILL");
    await killed.ended;
    expect(await server.start().ended).toMatchObject({
      code: 1,
      output: expect.stringContaining("A restore was interrupted") as string,
    });
    const restored = await server.start([], ["restore"]).ended;
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringContaining("4 codes were seen since, and none of them is sold again.") as string,
    ]);
    expect(restored.output).toContain("1 codes were replaced, 1 people forgotten again.");
    // The payments of `late`, `next` and `last` are not in the copy, and `early` paid for one that is.
    expect(restored.output.match(/adoptPayment authority=/g)).toHaveLength(3);

    running = server.start();
    await running.answers();
    const seen = [early1, late1, next1, last1].flatMap(({ codes }) => codes);
    await early.signIn();
    const earlyOrders = rows<{ id: string }>(
      "SELECT id FROM orders WHERE id = (SELECT order_id FROM order_item WHERE id = ?1)",
      early1.orderItemId,
    );
    expect((await early.read(earlyOrders[0]?.id ?? "")).codes).toEqual(early1.codes);
    await refunded.signIn();
    const replaced = (await refunded.read(givenBack)).codes;
    expect(replaced).toHaveLength(1);
    expect(seen).not.toContain(replaced[0]);
    const shown = { "X-Proxy-Token": server.keys().proxyToken, Host: DOMAIN };
    expect(await server.statusOf(`/pictures/${picture?.name ?? ""}`, shown)).toBe(200);
    await another.signIn();
    await expect(another.buy()).rejects.toThrow("503");
    const [closure] = rows<{ id: string }>("SELECT id FROM closure WHERE opened_at IS NULL");
    expect((await desk(["openShop", closure?.id ?? ""])).code).toBe(0);
    // The file of codes that was added after the copy is added again.
    expect((await addCodes(third, codesOf("THREE", 2))).output).toContain("1 sold before");
    const sold = [];
    for (const what of [product, product, third])
      sold.push(...(await another.read(await another.buy(what))).codes);
    expect(sold.filter((code) => seen.includes(code))).toEqual([]);
    await last.signIn();
    await expect(last.buy(third)).rejects.toThrow(": 4");
    for (const { name, sql } of readInvariants()) expect([name, rows(sql)]).toEqual([name, []]);
    running.signal("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0 });
  },
  SERVE_MS,
);

test(
  "without space on its disk the shop is out, and says so",
  async () => {
    server.writeOwn(server.own({ free_megabytes: 100_000_000 }));
    running = server.start();
    await running.answers();
    expect(await server.statusOf("/up")).toBe(200);
    const own = { "X-Proxy-Token": server.keys().proxyToken, Host: DOMAIN };
    expect(await server.statusOf("/terms", own)).toBe(503);
    expect(running.output()).toContain("the shop needs 100000000. The shop is out until then.");
    running.signal("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 0 });
  },
  SERVE_MS,
);

test.each<
  [what: string, says: string, server: Record<string, string | number>, plant?: () => void]
>([
  ["a port that is none", "is not a port number", { port: 70_000 }],
  ["a name for an address", "is not an address", { address: "giftshop.ir" }],
  ["an unknown word", "has prot, which nobody reads", { prot: 1 }],
  [
    "a file in the place of the folder",
    "there is a file of this name",
    { folder: "a-file" },
    () => {
      writeFileSync(join(server.folder, "a-file"), "");
    },
  ],
  [
    "data without their keys",
    "keys of the database are missing",
    { folder: "lost" },
    () => {
      mkdirSync(join(server.folder, "lost", "state"), { recursive: true });
      renameSync(join(server.folder, "shop.sealed"), join(server.folder, "elsewhere"));
    },
  ],
  [
    "keys that are damaged",
    "keys.json cannot be read",
    { folder: "damaged" },
    () => {
      mkdirSync(join(server.folder, "damaged", "state"), { recursive: true });
      writeFileSync(join(server.folder, "damaged", "keys.json"), "{");
    },
  ],
])("%s is refused with one sentence", async (_, says, own, plant) => {
  plant?.();
  server.writeOwn(server.own(own));
  const { code, output } = await server.start().ended;
  expect([code, output]).toEqual([1, expect.stringContaining(says) as string]);
  expect(output.trim().split("\n")).toHaveLength(1);
});

test("a secret is changed in the keys and in shop.sealed, with the recovery key", async () => {
  server.writeOwn(server.own());
  renameSync(join(server.folder, "elsewhere"), join(server.folder, "shop.sealed"));
  const words = ["secret", "KAVENEGAR_API_KEY"];
  const refused = await server.start(["x".repeat(43), "new-key"], words).ended;
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining("does not open") as string,
  });
  const changed = await server.start([recoveryKey, "new-key"], words).ended;
  expect([changed.code, server.keys().shop["KAVENEGAR_API_KEY"]]).toEqual([0, "new-key"]);
  // The sealed copy opens, and holds the new value: it is the one that is changed next.
  expect(await server.start([recoveryKey, "newer-key"], words).ended).toMatchObject({ code: 0 });
});

test("only this user reads the keys, and the key of dossiers is not among them", () => {
  const file = join(server.dataDir, "keys.json");
  const paths = [file, server.dataDir, copies(), findDatabase(server.dataDir)];
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700, 0o700, 0o600]);
  expect(readFileSync(file, "utf8")).not.toContain("DOSSIER_PRIVATE_KEY");
});
