import { getTorobProducts, TOROB_PAGE_SIZE } from "../../../contract/torob.ts";
import { torobHeaders } from "../../support/torob.ts";
import { allowsOnly, constant, type Limit } from "./limit.ts";

export const limitsOfTorob: Limit[] = [
  constant("contract/torob.ts", "TOROB_PAGE_SIZE", "10_000", async (stage) => {
    const readNamed = (many: number) => {
      const names = Array.from({ length: many }, (_, index) => `product-${String(index)}`);
      return stage.anyone(getTorobProducts, {
        body: { page_uniques: names },
        headers: torobHeaders({ audience: "shop.example", now: stage.now() }),
      });
    };
    await allowsOnly(
      readNamed,
      { inside: TOROB_PAGE_SIZE, beyond: TOROB_PAGE_SIZE + 1 },
      "torob_request",
    );
  }),
];
