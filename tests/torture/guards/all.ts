import type { Guard, Traces } from "./guard.ts";

const files = import.meta.glob<Record<string, unknown>>(["./*.ts", "!./all.ts"], { eager: true });
const named = (begin: string) =>
  Object.values(files)
    .flatMap((file) => Object.entries(file))
    .flatMap(([name, value]) => (name.startsWith(begin) ? [value] : []));

/** Every guard of the shop in tables, batches and statements: all `guardsOf…` of the files here. */
export const guards = (named("guardsOf") as Guard[][]).flat();

/** Rows for tables that `leaveTraces` would leave empty: all `tracesOf…` of the files here. */
export const traces = named("tracesOf") as Traces[];
