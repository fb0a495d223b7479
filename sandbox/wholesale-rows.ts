/** The records of the wholesale supplier: the balance of the shop's account, and the sales. */

export interface NewSale {
  identifier: string;
  productId: number;
  unitPrice: number;
  quantity: number;
  /** Cents of the account's currency. */
  cents: number;
  /** The number of times that the sale must be read before it ends. */
  reads: number;
  end: "SUCCESSFUL" | "FAILED";
}

export interface Sale extends NewSale {
  id: number;
  status: "PROCESSING" | "SUCCESSFUL" | "FAILED" | "REFUNDED";
  createdAt: number;
}

export const WHOLESALE_TABLES = `
  CREATE TABLE IF NOT EXISTS wholesale_account (
    id INTEGER PRIMARY KEY CHECK (id = 1), cents INTEGER NOT NULL
  ) STRICT;
  INSERT INTO wholesale_account (id, cents) VALUES (1, 100000) ON CONFLICT (id) DO NOTHING;
  CREATE TABLE IF NOT EXISTS wholesale_sale (
    id INTEGER PRIMARY KEY AUTOINCREMENT, identifier TEXT NOT NULL, product_id INTEGER NOT NULL,
    unit_price REAL NOT NULL, quantity INTEGER NOT NULL, cents INTEGER NOT NULL,
    reads INTEGER NOT NULL, end_status TEXT NOT NULL, is_returned INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
`;

export function readAccount(sql: SqlStorage): number {
  return Number(sql.exec("SELECT cents FROM wholesale_account").one()["cents"]);
}

export function setAccount(sql: SqlStorage, cents: number): void {
  sql.exec("UPDATE wholesale_account SET cents = ?", cents);
}

/**
 * True when an order with exactly this identifier exists. Letter case matters here, unlike in
 * `listSales`.
 */
export function isIdentifierUsed(sql: SqlStorage, identifier: string): boolean {
  const found = sql.exec("SELECT 1 FROM wholesale_sale WHERE identifier = ?", identifier);
  return found.toArray().length > 0;
}

/** Adds a sale and takes the money. Does not check whether the identifier was used before. */
export function addSale(sql: SqlStorage, sale: NewSale, now: number): Sale | null {
  if (readAccount(sql) < sale.cents) return null;
  sql.exec("UPDATE wholesale_account SET cents = cents - ?", sale.cents);
  const row = sql
    .exec(
      `INSERT INTO wholesale_sale
         (identifier, product_id, unit_price, quantity, cents, reads, end_status, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      sale.identifier,
      sale.productId,
      sale.unitPrice,
      sale.quantity,
      sale.cents,
      sale.reads,
      sale.end,
      now,
    )
    .one();
  return toSale(row);
}

/** Lists the sales with an identifier, in any letter case, or (with null) all sales. */
export function listSales(sql: SqlStorage, identifier: string | null): Sale[] {
  return sql
    .exec(
      `SELECT * FROM wholesale_sale WHERE ?1 IS NULL OR lower(identifier) = lower(?1) ORDER BY id`,
      identifier,
    )
    .toArray()
    .map(toSale);
}

/**
 * Reads a sale. Each reading brings the sale closer to its end; later readings return the money of
 * a failed sale.
 */
export function askForSale(sql: SqlStorage, id: number): Sale | null {
  const row = sql.exec("SELECT * FROM wholesale_sale WHERE id = ?", id).toArray()[0];
  if (!row) return null;
  sql.exec("UPDATE wholesale_sale SET reads = reads - 1 WHERE id = ?", id);
  const sale = toSale(row);
  if (sale.status === "REFUNDED" && row["is_returned"] === 0) {
    sql.exec("UPDATE wholesale_account SET cents = cents + ?", sale.cents);
    sql.exec("UPDATE wholesale_sale SET is_returned = 1 WHERE id = ?", id);
  }
  return sale;
}

/**
 * The value of `reads` at which the money of a failed sale is returned: two readings after its end.
 */
const RETURNED_AFTER = -2;

function toSale(row: Record<string, SqlStorageValue>): Sale {
  const reads = Number(row["reads"]);
  const end = row["end_status"] === "FAILED" ? "FAILED" : "SUCCESSFUL";
  const ended = end === "FAILED" && reads <= RETURNED_AFTER ? "REFUNDED" : end;
  return {
    id: Number(row["id"]),
    identifier: String(row["identifier"]),
    productId: Number(row["product_id"]),
    unitPrice: Number(row["unit_price"]),
    quantity: Number(row["quantity"]),
    cents: Number(row["cents"]),
    reads,
    end,
    status: reads > 0 ? "PROCESSING" : ended,
    createdAt: Number(row["created_at"]),
  };
}
