import {
  listingAddress,
  ownPictureAddress,
  productAddress,
  squareAddress,
} from "../../../contract/address.ts";
import { Id } from "../../../contract/field.ts";
import { PROBLEM_HOURS } from "../../../contract/ticket.ts";
import { SHORT_TEXT_MAX, TEXT_MAX, type TorobProduct } from "../../../contract/torob.ts";
import { TEHRAN_MS } from "../../../persian/calendar.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { FeedRow } from "./statements.ts";

const GUARANTEE = `پیگیری هر مشکل کد تا ${toPersianDigits(PROBLEM_HOURS)} ساعت پس از تحویل`;

/** Converts a product to Torob's format. `origin` is the shop's public origin. */
export function toTorobProduct(row: FeedRow, origin: string): TorobProduct {
  const isAvailable = row.has_stock === 1;
  const price = row.sale_price_toman ?? row.price_toman;
  return {
    page_unique: row.id,
    page_url:
      origin + productAddress(listingAddress({ type: row.type, urlName: row.url_name }), row.id),
    product_group_id: row.subcategory_id,
    title: cut(row.name, TEXT_MAX),
    subtitle: cut(`${row.latin_name} ${row.denomination}`, TEXT_MAX),
    current_price: isAvailable ? price : 0,
    ...(isAvailable && price < row.price_toman && { old_price: row.price_toman }),
    availability: isAvailable,
    category_name: cut(`${row.category_name} ${row.subcategory_name}`, SHORT_TEXT_MAX),
    image_links: [
      origin +
        (row.picture_id === null ? squareAddress(row.id) : ownPictureAddress(row.picture_id)),
    ],
    spec: {
      ریجن: row.region,
      "نوع تحویل": row.delivery_type === "instant" ? "آنی" : "دستی، ۲ تا ۲۴ ساعت",
      مبلغ: row.denomination,
    },
    guarantee: GUARANTEE,
    short_desc: cut(`${row.tagline} ${row.region_notice}`, TEXT_MAX),
    date_added: toTehranIso(row.created_at),
    date_updated: toTehranIso(row.updated_at),
  };
}

/**
 * Returns the product ids of page addresses; the keys are the addresses as the feed writes them.
 * Addresses of other sites are left out.
 */
export function readPageUrls(texts: readonly string[], origin: string): Map<string, string> {
  const named = new Map<string, string>();
  for (const text of texts) {
    const url = URL.parse(text);
    const id = Id.safeParse(url?.searchParams.get("product"));
    if (url?.origin === origin && id.success)
      named.set(origin + productAddress(url.pathname.replace(/\/+$/, ""), id.data), id.data);
  }
  return named;
}

/** Formats a UTC time in milliseconds as ISO 8601 with Tehran's offset, fixed since 2022. */
function toTehranIso(moment: number): string {
  return `${new Date(moment + TEHRAN_MS).toISOString().slice(0, 19)}+03:30`;
}

function cut(text: string, lengthMax: number): string {
  return [...text].slice(0, lengthMax).join("");
}
