import { orderGoods, showGoods } from "../../../contract/desk/catalogue.ts";
import {
  changeManualStock,
  changePrice,
  changeProduct,
  getDeskProduct,
  makeProduct,
} from "../../../contract/desk/product.ts";
import type { TestShop } from "../../support/shop.ts";
import { versionOf } from "../../../api/goods/catalogue/change.ts";
import { DESK_PATH } from "../../../contract/desk/endpoints.ts";
import { PICTURES } from "../../../contract/picture-sizes.ts";
import { jpeg } from "../../support/images.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, expectRefused, sql } from "./guard.ts";
import { checks, leaves, refused, set } from "./schema.ts";

const seen = { price: 100_000, priceAfterDiscount: null, reward: 0 };
const repriced = (id: string, price: number) => ({
  params: { id },
  body: { ...seen, price, reason: "نرخ تازه", seen },
});
const NOTHING_ON_SALE = "UPDATE product SET is_active = 0";
const PRICED = "UPDATE product SET price_toman = price_toman + 1 WHERE id = 'itunes-us-2'";
const WITHOUT_HISTORY = `SELECT p.id FROM product p LEFT JOIN price_change c
  ON c.product_id = p.id AND c.number = (SELECT max(number) FROM price_change
    WHERE product_id = p.id)
  WHERE p.price_toman IS NOT c.price_toman`;
const IN_SEARCH = `SELECT id FROM subcategory WHERE id NOT IN (
  SELECT ref FROM search_due WHERE kind = 'subcategory')`;
const requested = {
  region: "جهانی",
  deliveryType: "instant",
  unitCost: 0,
  denomination: "$31",
  name: "کارت همزاد",
} as const;

/** Returns the facts of a product from the desk, to send with a change of its name or delivery. */
async function factsOf(shop: TestShop, id: string) {
  const { product } = (await shop.desk(getDeskProduct, { params: { id } })).body;
  const { name, region, denomination, deliveryType, manualUnitCost, version } = product;
  return { name, region, denomination, deliveryType, unitCost: manualUnitCost ?? 0, version };
}

export const guardsOfCatalogue: Guard[] = [
  ...checks("product", {
    "(delivery_type IN ('instant', 'manual'))": set("product", "delivery_type = 'gift'"),
    "(price_toman BETWEEN 1 AND 99999999999)": set(
      "product",
      "price_toman = 0, sale_price_toman = NULL, reward_toman = 0",
    ),
    "(sale_price_toman BETWEEN 1 AND price_toman)": set(
      "product",
      "sale_price_toman = price_toman + 1",
    ),
    "(reward_toman BETWEEN 0 AND price_toman)": set("product", "reward_toman = price_toman + 1"),
    "(manual_stock >= 0)": set("product", "manual_stock = -1"),
    "(manual_unit_cost_toman >= 0)": set("product", "manual_unit_cost_toman = -1"),
    "(is_active IN (0, 1))": set("product", "is_active = 2"),
    "(is_shown IN (0, 1))": set("product", "is_shown = 2"),
    "(rating_count >= 0)": set("product", "rating_count = -1"),
    "(rating_stars >= 0)": set("product", "rating_stars = -1"),
  }),
  ...checks("subcategory", {
    "(is_shown IN (0, 1))": set("subcategory", "is_shown = 2"),
    "(hue BETWEEN 0 AND 359)": set("subcategory", "hue = 360"),
    "(redeem_url LIKE 'https://%')": set("subcategory", "redeem_url = 'javascript:0'"),
    "(json_type(redeem_steps) = 'array')": set("subcategory", "redeem_steps = '{}'"),
    "((share_drawn_from IS NULL) = (share_id IS NULL))": set("subcategory", "share_id = 'alone'"),
  }),
  {
    ...refused(
      "unique subcategory (type, url_name)",
      `INSERT INTO subcategory
     (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
     SELECT 'twin', type, url_name, display_name, latin_name, hue, tagline, region_notice, position
     FROM subcategory LIMIT 1`,
    ),
    heldAlsoBy: ["index subcategory_address"],
  },
  refused("check category (is_shown IN (0, 1))", "UPDATE category SET is_shown = 2"),
  refused(
    "index subcategory_address",
    "INSERT INTO category (type, display_name, position) VALUES ('other', 'other', 9)",
    `INSERT INTO subcategory
     (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
     SELECT 'twin', 'other', url_name, display_name, latin_name, hue, tagline, region_notice,
       position
     FROM subcategory LIMIT 1`,
  ),
  leaves(
    "subcategory_shown_in_search",
    [NOTHING_ON_SALE, "DELETE FROM search_due", "UPDATE subcategory SET is_shown = 0"],
    IN_SEARCH,
  ),
  leaves(
    "category_shown_in_search",
    [NOTHING_ON_SALE, "DELETE FROM search_due", "UPDATE category SET is_shown = 0"],
    IN_SEARCH,
  ),
  leaves(
    "price_begins",
    [
      `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
         price_toman, position, created_at, updated_at)
       SELECT 'begun', subcategory_id, name, region, 'begun', delivery_type, 7, 1, 1, 1
       FROM product LIMIT 1`,
    ],
    WITHOUT_HISTORY,
  ),
  leaves("price_changes", [PRICED], WITHOUT_HISTORY),
  leaves(
    "product_base_ends",
    ["UPDATE product SET base_price_toman = 1, base_reward_toman = 0", PRICED],
    "SELECT 1 FROM product WHERE id = 'itunes-us-2' AND base_price_toman IS NOT NULL",
  ),
  refused("trigger price_change_stays", PRICED, "UPDATE price_change SET price_toman = 1"),
  refused("trigger price_change_never_goes", PRICED, "DELETE FROM price_change"),
  {
    name: "must: the goods are as they were seen",
    async attack({ shop, meanwhile }) {
      const id = await shop.newProduct();
      const answer = await meanwhile(
        "'the goods are as they were seen'",
        [deskRequest(shop, changePrice, repriced(id, 120_000))],
        () => shop.desk(changePrice, repriced(id, 110_000)),
      );
      expectRefused(answer, "stale_catalogue");
    },
  },
  {
    name: "must: a sold product keeps its type of delivery",
    async attack({ shop, meanwhile }) {
      const id = await shop.newProduct({ stock: 0, deliveryType: "manual" });
      const facts = await factsOf(shop, id);
      const rival = sql(
        "INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES (?1, ?1, 1, 1)",
        id,
      );
      const code = sql(
        `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, last_four)
         VALUES (?1, ?1, ?1, '1.x', ?1, 'ABCD')`,
        id,
      );
      const answer = await meanwhile(
        "'a sold product keeps its type of delivery'",
        [rival, code],
        () =>
          shop.desk(changeProduct, { params: { id }, body: { ...facts, deliveryType: "instant" } }),
      );
      expectRefused(answer);
    },
  },
  {
    name: "must: no product has a twin",
    async attack({ shop }) {
      const body = { ...requested, ...seen, subcategoryId: "giftcard-ea", stock: 0 };
      await shop.desk(makeProduct, { body });
      expectRefused(await shop.desk(makeProduct, { body }), "product_exists");
    },
  },
  {
    name: "must: the goods are shown as they were",
    async attack({ shop, meanwhile }) {
      const id = await shop.newProduct();
      const request = { body: { kind: "product", id, isShown: false } } as const;
      const rival = deskRequest(shop, showGoods, request);
      const answer = await meanwhile("'the goods are shown as they were'", [rival], () =>
        shop.desk(showGoods, request),
      );
      expectRefused(answer, "stale_catalogue");
    },
  },
  {
    name: "must: the share picture shows what is there",
    async attack({ shop, meanwhile }) {
      const [art] = await shop.sql<{ text: string }>(
        `SELECT json_array(c.display_name, s.display_name, s.latin_name, s.hue, s.picture_id) AS text
         FROM subcategory s JOIN category c ON c.type = s.type WHERE s.id = 'giftcard-ea'`,
      );
      const form = new FormData();
      form.set("share", new Blob([jpeg(PICTURES.share)]));
      const renamed = sql("UPDATE subcategory SET latin_name = 'Other' WHERE id = 'giftcard-ea'");
      const answer = await meanwhile(
        "'the share picture shows what is there'",
        [renamed],
        async () => {
          const version = await versionOf(art?.text ?? "");
          const sent = await fetch(
            `${shop.stack.url}${DESK_PATH}/subcategories/giftcard-ea/share-picture?artVersion=${version}`,
            { method: "PUT", headers: { Authorization: `Bearer ${shop.deskToken}` }, body: form },
          );
          return { status: sent.status, body: (await sent.json()) as { code?: string } };
        },
      );
      expectRefused(answer, "stale_catalogue");
    },
  },
  {
    name: "must: the new order names each of them once",
    async attack({ shop }) {
      const ids = ["giftcard-ea"];
      const body = { kind: "subcategory" as const, within: "giftcard", ids };
      expectRefused(await shop.desk(orderGoods, { body }), "stale_catalogue");
    },
  },
  {
    name: "must: the units are as they were seen",
    async attack({ shop, meanwhile }) {
      const id = await shop.newProduct({ deliveryType: "manual", stock: 5 });
      const set = (stock: number) => ({ params: { id }, body: { stock, seen: 5 } });
      const answer = await meanwhile(
        "'the units are as they were seen'",
        [deskRequest(shop, changeManualStock, set(9))],
        () => shop.desk(changeManualStock, set(7)),
      );
      expectRefused(answer, "stale_catalogue");
    },
  },
  {
    name: "must: the stock covers the held units",
    async attack({ shop }) {
      const id = await shop.newProduct({ deliveryType: "manual", stock: 5 });
      const shopper = await shop.newShopper();
      await shopper.put(id, 3);
      await shopper.initiate();
      const answer = await shop.desk(changeManualStock, {
        params: { id },
        body: { stock: 2, seen: 5 },
      });
      expectRefused(answer, "units_held");
    },
  },
];
