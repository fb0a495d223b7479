/**
 * The interface to a wholesale supplier of codes. Amounts are decimal text in the supplier's
 * currency, never floats. An order may be repeated only with the same `ref`, and only after `find`
 * has answered `absent`: a timeout is `unknown`, never a no.
 */
export interface Supplier {
  /** Returns the balance of the account; null when the supplier did not answer clearly. */
  balance(): Promise<{ amount: string; currency: string } | null>;
  price(goods: Goods): Promise<PriceOutcome>;
  order(order: Goods & { ref: string; quantity: number }): Promise<OrderOutcome>;
  /**
   * Finds an order: by its number at the supplier if that is known, otherwise by the shop's own
   * ref.
   */
  find(order: { ref: string; remoteId: string | null }): Promise<FoundOutcome>;
  codes(remoteId: string): Promise<CodesOutcome>;
}

/** Goods to be bought: the supplier's own number of a product, and the value on the card. */
export interface Goods {
  sku: string;
  face: string;
  faceCurrency: string;
}

type PriceOutcome =
  /** The cost of one code, including fees. */
  | { kind: "price"; cost: string; currency: string }
  /** The supplier does not sell this value of this product now. */
  | { kind: "gone" }
  | { kind: "unknown" };

export type RefusedWhy = "price" | "stock" | "balance" | "product" | "other";

type OrderOutcome =
  | {
      kind: "accepted";
      remoteId: string;
      state: "working" | "done" | "failed";
      cost: string;
      currency: string;
    }
  /** A clear no: nothing was bought. */
  | { kind: "refused"; why: RefusedWhy }
  /** Rejected before anything was read: may be repeated with the same ref. */
  | { kind: "not_read" }
  /**
   * The ref was used before, or may have been; `find` shows whether it was. The order must not be
   * sent with a new ref.
   */
  | { kind: "repeated" }
  | { kind: "unknown" };

export type FoundOutcome =
  | {
      kind: "found";
      remoteId: string;
      /**
       * `failed`: no codes will come, and the money is not back yet; `returned`: the money is back.
       */
      state: "working" | "done" | "failed" | "returned";
      cost: string;
      currency: string;
    }
  | { kind: "absent" }
  | { kind: "several"; remoteIds: string[] }
  | { kind: "unknown" };

export interface Card {
  code: string;
  pin: string | null;
  link: string | null;
}

type CodesOutcome = { kind: "codes"; cards: Card[] } | { kind: "not_yet" } | { kind: "unknown" };
