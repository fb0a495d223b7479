/**
 * The seed of all random values of a run. `npm test` and `npm run torture` print it and accept
 * another one (`npm test -- seed=7`). Any other runner reads TEST_SEED.
 */
export const seed = Number(process.env["TEST_SEED"] ?? 20_261_121);

/** Random numbers from 0 up to 1, equal for an equal seed and name (mulberry32). */
export function createRandom(name: string) {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01_00_01_93);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    /** An integer from 0 up to, not including, `limit`. */
    below,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    shuffle: <Item>(items: readonly Item[]): Item[] => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as Item);
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
