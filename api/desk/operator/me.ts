import { readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import type { OperatorEnv } from "../../base/operator.ts";
import { readAlone } from "../proposal/statements.ts";
import { toIso } from "../../base/time.ts";

/** The calling operator; every page of the desk needs these facts. */
export const deskMe = new Hono<OperatorEnv>();

deskMe.get("/", async (c) => {
  const { operator, shop } = c.var;
  const { name, role, areas, isPerson, isSession, passkeys, expiresAt } = operator;
  const lacksPasskey = isSession && passkeys === 0 && shop.settings.DESK_PASSKEYS === "required";
  const alone = await readFirst(readAlone(shop.db, name, "money", shop.now()));
  return c.json({
    name,
    role,
    areas,
    isPerson,
    isSession,
    hasPasskey: passkeys > 0,
    lacksPasskey,
    isAlone: alone?.is_alone === 1,
    expiresAt: toIso(expiresAt),
  });
});
