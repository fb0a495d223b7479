import { createMiddleware } from "hono/factory";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { readShortNumber } from "../../persian/short-number.ts";
import { refuse } from "./context.ts";

/**
 * Reads a path parameter by which an operator names a thing: its id, or its short number in
 * Persian, Arabic or Latin digits. A mistyped number is refused before the database is read.
 */
export function named(parameter: string) {
  return createMiddleware<{ Variables: { name: string } }>(async (c, next) => {
    const text = c.req.param(parameter) ?? "";
    const read = readShortNumber(text);
    if (read === "mistyped") return refuse(c, deskRefusals.numberWrong);
    c.set("name", read?.number ?? text);
    return next();
  });
}
