import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { getClosure, openShop } from "../../../contract/desk/closure.ts";
import { adoptPayment, listStrayPayments } from "../../../contract/desk/payment.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { getProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { findDatabase } from "../../../scripts/audit/audit-source.mjs";
import { shopConfig, writeConfig } from "../../../scripts/run/stack-config.mjs";
import { programs, root } from "../../../scripts/run/root.mjs";
import { runNode } from "../../../scripts/run/run-program.mjs";
import { wranglerEnvironment } from "../../../scripts/run/stack.mjs";
import { copyFile } from "../../support/copied-books.ts";
import { runDesk } from "../../support/desk-command.ts";
import { auditAgainstGateway } from "../../support/gateway-audit.ts";
import { type TestShopper, auditShop, authorityOf } from "../../support/shop.ts";
import { payWithdrawal } from "../../support/withdrawal.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** The restore drill of docs/operations.md, with the SQL of that page. */

const PRICE = 300_000;
/** Each test starts several programs, which takes long on a busy machine. */
const DRILL_MS = 90_000;

const shop = useShop();

/** Finds a statement of the page by the comment above it. */
function statement(name: string, words: Record<string, string> = {}): string {
  const page = readFileSync(join(root, "docs", "operations.md"), "utf8");
  const found = page
    .split(`-- ${name}`)[1]
    ?.split("\n")
    .slice(1)
    .join("\n")
    .split(/\n\n|\n```/)[0];
  if (!found) throw new Error(`docs/operations.md has no statement “${name}”.`);
  return Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), found);
}

const desk = (...words: string[]) => runDesk(shop, words);
const newPayer = () => shop.newShopper({ balanceToman: PRICE });

async function initiate(shopper: TestShopper, product: string): Promise<string> {
  await shopper.put(product);
  const answer = await shopper.initiate();
  expect(answer.status).toBe(200);
  return authorityOf(answer);
}

async function pay(shopper: TestShopper, authority: string): Promise<void> {
  await shop.sandbox.pay(authority);
  expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
}

/** Reads the codes of all delivered items of a shopper, which marks them as seen. */
async function readCodes(shopper: TestShopper): Promise<string[]> {
  const items = await shop.sql<{ id: string; order_id: string }>(
    `SELECT i.id, i.order_id FROM order_item i JOIN orders o ON o.id = i.order_id
     WHERE o.user_id = ?1 AND i.delivery_status = 'delivered' ORDER BY i.id`,
    shopper.id,
  );
  const codes = [];
  for (const { id, order_id } of items)
    codes.push(
      ...(
        await shopper.ask(getOrderItemContent, { params: { orderId: order_id, orderItemId: id } })
      ).body,
    );
  return codes;
}

it(
  "after a restore each payment counts once, and seen codes are not sold again",
  async () => {
    const product = await shop.newProduct({ priceToman: PRICE, stock: 12 });
    const [before, onTheWay, lost, verified, unverified, fromWallet, refunded] = (await Promise.all(
      Array.from({ length: 7 }, newPayer),
    )) as [
      TestShopper,
      TestShopper,
      TestShopper,
      TestShopper,
      TestShopper,
      TestShopper,
      TestShopper,
    ];
    await pay(before, await initiate(before, product));
    const kept = await readCodes(before);
    const authorities = {
      onTheWay: await initiate(onTheWay, product),
      lost: await initiate(lost, product),
    };
    await pay(refunded, await initiate(refunded, product));
    const [item] = await shop.sql<{ id: string }>(
      "SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1",
      refunded.id,
    );
    expect(
      (
        await shop.desk(refundItem, {
          params: { orderItemId: item?.id ?? "" },
          body: { opened: true, reason: "کد کار نمی‌کند" },
        })
      ).status,
    ).toBe(200);
    await before.ask(requestWithdrawal, { body: { amount: PRICE } });

    const backup = copyFile(shop, "backup.sqlite");
    const since = Date.now();

    // These payments come after the backup and before the accident.
    await pay(onTheWay, authorities.onTheWay);
    await shop.sandbox.pay(authorities.lost);
    const later = {
      verified: await initiate(verified, product),
      unverified: await initiate(unverified, product),
    };
    await pay(verified, later.verified);
    await shop.sandbox.pay(later.unverified);
    await fromWallet.buy(product);
    const seen = [
      ...(await readCodes(onTheWay)),
      ...(await readCodes(verified)),
      ...(await readCodes(fromWallet)),
    ];
    expect(seen).toHaveLength(3);
    await shop.runJobs();
    const [withdrawal] = await shop.sql<{ id: string }>("SELECT id FROM withdrawal");
    await payWithdrawal(shop, withdrawal?.id ?? "", "bank-77");
    expect((await shop.sandbox.books()).refunds).toHaveLength(1);

    const seenIn = await shop.sql<{ code_id: string; item: string; fingerprint: string }>(
      `SELECT code_id, order_item_id AS item, fingerprint FROM code_knower
       JOIN code c ON c.id = code_id WHERE way = 'buyer'`,
    );
    expect(seenIn).toHaveLength(4);
    // When the database is lost, these lines of the log are left.
    const effects = [
      ...seenIn.map(({ code_id: id, item, fingerprint }) => ({
        effect: "code",
        id,
        item,
        fingerprint,
      })),
      { effect: "payment", id: later.verified, toman: PRICE },
      { effect: "withdrawal", id: withdrawal?.id, toman: PRICE, reference: "bank-77" },
    ].map((effect) => JSON.stringify(effect));
    for (const line of effects)
      await expect.poll(() => readFileSync(shop.stack.logFile, "utf8")).toContain(line);
    expect(readFileSync(shop.stack.logFile, "utf8")).toContain('{"effect":"refund","id":');

    const ask = (name: string) => shop.sql(statement(name, { SINCE: String(since) }));
    const seenCodes = await ask("codes that somebody has seen since");
    expect(seenCodes.map(({ user_id }) => user_id).toSorted()).toEqual(
      [onTheWay.id, verified.id, fromWallet.id].toSorted(),
    );
    const paidOut = await ask("withdrawals decided since");
    expect(paidOut).toMatchObject([{ state: "paid", note: "bank-77" }]);
    expect(await ask("refunds that the gateway was asked for since")).toHaveLength(1);
    expect(await ask("people forgotten since")).toEqual([]);

    await shop.stack.restart({
      meanwhile: () => {
        const file = findDatabase(shop.stack.dataDir);
        for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
        cpSync(backup, file);
        const database = new DatabaseSync(file);
        database.exec(readFileSync(join(root, "scripts", "own", "restored.sql"), "utf8"));
        database.close();
      },
    });
    expect((await before.ask(getProfile)).status).toBe(401);
    for (const minutes of [3, 6, 11, 16, 22]) {
      await shop.turnClock(minutes * MINUTE);
      await shop.runJobs();
    }
    const { closure } = (await shop.desk(getClosure)).body;
    expect(closure).toMatchObject({ reopensAt: null, closedBy: "restore" });
    const opened = await shop.desk(openShop, { params: { id: closure?.id ?? "" } });
    expect(opened.status).toBe(200);
    // Makes the ended sessions valid again, instead of new sign-ins.
    await shop.sql("UPDATE session SET revoked_at = NULL");

    // Payments with a row are delivered, one of them with the code that its buyer has seen.
    expect(await readCodes(onTheWay)).toEqual(seen.slice(0, 1));
    expect(await readCodes(lost)).toHaveLength(1);
    // Jobs do not credit payments without a row. Operators see those that the gateway lists.
    expect([await verified.balance(), await unverified.balance()]).toEqual([PRICE, PRICE]);
    expect((await desk("listStrayPayments")).output).toMatch(
      new RegExp(
        `^strayPayments: 1\\n.*\\n {2}${later.unverified} +${String(PRICE)} [^\\n]*\\nnext`,
      ),
    );
    const said = `{"paymentsUnknownToTheShop":["${later.unverified}"]}`;
    await expect.poll(() => readFileSync(shop.stack.logFile, "utf8")).toContain(said);
    const seenIds = seenCodes.map(({ code_id }) => `'${String(code_id)}'`).join(", ");
    await shop.sql(statement("codes that somebody has seen are not sold again", { SEEN: seenIds }));

    // The gateway's report contains both payments and their payers.
    const adopt = (authority: string, { id: personId }: { id: string }, amount = PRICE) =>
      shop.desk(adoptPayment, { body: { authority, amount, personId } });
    const refusal = async (answer: ReturnType<typeof adopt>) => (await answer).body.code;
    expect(await refusal(adopt(later.unverified, unverified, PRICE + 1))).toBe("not_paid");
    expect(await refusal(adopt(later.unverified, verified))).toBe("not_their_card");
    expect(
      await refusal(adopt(later.unverified, await shop.newShopper({ cardStatus: "none" }))),
    ).toBe("not_their_card");
    expect(await refusal(adopt(later.unverified, { id: "nobody" }))).toBe("not_found");
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => adopt(later.unverified, unverified)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const words = [`authority=${later.verified}`, `amount=${String(PRICE)}`];
    expect(await desk("adoptPayment", ...words, `personId=${verified.id}`)).toEqual({
      code: 0,
      output: "این پرداخت به کیف پول شخص افزوده شد.\n",
    });
    expect(await refusal(adopt(later.verified, verified))).toBe("payment_known");
    expect([await verified.balance(), await unverified.balance()]).toEqual([2 * PRICE, 2 * PRICE]);
    expect((await shop.desk(listStrayPayments)).body).toMatchObject({ strayPayments: [] });
    await shop.runJobs();
    expect((await shop.sandbox.messages(unverified.phone))[0]?.text).toContain("300000");

    // The withdrawal is approved again with its old reference; the refund waits for a person.
    await payWithdrawal(shop, String(paidOut[0]?.["id"]), String(paidOut[0]?.["note"]));
    expect(await shop.sql("SELECT state FROM refund")).toEqual([{ state: "review" }]);
    expect((await shop.sandbox.books()).refunds).toHaveLength(1);

    // The buyer of all remaining codes gets none that another shopper has seen.
    const last = await shop.newShopper({ balanceToman: 100 * PRICE });
    const [stock] = await shop.sql<{ count: number }>(
      "SELECT count(*) AS count FROM code WHERE product_id = ?1 AND status = 'free'",
      product,
    );
    await last.buy(product, stock?.count ?? 0);
    const sold = await readCodes(last);
    expect(sold).toHaveLength(stock?.count ?? -1);
    expect(sold.filter((code) => [...seen, ...kept].includes(code))).toEqual([]);
    expect(await auditShop(shop)).toEqual({});
    // The bank knows the two adopted payments by other names. Everything else agrees.
    expect((await auditAgainstGateway(shop)).toSorted()).toEqual(
      [later.unverified, later.verified]
        .map((authority) => `credited for another's payment: ${authority}`)
        .toSorted(),
    );
  },
  DRILL_MS,
);

it(
  "an export is read in again with all constraints and triggers",
  async () => {
    const folder = join(shop.stack.dataDir, "exported");
    const [schema, data, copy] = ["schema.sql", "data.sql", "copy.sqlite"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const file = join(folder, relative(shop.stack.dataDir, findDatabase(shop.stack.dataDir)));
    mkdirSync(dirname(file), { recursive: true });
    cpSync(copyFile(shop, "to-export.sqlite"), file);
    const original = new DatabaseSync(file);
    original.exec("DROP TABLE search_index");
    original.close();
    const config = writeConfig(folder, "tools", shopConfig({ port: 4321, dataDir: folder }));
    // Wrangler looks for the local database beside its config.
    mkdirSync(join(folder, "run", ".wrangler"));
    symlinkSync(join("..", "..", "state"), join(folder, "run", ".wrangler", "state"));
    const write = (without: string, to: string) =>
      runNode(
        [programs.wrangler, "d1", "export", "DB", "--local", "-c", config, without, "--output", to],
        { env: wranglerEnvironment(folder) },
      );
    // The two parts are written one after the other, since both lock the same file.
    for (const part of [await write("--no-data", schema), await write("--no-schema", data)])
      expect(part).toMatchObject({ code: 0 });
    const { code, output } = await runNode(
      [join(root, "scripts", "audit", "repair-export.mjs"), schema, data],
      {},
    );
    expect(code).toBe(0);
    const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    // Each statement is a transaction, and waiting for the disk after each would take long.
    database.exec("PRAGMA synchronous = OFF");
    database.exec(output);
    const found = database
      .prepare("SELECT count(*) AS count FROM search_index WHERE search_index MATCH 'itunes'")
      .get();
    expect(Number(found?.["count"])).toBeGreaterThan(0);
    database.close();
    const audit = await runNode([join(root, "scripts", "command.mjs"), "audit", copy], {
      env: { ...process.env },
    });
    expect(audit.output).toMatch(/invariants hold$/m);
    expect([audit.code, audit.output.split("\n").filter((line) => line.startsWith("✗"))]).toEqual([
      0,
      [],
    ]);
  },
  DRILL_MS,
);
