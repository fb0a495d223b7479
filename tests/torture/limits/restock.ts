import {
  addRestockAlert,
  ALERT_REQUESTS_PER_DAY_MAX,
  OPEN_ALERTS_MAX,
} from "../../../contract/restock.ts";
import { constant, endsAfter, type Limit } from "./limit.ts";

const RESTOCK = "contract/restock.ts";

export const limitsOfRestock: Limit[] = [
  constant(RESTOCK, "OPEN_ALERTS_MAX", "5_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const wish = async () =>
      ask(addRestockAlert, { body: { productId: await stage.newProduct({ stock: 0 }) } });
    await endsAfter(OPEN_ALERTS_MAX, wish, "too_many_alerts");
  }),
  constant(RESTOCK, "ALERT_REQUESTS_PER_DAY_MAX", "10_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const productId = await stage.newProduct({ stock: 0 });
    await endsAfter(
      ALERT_REQUESTS_PER_DAY_MAX,
      () => ask(addRestockAlert, { body: { productId } }),
      "too_many",
    );
  }),
];
