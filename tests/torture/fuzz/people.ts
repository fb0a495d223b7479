import { png } from "../../support/images.ts";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";

/** A caller: a name for the report, a token, and the known ids. */
export interface Actor {
  name: string;
  token: string | null;
  phone: string;
  cardNumber: string;
  /** Ids by kind, such as `orderId`, with the newest last. */
  known: Map<string, string[]>;
}

const KEPT = 40;

function remember(actor: Actor, kind: string, id: string): void {
  const ids = actor.known.get(kind) ?? [];
  if (ids.includes(id)) return;
  actor.known.set(kind, [...ids, id].slice(-KEPT));
}

/** The kind of an `id`, by the field that contains it. */
const KINDS: Record<string, string> = {
  orders: "orderId",
  order: "orderId",
  OrderItems: "orderItemId",
  deliveries: "orderItemId",
  tickets: "ticketId",
  ticket: "ticketId",
  bankCards: "cardId",
  bankCard: "cardId",
  authorizations: "requestId",
  authorization: "requestId",
  withdrawals: "withdrawalId",
  withdrawal: "withdrawalId",
};
/** The kind of the id in fields with other names than `id`. */
const FIELDS: Record<string, string> = {
  orderId: "orderId",
  orderItemId: "orderItemId",
  imageUrl: "upload",
  cardImage: "upload",
  nextCursor: "cursor",
  uploadId: "uploadId",
};

/** Remembers the ids of an answer. */
export function learn(actor: Actor, body: unknown, under = ""): void {
  if (Array.isArray(body)) for (const item of body.slice(0, 10)) learn(actor, item, under);
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "string") learn(actor, value, name);
    else if (name === "id" && KINDS[under]) remember(actor, KINDS[under], value);
    else if (FIELDS[name]) remember(actor, FIELDS[name], value);
    else if (name === "url" && value.includes("/StartPay/"))
      remember(actor, "authority", value.split("/").at(-1) ?? "");
  }
}

/** Makes a shopper with money, a cart, orders, a payment, a withdrawal, a ticket and an image. */
export async function furnish(
  shop: TestShop,
  number: number,
  products: Record<"instant" | "manual", string>,
): Promise<Actor> {
  const isVerified = number % 4 !== 3;
  const shopper = await shop.newShopper({
    balanceToman: 50_000_000,
    isVerified,
    hasNames: number % 5 !== 4,
  });
  const { id, token, phone, cardNumber } = shopper;
  const actor: Actor = {
    name: isVerified ? id : `${id} (not verified)`,
    token,
    phone,
    cardNumber,
    known: new Map(),
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await shopper.call(method, path, body);
    learn(actor, answer.body);
    return answer;
  };
  remember(actor, "upload", await sendImage(shop, shopper));
  if (isVerified) {
    for (const product of [products.instant, products.manual, products.manual]) {
      await ask("PUT", "/carts/quantity", { productId: product, quantity: 2 });
      await ask("POST", "/orders", {});
    }
    await ask("GET", `/orders/${actor.known.get("orderId")?.[0] ?? ""}`);
    await ask("GET", `/orders/${actor.known.get("orderId")?.[1] ?? ""}`);
    const started = await ask("POST", "/payments/initiate", {
      purpose: "wallet_topup",
      amount: 20_000,
      cardNumber,
    });
    if (number % 2 === 0) await shop.sandbox.pay(authorityOf(started));
  }
  await ask("POST", "/withdrawals", { amount: 100_000 });
  await ask("POST", "/tickets", {
    title: "یک پرسش",
    description: "این متن به اندازه کافی بلند است.",
  });
  await ask("PUT", "/carts/quantity", { productId: products.instant, quantity: 1 });
  return actor;
}

async function sendImage(shop: TestShop, shopper: TestShopper): Promise<string> {
  return (await upload(shop, shopper, png())).body.imageUrl;
}
