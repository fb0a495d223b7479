import { map } from "nanostores";

/** The number of things that wait behind an entry of the rail, by its address: `{ "/desk": 12 }`. */
export const $waiting = map<Record<string, number>>({});
