import { map } from "nanostores";

/** How many things wait behind an entry of the rail, by its address: `{ "/desk": 12 }`. */
export const $waiting = map<Record<string, number>>({});
