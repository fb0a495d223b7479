import type { z } from "zod";
import { NOT_LET_IN, type ProviderAnswer, type Question, askProvider, logTrouble } from "./ask.ts";
import { fromMicros } from "./decimal.ts";
import {
  Balance,
  Cards,
  Failure,
  LISTED_MAX,
  Product,
  Token,
  Transaction,
  Transactions,
  costOf,
  toCard,
  toFound,
  toOrder,
  toRefusal,
} from "./reloadly-answers.ts";
import type { Supplier } from "./supplier.ts";

interface ReloadlyOptions {
  /** Without a path: https://giftcards.reloadly.com. It is the audience of the token too. */
  origin: string;
  /** Where tokens come from: https://auth.reloadly.com. */
  authOrigin: string;
  clientId: string;
  clientSecret: string;
  /** The name that the supplier keeps with an order. */
  senderName: string;
  timeoutMs: number;
  /** For orders, which may take long: half a minute or more. */
  orderTimeoutMs: number;
  fetch?: typeof globalThis.fetch;
  /** UTC milliseconds. */
  now: () => number;
}

/** A token counts as over a little earlier than it is. */
const TOKEN_MARGIN_MS = 60_000;

const ACCEPT = "application/com.reloadly.giftcards-v1+json";
/** The second version names links apart; the first puts them into the card's number. */
const ACCEPT_CARDS = "application/com.reloadly.giftcards-v2+json";

/**
 * Gift cards of Reloadly (docs.reloadly.com/gift-cards, and its clients' sources). An order carries
 * the shop's ref as `customIdentifier`. A repeated one is refused and bought no second time, but two
 * at once both buy; so the shop never has two on their way. A status that is not known means that
 * it still works. Numbers are read as they are written: codes come as numbers too.
 */
export function createReloadly(options: ReloadlyOptions): Supplier {
  const { origin, authOrigin, clientId, clientSecret, senderName, now } = options;
  let token: Promise<{ text: string; until: number } | null> | null = null;

  const ask = (
    question: Pick<Question, "call" | "url" | "headers" | "body"> & { isOrder?: boolean },
  ) =>
    askProvider({
      provider: "reloadly",
      call: question.call,
      url: question.url,
      headers: question.headers,
      ...(question.body !== undefined && { body: question.body }),
      timeoutMs: question.isOrder ? options.orderTimeoutMs : options.timeoutMs,
      areNumbersText: true,
      ...(options.fetch && { fetch: options.fetch }),
    });

  async function fetchToken() {
    const answer = await ask({
      call: "token",
      url: `${authOrigin}/oauth/token`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: "client_credentials",
        audience: origin,
      }),
    });
    const read = answer.kind === "answer" ? Token.safeParse(answer.json).data : undefined;
    if (!read) {
      logTrouble({ provider: "reloadly", call: "token" }, "no token");
      return null;
    }
    return {
      text: read.access_token,
      until: now() + Number(read.expires_in) * 1_000 - TOKEN_MARGIN_MS,
    };
  }

  /** Returns a token, one for all who ask at once; null when none is given out. */
  async function readToken(refused: string | null): Promise<string | null> {
    const known = await token;
    if (known !== null && known.until > now() && known.text !== refused) return known.text;
    const pending = fetchToken();
    token = pending;
    return (await pending)?.text ?? null;
  }

  /**
   * Asks with a token. One that is refused is replaced once: then nothing had been done. `unheard`
   * means that there was no token to ask with.
   */
  async function call(
    name: string,
    path: string,
    { body, accept = ACCEPT }: { body?: string; accept?: string } = {},
  ): Promise<ProviderAnswer | { kind: "unheard" }> {
    let refused: string | null = null;
    for (;;) {
      const text = await readToken(refused);
      if (text === null) return { kind: "unheard" };
      const answer = await ask({
        call: name,
        url: `${origin}${path}`,
        headers: {
          authorization: `Bearer ${text}`,
          accept,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body, isOrder: true }),
      });
      if (answer.kind === "unknown" || answer.status !== 401 || refused !== null) return answer;
      refused = text;
    }
  }

  /** Reads what a GET answers, if it says so without doubt. */
  async function read<Shape extends z.ZodType>(
    name: string,
    path: string,
    shape: Shape,
  ): Promise<z.infer<Shape> | "no" | undefined> {
    const answer = await call(name, path);
    if (answer.kind !== "answer") return undefined;
    if (answer.status === 404 && Failure.safeParse(answer.json).success) return "no";
    const known = answer.status === 200 ? shape.safeParse(answer.json).data : undefined;
    if (known === undefined)
      logTrouble({ provider: "reloadly", call: name }, `answered ${String(answer.status)}`);
    return known;
  }

  return {
    async balance() {
      const found = await read("balance", "/accounts/balance", Balance);
      return found === undefined || found === "no"
        ? null
        : { amount: found.balance, currency: found.currencyCode };
    },

    async price(goods) {
      const product = await read("price", `/products/${encodeURIComponent(goods.sku)}`, Product);
      if (product === undefined) return { kind: "unknown" };
      const cost = product === "no" ? null : costOf(product, goods);
      return product === "no" || cost === null
        ? { kind: "gone" }
        : { kind: "price", cost: fromMicros(cost), currency: product.senderCurrencyCode };
    },

    async order({ ref, sku, face, quantity }) {
      const answer = await call("order", "/orders", {
        body: toOrder({ ref, sku, face, quantity, senderName }),
      });
      if (answer.kind !== "answer") return answer;
      if (NOT_LET_IN.has(answer.status)) return { kind: "unheard" };
      if (answer.status === 400 || answer.status === 404) return toRefusal(answer.json);
      const made = Transaction.safeParse(answer.json).data;
      if (answer.status !== 200 || made?.customIdentifier !== ref) {
        logTrouble({ provider: "reloadly", call: "order" }, `answered ${String(answer.status)}`);
        return { kind: "unknown" };
      }
      const found = toFound(made);
      // Money that came back at once bought nothing; find() tells it from what goes on.
      if (found.state === "returned") return { kind: "unknown" };
      return { ...found, kind: "accepted", state: found.state };
    },

    async find({ ref, remoteId }) {
      if (remoteId !== null) {
        const one = await read("find", `/reports/transactions/${remoteId}`, Transaction);
        return one === undefined || one === "no" || one.customIdentifier !== ref
          ? { kind: "unknown" }
          : toFound(one);
      }
      const query = new URLSearchParams({
        customIdentifier: ref,
        page: "1",
        size: String(LISTED_MAX),
      });
      const listed = await read("find", `/reports/transactions?${query.toString()}`, Transactions);
      if (listed === undefined || listed === "no") return { kind: "unknown" };
      // It searches without regard to letter case.
      const own = listed.filter(({ customIdentifier }) => customIdentifier === ref);
      const [first] = own;
      if (!first) return { kind: "absent" };
      return own.length === 1
        ? toFound(first)
        : { kind: "several", remoteIds: own.map(({ transactionId }) => transactionId) };
    },

    async codes(remoteId) {
      const answer = await call("codes", `/orders/transactions/${remoteId}/cards`, {
        accept: ACCEPT_CARDS,
      });
      if (answer.kind !== "answer") return { kind: "unknown" };
      if (answer.status === 404 && Failure.safeParse(answer.json).success)
        return { kind: "not_yet" };
      const rows = answer.status === 200 ? Cards.safeParse(answer.json).data : undefined;
      if (!rows) {
        logTrouble({ provider: "reloadly", call: "codes" }, `answered ${String(answer.status)}`);
        return { kind: "unknown" };
      }
      const cards = rows.flatMap((row) => toCard(row) ?? []);
      return cards.length === 0 || cards.length < rows.length
        ? { kind: "not_yet" }
        : { kind: "codes", cards };
    },
  };
}
