import type { TestShop } from "./shop.ts";

interface DiscountCodeOptions {
  type?: "percentage" | "fixed";
  /** The discount in percent or toman. */
  value?: number;
  minPurchaseToman?: number;
  maxDiscountToman?: number;
  maySellBelowCost?: boolean;
  usesMax?: number;
  ownerId?: string;
  isActive?: boolean;
  expiresAt?: number;
  createdAt?: number;
}

/**
 * Adds a discount code: its id is the given text, its code the same text in capitals. Without
 * options it takes 10,000 toman off for everybody.
 */
export const addDiscountCode = (
  shop: Pick<TestShop, "sql">,
  code: string,
  options: DiscountCodeOptions = {},
) =>
  shop.sql(
    `INSERT INTO discount_code
       (id, code, type, value, min_purchase_toman, uses_max, owner_id, is_active, expires_at,
        created_at, max_discount_toman, may_sell_below_cost)
     VALUES (?1, upper(?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
    code,
    options.type ?? "fixed",
    options.value ?? 10_000,
    options.minPurchaseToman ?? 0,
    options.usesMax ?? null,
    options.ownerId ?? null,
    Number(options.isActive ?? true),
    options.expiresAt ?? null,
    options.createdAt ?? 0,
    options.maxDiscountToman ?? null,
    Number(options.maySellBelowCost ?? false),
  );
