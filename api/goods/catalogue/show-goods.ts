import type { DeskCategory, DeskSubcategory } from "../../../contract/desk/catalogue.ts";
import type {
  CategoryFacts,
  PriceFacts,
  ProductFacts,
  SubcategoryFacts,
} from "../../../contract/desk/goods.ts";
import type { DeskProduct, DeskProductPage, PriceChange } from "../../../contract/desk/product.ts";
import { ownPictureAddress } from "../../../contract/address.ts";
import { type HelpPictures, type Pictured, helpPictureOf, pictureOf } from "../picture/address.ts";
import { type QuestionFacts, versionOf } from "./change.ts";
import type { PriceRow, ProductPageRow, ProductRow } from "./stored.ts";
import type { Stored } from "./plan-file.ts";
import { toIso } from "../../base/time.ts";

/** Goods as the desk shows them. */

export async function showCatalogue(stored: Stored, isCostOpen: boolean): Promise<DeskCategory[]> {
  const products = Map.groupBy(stored.products, ({ subcategory_id: id }) => id);
  const subcategories = await Promise.all(
    stored.subcategories.map(async (row): Promise<DeskSubcategory> => {
      // The desk gets the address of the picture instead of its id.
      const { picture, ...facts } = JSON.parse(row.facts) as SubcategoryFacts & {
        picture: string | null;
      };
      return {
        id: row.id,
        type: row.type,
        urlName: row.url_name,
        ...facts,
        ownPicture: picture === null ? null : ownPictureAddress(picture),
        artVersion: await versionOf(row.art),
        hasSharePicture: row.share_id !== null,
        isShown: row.is_shown === 1,
        version: await versionOf(row.facts),
        products: (products.get(row.id) ?? []).map((one) => showProduct(one, row, isCostOpen)),
      };
    }),
  );
  return Promise.all(
    stored.categories.map(async ({ type, is_shown: isShown, facts }) => ({
      type,
      ...(JSON.parse(facts) as CategoryFacts),
      isShown: isShown === 1,
      version: await versionOf(facts),
      subcategories: subcategories.filter((one) => one.type === type),
    })),
  );
}

function showProduct(row: ProductRow, of: Pictured, isCostOpen: boolean): DeskProduct {
  const { name, region, denomination, deliveryType } = JSON.parse(row.facts) as ProductFacts;
  return {
    id: row.id,
    subcategoryId: row.subcategory_id,
    name,
    region,
    denomination,
    deliveryType,
    imageUrl: pictureOf(of, row.id, "small"),
    ...(JSON.parse(row.price) as PriceFacts),
    unitCost: row.unit_cost_toman === 0 || !isCostOpen ? null : row.unit_cost_toman,
    stock: row.stock,
    isShown: row.is_shown === 1,
    isOnSale: row.is_active === 1,
  };
}

export async function showProductPage(
  row: ProductPageRow,
  prices: readonly PriceRow[],
  isCostOpen: boolean,
): Promise<DeskProductPage> {
  return {
    ...showProduct(row, row, isCostOpen),
    version: await versionOf(row.facts),
    type: row.type,
    categoryName: row.category_name,
    subcategoryName: row.subcategory_name,
    subcategoryUrlName: row.url_name,
    isListed: row.is_listed === 1,
    manualStock: row.manual_stock,
    heldUnits: row.held_units,
    manualUnitCost: isCostOpen ? (JSON.parse(row.facts) as ProductFacts).unitCost : null,
    isUsed: row.is_used === 1,
    ...(JSON.parse(row.questions) as QuestionFacts),
    questionsVersion: await versionOf(row.questions),
    helpPictures: showHelp(row),
    helpVersion: await versionOf(row.question_pictures),
    prices: prices.map(showPrice),
  };
}

function showHelp({ question_pictures: stored }: ProductPageRow) {
  const pictures = JSON.parse(stored) as HelpPictures;
  return Object.fromEntries(
    Object.keys(pictures).flatMap((id) => {
      const picture = helpPictureOf(pictures, id);
      return picture ? [[id, picture]] : [];
    }),
  );
}

const showPrice = (row: PriceRow): PriceChange => ({
  number: row.number,
  price: row.price_toman,
  priceAfterDiscount: row.sale_price_toman,
  reward: row.reward_toman,
  operator: row.operator,
  reason: row.reason,
  rate: row.rate_toman,
  changedAt: toIso(row.changed_at),
});
