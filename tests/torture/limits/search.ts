import { QUERY_MAX, search } from "../../../contract/search.ts";
import { allowsOnly, constant, letters, type Limit } from "./limit.ts";

export const limitsOfSearch: Limit[] = [
  constant("contract/search.ts", "QUERY_MAX", "10_000", async (stage) => {
    const searchFor = (length: number) =>
      stage.anyone(search, { query: { query: letters(length) } });
    await allowsOnly(searchFor, { inside: QUERY_MAX, beyond: QUERY_MAX + 1 });
  }),
];
