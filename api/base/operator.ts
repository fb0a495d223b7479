import { createMiddleware } from "hono/factory";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { type ShopEnv, bearerToken, refuse } from "./context.ts";
import { isSameSecret, sha256 } from "./vault.ts";

export interface OperatorEnv extends ShopEnv {
  Variables: ShopEnv["Variables"] & { operator: string };
}

/**
 * Lets a call through only with the token of an operator named in the settings. Compares all
 * tokens, so that response time does not reveal which one matched.
 */
export const operator = createMiddleware<OperatorEnv>(async (c, next) => {
  const token = bearerToken(c);
  const hash = await sha256(token ?? "");
  const names = Object.entries(c.var.shop.settings.DESK_TOKENS).filter(([, known]) =>
    isSameSecret(hash, known),
  );
  const name = names[0]?.[0];
  if (token === undefined || name === undefined) return refuse(c, deskRefusals.unknownOperator);
  c.set("operator", name);
  return next();
});
