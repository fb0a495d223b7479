import { changeRole } from "../../contract/desk/operator.ts";
import { initiatePayment } from "../../contract/payment.ts";
import { createTicket } from "../../contract/ticket.ts";
import { requestWithdrawal } from "../../contract/withdrawal.ts";
import { papers } from "../torture/guards/papers.ts";
import { newOperator } from "./operator.ts";
import { type TestShop, authorityOf } from "./shop.ts";

/** Makes things that wait for an operator, each with new people. Returns their ids. */
export function waitingThings(shop: TestShop) {
  const pendingCard = async () =>
    (await shop.newShopper({ cardStatus: "pending", isVerified: false })).cardId;
  const request = async () => {
    const shopper = await shop.newShopper({ cardStatus: "none", isVerified: false });
    return (await (await papers(shop, shopper)).proveIdentity()).body.authorization.id;
  };
  const withdrawal = async () => {
    const shopper = await shop.newShopper({ balanceToman: 200_000 });
    return (await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } })).body.withdrawal.id;
  };
  const ticket = async () => {
    const shopper = await shop.newShopper();
    const body = { title: "پرسش", description: "کد از چه کشوری است؟" };
    return (await shopper.ask(createTicket, { body })).body.ticket.id;
  };
  const item = async (deliveryType: "instant" | "manual") => {
    const shopper = await shop.newShopper({ balanceToman: 100_000 });
    const orderId = await shopper.buy(
      await shop.newProduct({ deliveryType, priceToman: 50_000, stock: 3 }),
    );
    const [row] = await shop.sql<{ id: string; code: string }>(
      `SELECT i.id, c.id AS code FROM order_item i LEFT JOIN code c ON c.order_item_id = i.id
       WHERE i.order_id = ?1`,
      orderId,
    );
    return { id: row?.id ?? "", code: row?.code ?? "", order: orderId };
  };
  const openPayment = async () => {
    const { ask, cardNumber, id } = await shop.newShopper();
    await ask(initiatePayment, { body: { purpose: "wallet_topup", amount: 50_000, cardNumber } });
    const [row] = await shop.sql<{ id: string }>("SELECT id FROM payment WHERE user_id = ?1", id);
    return row?.id ?? "";
  };
  const stray = async () => {
    const payer = await shop.newShopper();
    const { cardNumber } = payer;
    const body = { purpose: "wallet_topup", amount: 50_000, cardNumber } as const;
    const authority = authorityOf(await payer.ask(initiatePayment, { body }));
    await shop.sandbox.pay(authority);
    await shop.put(
      { text: "DELETE FROM wallet_transaction WHERE user_id = ?1", values: [payer.id] },
      { text: "DELETE FROM payment WHERE user_id = ?1", values: [payer.id] },
    );
    return { authority, amount: 50_000, personId: payer.id };
  };
  const colleague = async () => (await newOperator(shop, { role: "support" })).name;
  const raise = async () => {
    const name = await colleague();
    const asked = await shop.desk(changeRole, { params: { name }, body: { role: "finance" } });
    return asked.body.proposalId ?? "";
  };
  /** Income of an inviter who looks like the invitee. */
  const heldIncome = async () => {
    const inviter = await shop.newShopper();
    const buyer = await shop.newShopper({ inviterId: inviter.id, balanceToman: 200_000 });
    for (const { id } of [inviter, buyer])
      for (const kind of ["name", "picture"])
        await shop.sql(
          "INSERT INTO person_mark (user_id, kind, fingerprint, created_at) VALUES (?1, ?2, ?3, 0)",
          id,
          kind,
          `of-${inviter.id}`,
        );
    await buyer.buy(await shop.newProduct({ priceToman: 200_000 }));
    const [row] = await shop.sql<{ id: string }>(
      "SELECT id FROM earning WHERE user_id = ?1",
      inviter.id,
    );
    return row?.id ?? "";
  };
  return {
    pendingCard,
    request,
    withdrawal,
    ticket,
    item,
    stray,
    colleague,
    raise,
    heldIncome,
    openPayment,
  };
}
