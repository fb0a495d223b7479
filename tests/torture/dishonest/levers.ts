import { randomUUID } from "node:crypto";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { makeDiscountCode } from "../../../contract/desk/discount-code.ts";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { addImport, openImport, sendLines } from "../../../contract/desk/import.ts";
import { inviteOperator } from "../../../contract/desk/operator.ts";
import { previewPrices, publishPrices, setPriceRule } from "../../../contract/desk/price.ts";
import { changePrice } from "../../../contract/desk/product.ts";
import { decideProposal, listProposals } from "../../../contract/desk/proposal.ts";
import { listRates, setRate } from "../../../contract/desk/rate.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { exportBatch } from "../../../contract/desk/stock.ts";
import { DOUBTS } from "../../../persian/code-look.ts";
import { anyParams } from "../../support/operator.ts";
import { type Day, newText } from "./day.ts";

/** Calls of the desk that could give value away. Each is made with random things and values. */

const reason = "همه چیز درست است";

/** All calls except the one that returns a file, and health, which needs the list of migrations. */
const CALLS = deskEndpoints.filter(({ path }) => !["/figures.csv", "/health"].includes(path));

const idsOf = async ({ stage }: Day, text: string) =>
  (await stage.shop.sql(text)).map((row) => String(row["id"]));

/** Picks one of the ids, or an id that does not exist. */
const anyOf = async (day: Day, text: string) =>
  day.random.pick([...(await idsOf(day, text)), "nothing"]);

const soldCode = (day: Day) => anyOf(day, "SELECT id FROM code WHERE status = 'sold'");

const nameFor = ({ random }: Day) => `mate-${String(random.below(1_000_000))}`;

/** Draws a part of an amount, from a thousandth to more than all of it. */
const shareOf = ({ random }: Day, toman: number) =>
  Math.max(
    1_000,
    Math.round((toman * random.pick([0.001, 0.5, 0.92, 0.95, 1, 1.05, 10])) / 1_000) * 1_000,
  );

export const LEVERS: Record<string, (day: Day) => Promise<unknown>> = {
  async changePrice(day) {
    const id = day.random.pick(day.goods).id;
    const [row] = await day.stage.shop.sql(
      "SELECT price_toman, sale_price_toman, reward_toman FROM product WHERE id = ?1",
      id,
    );
    const price = Number(row?.["price_toman"]);
    const sale = row?.["sale_price_toman"];
    const seen = {
      price,
      priceAfterDiscount: typeof sale === "number" ? sale : null,
      reward: Number(row?.["reward_toman"]),
    };
    const next = shareOf(day, price);
    const reward = day.random.pick([0, 0, Math.round(next * 0.05), Math.round(next * 0.9)]);
    const priceAfterDiscount = day.random.pick([null, null, Math.round(next * 0.95)]);
    const body = { price: next, priceAfterDiscount, reward, reason, seen };
    await day.ask(changePrice, { params: { id }, body });
  },
  async makeDiscountCode(day) {
    const code = newText(day.random);
    const isPercent = day.random.below(2) === 0;
    const { status } = await day.ask(makeDiscountCode, {
      body: {
        code,
        type: isPercent ? "percentage" : "fixed",
        value: isPercent ? day.random.pick([5, 30, 99, 100]) : day.random.pick([50_000, 9_000_000]),
        maxDiscount: day.random.pick([null, 100_000, 5_000_000]),
        minPurchase: day.random.pick([null, 1_000_000]),
        maySellBelowCost: day.random.below(3) === 0,
        usesMax: day.random.pick([null, 1, 5]),
        usesPerPerson: 100,
        until: null,
        phone: day.random.pick([null, `0${day.phone}`]),
      },
    });
    if (status === 200) day.learnCode(code);
  },
  async replaceCode(day) {
    const params = { codeId: await soldCode(day) };
    await day.ask(replaceCode, { params, body: { reason } });
  },
  async revealCode(day) {
    const params = { codeId: await soldCode(day) };
    await day.ask(revealCode, { params, body: { why: "test", note: "" } });
  },
  async exportBatch(day) {
    const id = await anyOf(day, "SELECT id FROM code_batch");
    await day.ask(exportBatch, { params: { id }, body: { reason } });
  },
  async refundItem(day) {
    const orderItemId = await anyOf(day, "SELECT id FROM order_item");
    const opened = day.random.below(2) === 0;
    await day.ask(refundItem, { params: { orderItemId }, body: { reason, opened } });
  },
  /** Adds codes with a false cost. */
  async addImport(day) {
    const { id: productId, worth } = day.random.pick(day.goods);
    const id = randomUUID();
    const lines = Array.from({ length: 3 }, () => newText(day.random));
    const body = { id, productId, fileName: "codes.csv", lines: lines.length };
    await day.ask(openImport, { body });
    await day.ask(sendLines, { params: { id }, body: { first: 1, lines } });
    const unitCost = day.random.pick([0, 1_000, Math.round(worth / 2), worth]);
    await day.ask(addImport, {
      params: { id },
      body: { supplier: "پخش", unitCost, takes: [...DOUBTS], expected: lines.length, isSure: true },
    });
  },
  async setRate(day) {
    const { rates } = (await day.ask(listRates)).body as { rates?: { currency: string }[] };
    const usd = rates?.find(({ currency }) => currency === "USD") as
      { version: number; toman: number | null } | undefined;
    const toman = Math.round((usd?.toman ?? 100_000) * day.random.pick([0.1, 0.9, 0.97, 1.03]));
    await day.ask(setRate, {
      params: { currency: "USD" },
      body: { source: "hand", toman, isSure: true, version: usd?.version ?? 1 },
    });
  },
  async setPriceRule(day) {
    const faceCents = day.random.pick([500, 1_000, 5_500]);
    const marginBasisPoints = day.random.pick([0, 300, -500]);
    await day.ask(setPriceRule, {
      params: { id: day.random.pick(day.goods).id },
      body: { rule: { currency: "USD", faceCents, marginBasisPoints } },
    });
  },
  async publishPrices(day) {
    const { fingerprint } = (await day.ask(previewPrices, { body: { margins: [] } })).body as {
      fingerprint?: string;
    };
    const productIds = day.goods.map(({ id }) => id);
    await day.ask(publishPrices, {
      body: { fingerprint: fingerprint ?? "", margins: [], productIds, sureIds: productIds },
    });
  },
  async inviteOperator(day) {
    const { role } = day.random.pick([{ role: "support" }, { role: "finance" }] as const);
    const phone = `0912${String(1_000_000 + day.random.below(8_000_000))}`;
    const { status, body } = await day.ask(inviteOperator, {
      body: { name: nameFor(day), role, phone },
    });
    if (status === 200) await day.enterAs(body.secret);
  },
  /** Confirms any open proposal. */
  async decideProposal(day) {
    const { proposals = [] } = (await day.ask(listProposals)).body as {
      proposals?: { id: string }[];
    };
    for (const { id } of proposals)
      await day.ask(decideProposal, { params: { id }, body: { status: "confirmed" } });
  },
  /** Makes any other call, with ids of existing things. */
  async anything(day) {
    const call = day.random.pick(CALLS);
    const things = await idsOf(
      day,
      `SELECT id FROM order_item UNION SELECT id FROM orders UNION SELECT id FROM code_batch
       UNION SELECT id FROM code UNION SELECT id FROM product UNION SELECT id FROM discount_code`,
    );
    const params = Object.fromEntries(
      Object.keys(anyParams(call)).map((name) => [name, day.random.pick(things)]),
    );
    const body = day.random.pick([{}, { reason }, { status: "confirmed" }, { status: "verified" }]);
    await day.ask(call, { params, ...(call.body && { body }) } as never);
  },
};
