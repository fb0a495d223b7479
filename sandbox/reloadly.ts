import { type Context, Hono } from "hono";
import { z } from "zod";
import { type Env, providersState } from "./environment.ts";
import { type FaultAnswers, answerOrFail } from "./faults.ts";
import type { Fault } from "./fault-rows.ts";
import type { Sale } from "./wholesale-rows.ts";

/**
 * Reloadly's gift cards, with behaviour that its clients have reported: a repeated identifier is
 * refused, but two orders with it at the same moment both succeed; codes may be numbers; the money
 * of a failed order is returned later. How an order ends depends on its product, so tests need not
 * plan a fault.
 */

const TOKEN_SECONDS = 3_600;
/**
 * The time between the check of the identifier and the sale. Two orders within this time both find
 * the identifier unused.
 */
const CHECK_TAKES_MS = 40;
const SENDER_FEE_CENTS = 50;

interface Goods {
  name: string;
  faces: number[] | { min: number; max: number };
  status?: "INACTIVE";
  reads?: number;
  end?: "FAILED";
  cards: (sale: Sale, place: number) => object;
  /** The answer is a single card instead of a list of cards. */
  isBare?: true;
}

/** A unique number of fifteen digits. */
const serial = ({ id }: Sale, place: number) => String(710_000_000_000_000 + id * 100 + place);
const plain = (sale: Sale, place: number) => ({
  cardNumber: `RLD-${serial(sale, place)}`,
  pinCode: null,
});

const GOODS: Record<number, Goods> = {
  120: { name: "PlayStation USA", faces: [10, 25, 50], cards: plain },
  121: {
    name: "Amazon USA",
    faces: { min: 1, max: 200 },
    reads: 2,
    cards: (sale, place) => ({ cardNumber: null, pinCode: `PIN-${serial(sale, place)}` }),
  },
  // The code is a number above 2^53, without quotes in the answer.
  122: {
    name: "Steam",
    faces: [10],
    cards: (sale, place) => ({ cardNumber: BIG + serial(sale, place) }),
  },
  123: { name: "Netflix", faces: [10], end: "FAILED", cards: plain },
  124: {
    name: "Airbnb",
    faces: [10],
    cards: (sale, place) => ({ redemptionUrl: `https://redeem.example/${serial(sale, place)}` }),
  },
  125: { name: "Discontinued", faces: [10], status: "INACTIVE", cards: plain },
  126: {
    name: "Razer Gold",
    faces: [10],
    isBare: true,
    cards: (sale, place) => ({ cardNumber: serial(sale, place), pinCode: "4711" }),
  },
  // An order of this product stays in processing, however often the shop asks for it.
  127: { name: "Virtual Mastercard", faces: [10], reads: 1_000, cards: plain },
};
const BIG = "90071";

const Credentials = z.object({
  client_id: z.string().min(1),
  client_secret: z.literal("sandbox"),
  grant_type: z.literal("client_credentials"),
  audience: z.url(),
});
const Order = z.object({
  productId: z.int().positive(),
  quantity: z.int().min(1).max(10),
  unitPrice: z.number().positive(),
  senderName: z.string().min(1),
  customIdentifier: z.string().max(150).optional(),
});

type Work = (c: Context<{ Bindings: Env }>) => Promise<Response>;

function wholesaleCall(call: Fault["call"], work: Work, faultAnswers: Partial<FaultAnswers> = {}) {
  return async (c: Context<{ Bindings: Env }>) =>
    answerOrFail(
      c.env,
      "reloadly",
      call,
      async () => {
        if (!/^Bearer sandbox-\d+$/.test(c.req.header("authorization") ?? ""))
          return failure(c, 401, "INVALID_TOKEN", "The access token is invalid or has expired");
        return isAccepted(c) ? work(c) : new Response("Not Acceptable", { status: 406 });
      },
      {
        failure: (code) =>
          failure(c, code === 401 ? 401 : 400, CODES[code] ?? null, TEXTS[code] ?? "Refused"),
        wrongTypes: () => Response.json({ transactionId: [], amount: "many", balance: {} }),
        ...faultAnswers,
      },
    );
}

/** The supplier's error code for each `code` of a planned fault. */
const CODES: Record<number, string> = {
  1: "WRONG_PRODUCT_PRICE",
  2: "INSUFFICIENT_BALANCE",
  4: "INVALID_PRODUCT",
  401: "INVALID_TOKEN",
};
const TEXTS: Record<number, string> = { 3: "The product is currently out of stock" };

const isAccepted = (c: Context) =>
  /^application\/com\.reloadly\.giftcards-v[12]\+json$/.test(c.req.header("accept") ?? "");

export const reloadlyRoutes = new Hono<{ Bindings: Env }>()
  .post("/oauth/token", (c) =>
    answerOrFail(c.env, "reloadly", "token", () => giveToken(c), {
      failure: () => failure(c, 401, "INVALID_CREDENTIALS", "Access Denied"),
      wrongTypes: () => Response.json({ access_token: 1 }),
    }),
  )
  .get("/accounts/balance", wholesaleCall("balance", showBalance))
  .get("/products/:id", wholesaleCall("price", showProduct))
  .post("/orders", wholesaleCall("order", order))
  .get("/reports/transactions", wholesaleCall("find", listTransactions))
  .get("/reports/transactions/:id", wholesaleCall("find", showTransaction))
  .get("/orders/transactions/:id/cards", wholesaleCall("codes", showCards))
  // These calls do not exist at the supplier: tests read the sales and set the balance with them.
  .get("/sales.json", async (c) => c.json(await providersState(c.env).listSales(null)))
  .put("/account.json", async (c) => {
    const { cents } = z.object({ cents: z.int().min(0) }).parse(await c.req.json());
    await providersState(c.env).setAccount(cents);
    return c.body(null, 204);
  });

async function giveToken(c: Context<{ Bindings: Env }>): Promise<Response> {
  const asked = Credentials.safeParse(await c.req.json().catch(() => null));
  if (!asked.success) return failure(c, 401, "INVALID_CREDENTIALS", "Access Denied");
  return Response.json({
    access_token: `sandbox-${String(Date.now())}`,
    scope: "send-gift-cards",
    expires_in: TOKEN_SECONDS,
    token_type: "Bearer",
  });
}

async function showBalance(c: Context<{ Bindings: Env }>): Promise<Response> {
  const cents = await providersState(c.env).readAccount();
  return asWritten({ balance: `#${(cents / 100).toFixed(5)}`, currencyCode: "USD" });
}

function showProduct(c: Context<{ Bindings: Env }>): Promise<Response> {
  const id = Number(c.req.param("id"));
  const goods = GOODS[id];
  if (!goods)
    return Promise.resolve(failure(c, 404, "INVALID_PRODUCT", "The product was not found"));
  const faces = Array.isArray(goods.faces)
    ? {
        denominationType: "FIXED",
        fixedRecipientDenominations: goods.faces,
        fixedRecipientToSenderDenominationsMap: goods.faces.map((face) => ({
          [face.toFixed(2)]: face,
        })),
      }
    : {
        denominationType: "RANGE",
        minRecipientDenomination: goods.faces.min,
        maxrecipientDenomination: goods.faces.max,
        fixedRecipientDenominations: [],
      };
  return Promise.resolve(
    Response.json({
      productId: id,
      productName: goods.name,
      status: goods.status ?? "ACTIVE",
      senderFee: SENDER_FEE_CENTS / 100,
      senderFeePercentage: 0,
      discountPercentage: 2,
      recipientCurrencyCode: "USD",
      senderCurrencyCode: "USD",
      ...faces,
    }),
  );
}

/** The price is 98 % of the face value, and the fee is added for each card. */
const centsOf = (unitPrice: number, quantity: number) =>
  Math.round(quantity * (unitPrice * 98 + SENDER_FEE_CENTS));

async function order(c: Context<{ Bindings: Env }>): Promise<Response> {
  const asked = Order.safeParse(await c.req.json().catch(() => null));
  if (!asked.success) return failure(c, 400, "INVALID_INPUT_PROVIDED", "The input is not valid");
  const { productId, quantity, unitPrice, customIdentifier = "" } = asked.data;
  const goods = GOODS[productId];
  if (!goods) return failure(c, 404, "INVALID_PRODUCT", "The product was not found");
  if (goods.status) return failure(c, 400, null, "The product is not available");
  const isPrice = Array.isArray(goods.faces)
    ? goods.faces.includes(unitPrice)
    : unitPrice >= goods.faces.min && unitPrice <= goods.faces.max;
  if (!isPrice) return failure(c, 400, "WRONG_PRODUCT_PRICE", "The unit price is not valid");
  const world = providersState(c.env);
  if (await world.isIdentifierUsed(customIdentifier))
    return failure(c, 400, "CUSTOM_IDENTIFIER_ALREADY_USED", "The identifier was used before");
  await new Promise((resolve) => setTimeout(resolve, CHECK_TAKES_MS));
  const sale = await world.addSale({
    identifier: customIdentifier,
    productId,
    unitPrice,
    quantity,
    cents: centsOf(unitPrice, quantity),
    reads: goods.reads ?? 0,
    end: goods.end ?? "SUCCESSFUL",
  });
  // The supplier has no error code for a low balance of the gift card account.
  return sale
    ? asWritten(toTransaction(sale))
    : failure(c, 400, null, "Insufficient wallet balance");
}

async function listTransactions(c: Context<{ Bindings: Env }>): Promise<Response> {
  const sales = await providersState(c.env).listSales(c.req.query("customIdentifier") ?? null);
  const rows = sales.map(toTransaction);
  // Clients have reported a plain list and a page object; here the number of rows decides.
  return asWritten(
    rows.length > 1 ? rows : { content: rows, totalPages: 1, last: true, number: 1 },
  );
}

async function showTransaction(c: Context<{ Bindings: Env }>): Promise<Response> {
  const sale = await providersState(c.env).askForSale(Number(c.req.param("id")));
  return sale
    ? asWritten(toTransaction(sale))
    : failure(c, 404, null, "The transaction was not found");
}

async function showCards(c: Context<{ Bindings: Env }>): Promise<Response> {
  const sale = await providersState(c.env).askForSale(Number(c.req.param("id")));
  const goods = sale && GOODS[sale.productId];
  if (!goods || sale.status === "FAILED" || sale.status === "REFUNDED")
    return failure(c, 404, null, "No cards were found");
  if (sale.status === "PROCESSING") return asWritten([]);
  const cards = Array.from({ length: sale.quantity }, (_, place) => goods.cards(sale, place));
  const answer = goods.isBare && cards[0] ? cards[0] : cards;
  return asWritten(answer, /"(90071\d{15})"/g);
}

function toTransaction(sale: Sale) {
  return {
    transactionId: sale.id,
    amount: `#${(sale.cents / 100).toFixed(5)}`,
    currencyCode: "USD",
    fee: 0,
    customIdentifier: sale.identifier,
    status: sale.status,
    product: {
      productId: sale.productId,
      quantity: sale.quantity,
      unitPrice: sale.unitPrice,
      currencyCode: "USD",
    },
    transactionCreatedTime: new Date(sale.createdAt).toISOString().slice(0, 19).replace("T", " "),
  };
}

/** Answers with JSON in which amounts keep all their zeros, and numeric codes have no quotes. */
function asWritten(body: object, numbers = /"#([\d.]+)"/g): Response {
  const text = JSON.stringify(body)
    .replace(/"#([\d.]+)"/g, "$1")
    .replace(numbers, "$1");
  return new Response(text, { headers: { "content-type": "application/json" } });
}

function failure(c: Context, status: 400 | 401 | 404, errorCode: string | null, message: string) {
  return Response.json(
    {
      timeStamp: new Date().toISOString(),
      message,
      path: new URL(c.req.url).pathname,
      errorCode,
      infoLink: null,
      details: [],
    },
    { status },
  );
}
