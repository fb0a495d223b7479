import { expect, test } from "vitest";
import {
  acceptInvitation,
  changeEmail,
  changeRole,
  getMe,
  inviteAgain,
  inviteOperator,
  listOperators,
} from "../../../contract/desk/operator.ts";
import { listTokens, makeToken } from "../../../contract/desk/token.ts";
import type { Area } from "../../../contract/desk/area.ts";
import { DEFAULT_AREAS, mayCall } from "../../../contract/desk/caller.ts";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { exportDecisions, listDecisions } from "../../../contract/desk/decision.ts";
import { makeDiscountCode } from "../../../contract/desk/discount-code.ts";
import type { Role } from "../../../contract/desk/endpoint.ts";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { getFigures, getFiguresFile } from "../../../contract/desk/figures.ts";
import { find } from "../../../contract/desk/find.ts";
import { getDeskOpenApi } from "../../../contract/desk/openapi.ts";
import { exportOrders } from "../../../contract/desk/order.ts";
import { previewPrices } from "../../../contract/desk/price.ts";
import { decideProposal, listProposals } from "../../../contract/desk/proposal.ts";
import { getQueuePane, listQueue } from "../../../contract/desk/queue.ts";
import {
  type TestOperator,
  anyParams,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";

/** Areas within roles: the calls and fields an area opens, and who may give it. Section 10.11. */

const shop = useShop();

const SHELF: readonly Area[] = ["goods", "codes"];
const SUPPLIER = "پخش نهان";
const COST = 25_000_000;

let phones = 0;
const newPhone = () => `0935${String(1_000_000 + ++phones)}`;
const place = (name: string, role: Role, areas?: readonly Area[]) => ({
  params: { name },
  body: { role, ...(areas && { areas: [...areas] }) },
});
const confirming = (id: string | null | undefined) => ({
  params: { id: id ?? "nothing was asked" },
  body: { status: "confirmed" as const },
});
const lacked = {
  status: 403,
  body: { code: "area_lacked", message: "بخشی را که خودتان ندارید به کسی نمی‌دهید." },
};

/** Sells an item, so that there are rows with a cost, a margin, a profit and a supplier. */
async function sellOne() {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 3 });
  const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
  const orderId = await shopper.buy(productId);
  const [first] = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE product_id = ?1 AND order_item_id IS NOT NULL",
    productId,
  );
  const reveal = { params: { codeId: first?.id ?? "" }, body: { why: "test" as const } };
  const text = (await shop.desk(revealCode, reveal)).body.code;
  await shop.sql(
    "UPDATE code_batch SET unit_cost_toman = ?2, supplier = ?3 WHERE product_id = ?1",
    productId,
    COST,
    SUPPLIER,
  );
  const [sold] = await shop.sql<{ item: string; code: string }>(
    `SELECT i.id AS item, c.id AS code FROM order_item i JOIN code c ON c.order_item_id = i.id
     WHERE i.order_id = ?1`,
    orderId,
  );
  const { item = "", code = "" } = sold ?? {};
  const terms = { type: "fixed", value: 1_000, maxDiscount: null, minPurchase: null } as const;
  await shop.desk(makeDiscountCode, {
    body: { ...terms, code: "HIDDEN1", phone: null, usesMax: null, until: null },
  });
  await shop.sql("UPDATE discount_code SET may_sell_below_cost = 1 WHERE code = 'HIDDEN1'");
  return { productId, orderId, item, code, text };
}

type Sold = Awaited<ReturnType<typeof sellOne>>;

/** True for a field whose value only operators who read costs may get. */
const isAtCost = (field: string) =>
  /cost|margin|profit|supplier/i.test(field) && field !== "maySellBelowCost";

function fieldsAtCost(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([field, value]) => [
    ...(isAtCost(field) && value !== null ? [field] : []),
    ...fieldsAtCost(value),
  ]);
}

/** Makes every reading call as a caller; returns the fields with costs and the supplier's names. */
async function readAll(
  caller: TestOperator,
  role: Role,
  { productId, orderId, item, code, text }: Sold,
) {
  const known: Record<string, Record<string, string>> = {
    "/orders/:id": { id: orderId },
    "/order-items/:orderItemId": { orderItemId: item },
    "/order-items/:orderItemId/consequences": { orderItemId: item },
    "/products/:id": { id: productId },
    "/stock/:productId": { productId },
  };
  const gets = deskEndpoints.filter(
    (call) =>
      call.method === "GET" &&
      call.path !== getDeskOpenApi.path &&
      mayCall(call, { role, areas: DEFAULT_AREAS[role] }),
  );
  const queries = [{}, { codes: code }];
  const posts = [
    await caller.ask(find, { body: { text } }),
    await caller.ask(previewPrices, { body: {} }),
  ];
  const answers = [
    ...posts.map(({ status, body }, at) => ({ path: `POST ${String(at)}`, status, body })),
    ...(
      await Promise.all(
        gets.flatMap((call) =>
          (call.path.endsWith("consequences") ? queries : [{}]).map(async (query) => {
            const params = known[call.path] ?? anyParams(call);
            const { status, body } = await caller.askUntyped(call, { params, query });
            return { path: call.path, status, body: body as unknown };
          }),
        ),
      )
    ).flat(),
  ];
  for (const { path, status } of answers)
    if (known[path]) expect([path, status]).toEqual([path, 200]);
  return {
    paths: answers.filter(({ status }) => status === 200).map(({ path }) => path),
    fields: [...new Set(answers.flatMap(({ body }) => fieldsAtCost(body)))].toSorted(),
    naming: answers
      .filter(({ body }) => JSON.stringify(body).includes(SUPPLIER))
      .map(({ path }) => path),
  };
}

test("support gets no cost, margin, profit or supplier in any answer, and operators with figures do", async () => {
  const sold = await sellOne();
  const support = await newOperator(shop, { role: "support" });
  const asked = await support.ask(replaceCode, {
    params: { codeId: sold.code },
    body: { reason: "کد کار نمی‌کند" },
  });
  expect(asked).toMatchObject({ status: 409, body: { code: "asked_second" } });
  expect(asked.body).not.toMatchObject({ details: expect.stringMatching(/./) as string });
  const seen = await readAll(support, "support", sold);
  expect(seen).toMatchObject({ fields: [], naming: [] });
  expect(seen.paths).toEqual(
    expect.arrayContaining(["/orders/:id", "/products/:id", "/catalogue", "/discount-codes"]),
  );
  const { proposals } = (await support.ask(listProposals)).body;
  expect(proposals.map(({ details }) => details)).toEqual([
    expect.not.objectContaining({ toman: COST }),
  ]);
  const all = await readAll(await newOperator(shop, { role: "finance" }), "finance", sold);
  expect(all.fields).toEqual(
    expect.arrayContaining([
      "belowCost",
      "cost",
      "lostCost",
      "manualUnitCost",
      "profit",
      "unitCost",
    ]),
  );
  expect(all.naming).toEqual(expect.arrayContaining(["POST 0", "/stock/:productId"]));
});

test("an operator who adds codes pays nothing out, and neither sees nor confirms proposals about money", async () => {
  const filler = await newOperator(shop, { role: "finance", areas: SHELF });
  expect((await filler.ask(getMe)).body).toMatchObject({ role: "finance", areas: SHELF });
  const id = "an-asked-payout";
  await shop.sql(
    `INSERT INTO proposal (id, action, subject_id, details, asked_by, created_at, expires_at)
     VALUES (?1, 'payout', ?1, '{}', 'local', 1, 9e12)`,
    id,
  );
  const message = "این بخش برای شما باز نیست. اگر به آن نیاز دارید، از مالک فروشگاه بخواهید.";
  const closed = { status: 403, body: { code: "area_closed", message } };
  const pane = { params: { kind: "proposal", id } };
  expect(await filler.ask(decideProposal, confirming(id))).toMatchObject(closed);
  expect(await filler.ask(getQueuePane, pane)).toMatchObject(closed);
  expect(await filler.ask(getQueuePane, { params: { kind: "withdrawal", id } })).toMatchObject(
    closed,
  );
  const seenBy = async (caller: TestOperator) => ({
    proposals: (await caller.ask(listProposals)).body.proposals.filter((one) => one.id === id)
      .length,
    rows: (await caller.ask(listQueue)).body.rows.filter((one) => one.id === id).length,
  });
  expect(await seenBy(filler)).toEqual({ proposals: 0, rows: 0 });
  const payer = await newOperator(shop, { role: "finance", areas: ["money"] });
  expect(await seenBy(payer)).toEqual({ proposals: 1, rows: 1 });
  await shop.sql("UPDATE proposal SET state = 'dropped', decided_at = 2 WHERE id = ?1", id);
});

test("an accountant reads figures, exports and the log without notes, names and networks", async () => {
  const accountant = await newOperator(shop, { role: "viewer", areas: ["figures", "log"] });
  for (const call of [getFigures, getFiguresFile])
    expect((await accountant.ask(call)).status).toBe(200);
  expect((await accountant.ask(exportOrders, { body: {} })).status).toBe(200);
  const colleague = await newOperator(shop, { role: "support" });
  await shop.desk(changeEmail, {
    params: { name: colleague.name },
    body: { email: "hidden@shop.example" },
  });
  const about = { operator: "local", verdict: "email" } as const;
  const { decisions } = (await accountant.ask(listDecisions, { query: about })).body;
  expect(decisions).toMatchObject([
    { operator: "local", verdict: "email", before: null, after: null, note: null, network: "" },
  ]);
  const roles = { query: { operator: "local", verdict: "role" } } as const;
  await shop.desk(changeRole, place(colleague.name, "viewer"));
  expect((await accountant.ask(listDecisions, roles)).body.decisions[0]).toMatchObject({
    before: "support",
    after: "viewer",
  });
  const { text } = (await accountant.ask(exportDecisions)).body;
  expect(text).not.toContain("hidden@shop.example");
  expect((await shop.desk(exportDecisions)).body.text).toContain("hidden@shop.example");
});

test("no operator can give an area that they lack, by an invitation, a role, a new way to enter or a token", async () => {
  const owner = await newOperator(shop, { areas: ["goods", "codes", "settings"] });
  const rich = await newOperator(shop, { role: "support" });
  const poor = await newOperator(shop, { role: "support", areas: ["goods"] });
  const invited = (role: Role, areas?: readonly Area[]) => ({
    body: {
      name: `area-${String(++phones)}`,
      role,
      phone: newPhone(),
      ...(areas && { areas: [...areas] }),
    },
  });
  expect(await owner.ask(inviteOperator, invited("viewer"))).toMatchObject(lacked);
  expect(await owner.ask(inviteOperator, invited("viewer", ["money"]))).toMatchObject(lacked);
  expect((await owner.ask(inviteOperator, invited("viewer", ["codes"]))).status).toBe(200);
  expect(await owner.ask(changeRole, place(poor.name, "support"))).toMatchObject(lacked);
  expect(await owner.ask(changeRole, place(owner.name, "owner"))).toMatchObject(lacked);
  // Otherwise the owner could enter with a new invitation or address of the other operator.
  const params = { name: rich.name };
  expect(await owner.ask(inviteAgain, { params })).toMatchObject(lacked);
  expect(
    await owner.ask(changeEmail, { params, body: { email: "me@shop.example" } }),
  ).toMatchObject(lacked);
  const token = (areas: Area[]) =>
    owner.ask(makeToken, { body: { label: "ربات", role: "owner", areas } });
  expect(await token(["log"])).toMatchObject(lacked);
  const made = withDeskToken(shop, (await token(["codes"])).body.token);
  expect((await made.ask(getMe)).body.areas).toEqual(["codes"]);
  const plain = (await owner.ask(makeToken, { body: { label: "همه", role: "owner" } })).body.token;
  expect((await withDeskToken(shop, plain).ask(getMe)).body.areas).toEqual([
    "goods",
    "codes",
    "settings",
  ]);
});

test("a token opens only the operator's present areas, and an operator who loses areas is signed out", async () => {
  const operator = await newOperator(shop, { role: "finance" });
  const made = (await operator.ask(makeToken, { body: { label: "ربات", role: "finance" } })).body;
  const program = withDeskToken(shop, made.token);
  await shop.sql(`UPDATE operator SET areas = '["codes"]' WHERE name = ?1`, operator.name);
  expect((await program.ask(getMe)).body.areas).toEqual(["codes"]);
  expect((await operator.ask(listTokens)).body.tokens).toMatchObject([
    { areas: ["codes"] },
    { areas: ["codes"] },
  ]);
  const support = await newOperator(shop, { role: "support" });
  const narrower = await shop.desk(changeRole, place(support.name, "support", ["tickets"]));
  expect(narrower.body).toMatchObject({ proposalId: null });
  expect((await support.ask(getMe)).status).toBe(401);
  const { operators } = (await shop.desk(listOperators)).body;
  expect(operators.find(({ name }) => name === support.name)).toMatchObject({
    areas: ["tickets"],
    isPrepared: false,
  });
  // More areas for an operator who moves no money need no second person and end no session.
  const viewer = await newOperator(shop, { role: "viewer", areas: ["figures"] });
  const wider = await shop.desk(changeRole, place(viewer.name, "viewer", ["figures", "log"]));
  expect(wider.body).toMatchObject({ proposalId: null });
  expect((await viewer.ask(getMe)).body.areas).toEqual(["figures", "log"]);
});

test("only a second person with the area money can add it; one owner keeps all areas", async () => {
  const filler = await newOperator(shop, { role: "finance", areas: SHELF });
  const asked = await shop.desk(changeRole, place(filler.name, "finance", [...SHELF, "money"]));
  expect(asked.status).toBe(200);
  const poor = await newOperator(shop, { role: "finance", areas: ["codes", "money"] });
  expect(await poor.ask(decideProposal, confirming(asked.body.proposalId))).toMatchObject({
    status: 403,
    body: { code: "area_closed" },
  });
  const half = await newOperator(shop, { role: "finance", areas: ["settings"] });
  expect(await half.ask(decideProposal, confirming(asked.body.proposalId))).toMatchObject(lacked);
  const second = await newOperator(shop, { role: "finance" });
  const pane = { params: { kind: "proposal", id: asked.body.proposalId ?? "" } };
  expect((await second.ask(getQueuePane, pane)).body.pane.facts).toContainEqual(
    expect.objectContaining({ label: "بخش‌ها", value: "کالا و قیمت، انبار کد و تأمین‌کننده، پول" }),
  );
  expect((await second.ask(decideProposal, confirming(asked.body.proposalId))).status).toBe(200);
  expect((await filler.ask(getMe)).body.areas).toEqual([...SHELF, "money"]);
  await shop.sql("UPDATE operator SET ended_at = 1 WHERE role = 'owner' AND name <> 'local'");
  expect(await shop.desk(changeRole, place("local", "owner", ["settings"]))).toMatchObject({
    status: 409,
    body: { code: "last_owner" },
  });
});

test("an operator invited to finance begins as a viewer within the chosen areas", async () => {
  const name = "chosen-areas";
  const invited = await shop.desk(inviteOperator, {
    body: { name, role: "finance", phone: newPhone(), areas: ["codes", "log"] },
  });
  const entered = await withDeskToken(shop).ask(acceptInvitation, {
    body: { secret: invited.body.secret },
  });
  const me = async () => (await withDeskToken(shop, entered.body.token).ask(getMe)).body;
  expect(await me()).toMatchObject({ role: "viewer", areas: ["codes"] });
  const second = await newOperator(shop);
  expect((await second.ask(decideProposal, confirming(invited.body.proposalId))).status).toBe(200);
  expect(await me()).toMatchObject({ role: "finance", areas: ["codes", "log"] });
});

test("a day after the only second person lost an area, an owner counts as alone in it, and not before", async () => {
  await shop.sql("UPDATE operator SET ended_at = 1 WHERE name <> 'local'");
  const other = await newOperator(shop, { role: "finance" });
  const isAlone = async () => (await shop.desk(getMe)).body.isAlone;
  await shop.desk(changeRole, place(other.name, "finance", SHELF));
  expect(await isAlone()).toBe(false);
  await shop.turnClock(3 * 24 * 3_600_000);
  expect(await isAlone()).toBe(true);
  await shop.turnClock(0);
});
