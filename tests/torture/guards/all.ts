import type { Guard, Traces } from "./guard.ts";

const files = import.meta.glob<Record<string, unknown>>(["./*.ts", "!./all.ts"], { eager: true });
const named = (begin: string) =>
  Object.values(files)
    .flatMap((file) => Object.entries(file))
    .flatMap(([name, value]) => (name.startsWith(begin) ? [value] : []));

/** Every guard of the shop, in its tables, its batches and its statements: each `guardsOf…` here. */
export const guards = (named("guardsOf") as Guard[][]).flat();

/** Rows for tables that `leaveTraces` would leave empty: each `tracesOf…` here. */
export const traces = named("tracesOf") as Traces[];
