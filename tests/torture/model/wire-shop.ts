import type { Answer, TestShop } from "../../support/shop.ts";
import type { ModelledShop } from "./step.ts";

/** The shop in workerd on D1, with the sandbox. Its clock cannot be set. */
export function asModelled(shop: TestShop): ModelledShop {
  return {
    deskToken: shop.deskToken,
    async ask({ method, path, token, body, headers }) {
      const answer = await fetch(`${shop.stack.url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${String(token)}`,
          "Content-Type": "application/json",
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Answer["body"],
      };
    },
    sql: shop.sql,
    readAll: (texts) => shop.readAll(texts),
    runJobs: shop.runJobs,
    setClock: () => {},
    pay: (authority) => shop.sandbox.pay(authority),
  };
}
