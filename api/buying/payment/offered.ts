import { readAll } from "../../base/batch.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import type { Shop } from "../../base/context.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { findSilent } from "./open-statements.ts";

/** How long a gateway is not offered after it left a request without an answer. */
const SILENCE_MS = 5 * MINUTE_MS;

/**
 * Returns the gateways to offer, the default first. Leaves out a gateway whose last request within
 * five minutes got no answer, until it answers or that time is over. When no gateway answered, all
 * are offered, because one of them may work again.
 */
export async function readOffered({
  db,
  gateways,
  now,
}: Pick<Shop, "db" | "gateways" | "now">): Promise<readonly GatewayName[]> {
  const { names } = gateways;
  if (names.length === 1) return names;
  const results = await readAll(findSilent(db, names, now() - SILENCE_MS));
  const silent = results.map(({ gateway }) => gateway);
  const heard = names.filter((name) => !silent.includes(name));
  return heard.length > 0 ? heard : names;
}
