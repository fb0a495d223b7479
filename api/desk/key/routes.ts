import { readTogether } from "../../base/batch.ts";
import { Hono } from "hono";
import type { OperatorEnv } from "../../base/operator.ts";
import { countSeals, findUnopenable } from "./statements.ts";
import { toIso } from "../../base/time.ts";

const UNOPENABLE_SHOWN_MAX = 100;

export const deskKeys = new Hono<OperatorEnv>();

deskKeys.get("/", async (c) => {
  const { db, vault } = c.var.shop;
  const newest = vault.versions[0] ?? 0;
  const counts = (await readTogether(db, countSeals(db))).flat();
  const unopenable = (
    await readTogether(db, findUnopenable(db, newest, UNOPENABLE_SHOWN_MAX))
  ).flat();
  const versions = [
    ...new Set([...vault.versions, ...counts.map(({ version }) => version)]),
  ].toSorted((one, other) => other - one);
  return c.json({
    keys: versions.map((version) => ({
      version,
      isThere: vault.versions.includes(version),
      isNewest: version === newest,
      texts: counts
        .filter((count) => count.version === version)
        .reduce((sum, { texts }) => sum + texts, 0),
    })),
    unopenable: unopenable
      .slice(0, UNOPENABLE_SHOWN_MAX)
      .map(({ place, row_id: id, tried_at }) => ({ place, id, triedAt: toIso(tried_at) })),
  });
});
