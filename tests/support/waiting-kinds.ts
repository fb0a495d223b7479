import type { QueueKind } from "../../contract/desk/queue.ts";
import { createNameRequest } from "../../contract/name-request.ts";
import { cancelOrder } from "../../contract/order.ts";
import { heldOrder } from "../torture/guards/look.ts";
import { paymentInReview } from "./busy-shop.ts";
import { type TestShop } from "./shop.ts";
import { waitingThings } from "./waiting-things.ts";

/** For each kind of the queue, a function that makes a waiting thing and returns its id. */
export function waitingKinds(shop: TestShop): Record<QueueKind, () => Promise<string>> {
  const make = waitingThings(shop);
  const idOf = async (text: string, ...values: unknown[]) =>
    (await shop.sql<{ id: string }>(text, ...values))[0]?.id ?? "";
  return {
    identity: make.request,
    bank_card: async () => (await shop.newShopper({ cardStatus: "pending" })).cardId,
    name_request: async () => {
      const body = { firstName: "سارا", lastName: "کریمی", reason: "دلیل آن نوشته شد" };
      return (await (await shop.newShopper()).ask(createNameRequest, { body })).body.nameRequest.id;
    },
    delivery: async () => (await make.item("manual")).id,
    ticket: make.ticket,
    withdrawal: make.withdrawal,
    payment: async () => (await paymentInReview(shop)).id,
    // Makes a refund in review: the gateway's answer was lost.
    refund: async () => {
      const shopper = await shop.newShopper();
      await shopper.put(await shop.newProduct({ deliveryType: "manual", stock: 2 }));
      await shopper.payAtBank();
      const [order] = await shopper.orders();
      await shop.sandbox.plan({ provider: "zarinpal", call: "refund", kind: "lost_answer" });
      await shopper.ask(cancelOrder, { params: { orderId: order?.id ?? "" }, body: {} });
      await shop.runJobs();
      await shop.sandbox.clearFaults();
      return idOf("SELECT id FROM refund WHERE order_id = ?1", order?.id);
    },
    look: async () => (await heldOrder(shop)).orderId,
    earning: make.heldIncome,
    stray_payment: async () => {
      const authority = `A${crypto.randomUUID().replaceAll("-", "").padEnd(35, "0")}`;
      await shop.sql(
        `INSERT INTO stray_payment (authority, amount_toman, first_seen_at, last_seen_at)
         VALUES (?1, 50000, ?2, ?2)`,
        authority,
        Date.now(),
      );
      return authority;
    },
    proposal: make.raise,
  };
}
