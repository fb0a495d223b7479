import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import type { OperatorEnv } from "../../base/operator.ts";
import { countSeals, findUnopenable } from "./statements.ts";
import { toIso } from "../../base/time.ts";

const UNOPENABLE_SHOWN_MAX = 100;

export const deskKeys = new Hono<OperatorEnv>();

deskKeys.get("/", async (c) => {
  const { db, vault } = c.var.shop;
  const newest = vault.versions[0] ?? 0;
  const counts = await readAll(countSeals(db));
  const unopenable = await readAll(findUnopenable(db, newest, UNOPENABLE_SHOWN_MAX));
  const versions = [
    ...new Set([...vault.versions, ...counts.map(({ version }) => version)]),
  ].toSorted((one, other) => other - one);
  return c.json({
    keys: versions.map((version) => ({
      version,
      isThere: vault.versions.includes(version),
      isNewest: version === newest,
      texts: counts.find((count) => count.version === version)?.texts ?? 0,
    })),
    unopenable: unopenable.map(({ place, row_id: id, tried_at }) => ({
      place,
      id,
      triedAt: toIso(tried_at),
    })),
  });
});
