import { acceptInvitation } from "../../../contract/desk/operator.ts";
import type { Area } from "../../../contract/desk/area.ts";
import type { DeskEndpoint, Role } from "../../../contract/desk/endpoint.ts";
import { applyDiscount, emptyCart, getCart, setQuantity } from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import type { RequestArguments } from "../../../contract/request.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { hash } from "../../support/operator.ts";
import { type Random, createRandom } from "../../support/random.ts";
import type { AnswerTo } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Stage, openStage } from "../limits/stage.ts";

/** A shop with goods, an honest buyer, an operator who steals, and an accomplice who buys. */

export interface Thief {
  role: Role;
  /** Without this field, the operator has the default areas of the role. */
  areas?: Area[];
  /** True when the thief uses the token of a program. */
  isProgram?: boolean;
}

/** `worth` is the true cost of a unit or, without a known cost, 70 percent of its price. */
const GOODS = [
  { priceToman: 6_000_000, unitCostToman: 5_500_000, stock: 40, worth: 5_500_000 },
  { priceToman: 600_000, unitCostToman: 570_000, stock: 150, worth: 570_000 },
  { priceToman: 2_000_000, unitCostToman: 0, stock: 40, worth: 1_400_000 },
] as const;
const BALANCE_TOMAN = 2_000_000_000;

export type Day = Awaited<ReturnType<typeof openDay>>;

export async function openDay(thief: Thief, name: string) {
  const random = createRandom(`dishonest day ${name}`);
  // No order is held for a look, since the sum must be limited even without looks.
  const vars = { LOOK_HOUR_TOMAN: "900000000000", LOOK_DAY_TOMAN: "900000000000" };
  const stage = openStage({ vars: { ...vars, LOOK_UNUSUAL_TOMAN: "900000000000" } });
  // At first each price equals the worth, so that a refund of these orders is no loss.
  const goods = await Promise.all(
    GOODS.map(async ({ worth, priceToman, ...what }) => ({
      id: await stage.newProduct({ ...what, priceToman: worth }),
      worth,
      priceToman,
    })),
  );
  await stage.shop.sql("UPDATE code_batch SET created_at = ?1", stage.now() - 1);
  const [honest, accomplice] = [
    await stage.newShopper({ balanceToman: BALANCE_TOMAN }),
    await stage.newShopper({ balanceToman: BALANCE_TOMAN }),
  ];
  // The honest buyer and the accomplice buy codes that can be replaced and read.
  for (const { ask } of [honest, accomplice])
    for (const { id: productId } of goods) {
      await ask(setQuantity, { body: { productId, quantity: 5 } });
      await ask(createOrder, { body: {} });
    }
  for (const { id, priceToman } of goods)
    await stage.shop.sql("UPDATE product SET price_toman = ?2 WHERE id = ?1", id, priceToman);
  const token = await addOperator(stage, "thief", thief);
  const tokens = [token];
  const codes: string[] = [];

  const askWith = <Call extends DeskEndpoint>(
    by: string,
    endpoint: Call,
    ...request: RequestArguments<Call>
  ) =>
    stage.shop.ask(deskRequest({ deskToken: by }, endpoint, ...request)) as Promise<AnswerTo<Call>>;

  const worthOf = new Map(goods.map(({ id, worth }) => [id, worth]));
  const takenUntilNow = async () => {
    const rows = await stage.shop.sql(
      `SELECT c.product_id, count(*) AS units FROM code c
       LEFT JOIN order_item i ON i.id = c.order_item_id LEFT JOIN orders o ON o.id = i.order_id
       WHERE o.user_id = ?1 OR EXISTS (SELECT 1 FROM code_knower k
         WHERE k.code_id = c.id AND k.way IN ('operator', 'export'))
       GROUP BY c.product_id`,
      accomplice.id,
    );
    const codesWorth = rows.reduce(
      (sum, row) => sum + Number(row["units"]) * (worthOf.get(String(row["product_id"])) ?? 0),
      0,
    );
    const [cashback] = await stage.shop.sql(
      `SELECT coalesce(sum(amount_toman), 0) AS toman FROM earning
       WHERE user_id = ?1 AND state = 'held'`,
      accomplice.id,
    );
    const { balance } = (await accomplice.ask(getBalance)).body;
    return codesWorth + Number(cashback?.["toman"]) + balance;
  };
  const takenBefore = await takenUntilNow();

  return {
    stage,
    random,
    goods,
    phone: accomplice.phone,
    /** Makes a call as the operator, or as an operator that they have invited. */
    ask: <Call extends DeskEndpoint>(endpoint: Call, ...request: RequestArguments<Call>) =>
      askWith(random.pick(tokens), endpoint, ...request),
    learnCode: (code: string) => codes.push(code),
    async enterAs(secret: string) {
      const { status, body } = await askWith("nobody", acceptInvitation, { body: { secret } });
      if (status === 200) tokens.push(body.token);
    },
    /** The accomplice buys goods below their worth, perhaps with a discount code. */
    async buy() {
      await accomplice.ask(emptyCart);
      const { id: productId, worth } = random.pick(goods);
      const quantity = 1 + random.below(10);
      await accomplice.ask(setQuantity, { body: { productId, quantity } });
      const code = random.pick(["", ...codes]);
      if (code !== "") await accomplice.ask(applyDiscount, { body: { code } });
      const { cart } = (await accomplice.ask(getCart)).body;
      if (cart.totalAmountAfterDiscount - cart.totalReward < worth * quantity)
        await accomplice.ask(createOrder, { body: {} });
    },
    /** Returns the loss: the worth of bought goods and known codes, less the payments for them. */
    taken: async () => (await takenUntilNow()) - takenBefore,
  };
}

async function addOperator(stage: Stage, name: string, { role, areas, isProgram }: Thief) {
  const token = `token-of-${name}-for-one-dishonest-day`;
  await stage.shop.sql(
    `INSERT INTO operator (name, role, areas, phone, created_at, entered_at)
     VALUES (?1, ?2, ?3, '9390000001', 1, 1)`,
    name,
    role,
    areas ? JSON.stringify(areas) : null,
  );
  await stage.shop.sql(
    `INSERT INTO operator_token (id, operator, hash, label, role, created_at, expires_at)
     VALUES (?1, ?1, ?2, 'test', ?3, 1, ?4)`,
    name,
    hash(token),
    isProgram ? role : null,
    stage.now() + 9e10,
  );
  return token;
}

/** The text of a new code, which no other code of the day has. */
export const newText = ({ next }: Random) =>
  `DAY${Array.from({ length: 12 }, () => "0123456789ABCDEF"[Math.floor(next() * 16)]).join("")}`;
