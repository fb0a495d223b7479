import { Hono } from "hono";
import type { OperatorEnv } from "../../base/operator.ts";
import { countSeals, findUnopenable } from "./statements.ts";
import { toIso } from "../../base/time.ts";

const UNOPENABLE_SHOWN_MAX = 100;

export const deskKeys = new Hono<OperatorEnv>();

deskKeys.get("/", async (c) => {
  const { db, vault } = c.var.shop;
  const newest = vault.versions[0] ?? 0;
  const { results: counts } = await countSeals(db).all<{ version: number; texts: number }>();
  const { results: unopenable } = await findUnopenable(db, newest, UNOPENABLE_SHOWN_MAX).all<{
    place: string;
    row_id: string;
    tried_at: number;
  }>();
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
