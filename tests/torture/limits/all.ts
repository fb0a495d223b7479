import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run/root.mjs";
import type { Limit } from "./limit.ts";

const files = import.meta.glob<Record<string, unknown>>(["./*.ts", "!./all.ts"], { eager: true });

/**
 * Every limit of the shop's program: numbers of the contract, of the settings and a few others.
 * They are the `limitsOf…` of the files here.
 */
export const limits = Object.values(files)
  .flatMap((file) => Object.entries(file))
  .flatMap(([name, value]) => (name.startsWith("limitsOf") ? (value as Limit[]) : []));

/** Numbers of the contract that limit nobody. */
export const EXCUSED: readonly string[] = [
  // The length of a pasted number with the text around it. A longer text is refused like any other.
  "contract/field.ts TYPED_MAX",
  // How long the shop waits for a supplier, whose answer it then requests again. Nobody is refused.
  "api/base/settings.ts SUPPLIER_ORDER_TIMEOUT_MS",
  // Lengths of lists that a caller may see anyway and cannot make longer.
  "contract/dashboard.ts LATEST_MAX",
  "contract/dashboard.ts OVERVIEW_DEPTH",
  "contract/dashboard.ts EXPIRING_DAYS",
  // The first: below this number figures are not shown. The others: lengths of lists, as before.
  "contract/catalogue.ts EXPERIENCE_MIN",
  "contract/discount-code.ts DISCOUNT_CODES_SHOWN_MAX",
  "contract/search.ts FOUND_PRODUCTS_MAX",
  "contract/search.ts FOUND_SUBCATEGORIES_MAX",
  "contract/search.ts FOUND_TUTORIALS_MAX",
  "contract/search.ts FOUND_HELP_MAX",
  "contract/search.ts SUGGESTED_MAX",
  "contract/desk/search.ts MISSES_SHOWN_MAX",
  // Numbers that organise the desk's own work. Nobody is refused.
  "contract/desk/queue.ts QUEUE_ROWS_MAX",
  "contract/desk/queue.ts QUEUE_HOLD_MINUTES",
  "contract/desk/queue.ts ASIDE_DAYS_MAX",
  "contract/desk/decision.ts EXPORTED_LINES_MAX",
  "contract/desk/order.ts EXPORTED_ORDERS_MAX",
  "contract/desk/product.ts PRICE_CHANGES_SHOWN_MAX",
  // Prices are rounded up to a multiple of this.
  "api/base/settings.ts PRICE_STEP_TOMAN",
  // Lengths of pages, after which another page follows, and days that a warning counts.
  "contract/desk/import.ts LINES_SHOWN_MAX",
  // The first affects only the line numbers that are shown. The others are like LINES_SHOWN_MAX.
  "contract/desk/import.ts HEADER_ROWS_MAX",
  "contract/desk/stock.ts EXPORT_CODES_MAX",
  "contract/desk/stock.ts COVER_DAYS",
  "contract/desk/stock.ts SALES_DAYS",

  // The time in which banks return money, which an answer only mentions.
  "contract/payment.ts FAILED_PAYMENT_RETURN_HOURS",
  // The time after which a monitor is alerted. Nobody is refused.
  "contract/health.ts LATE_MINUTES",
  "api/base/settings.ts DATABASE_MAX_BYTES",
  // How long the shop waits for a provider.
  "api/base/settings.ts PROVIDER_TIMEOUT_MS",
  // Amounts, not limits: the model predicts them to the toman.
  "contract/referral.ts REFERRAL_PERCENT",
  "contract/referral.ts INVITEE_DISCOUNT_PERCENT",
  "contract/referral.ts INVITEE_DISCOUNT_MAX_TOMAN",
  // Lengths of texts that the shop itself writes into Torob's feed.
  "contract/torob.ts TEXT_MAX",
  "contract/torob.ts SHORT_TEXT_MAX",
];

const SETTINGS = "api/base/settings.ts";

/** Names a limit in the same form as `numbersInSources`. */
export const numberOf = ({ name, without }: Limit): string =>
  `${"setting" in without ? SETTINGS : without.file} ${name}`;

/** Names every numeric constant of the contract, with its file, and every numeric setting. */
export function numbersInSources(): string[] {
  const files = readdirSync(join(root, "contract"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `contract/${file}`);
  const constants = files.flatMap((file) =>
    namesIn(file, /^(?:export )?const (\w+)(?:: \w+)? = \d[^;]*;$/gm),
  );
  return [...constants, ...namesIn(SETTINGS, /^ {2}(\w+): z\.coerce\.number\(\)/gm)];
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(
    ([, name = ""]) => `${file} ${name}`,
  );
}
