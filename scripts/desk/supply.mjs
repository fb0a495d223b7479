import { ask, need } from "./call.mjs";
import { plain } from "./print.mjs";

/** Where codes come from: the shelf, or a supplier once somebody has paid. */
export const supplyCommands = {
  supply: async (product, source, ...words) => {
    if (product === undefined) return list();
    if (product === "rate") return setRate([source, ...words]);
    if (product === "again") return again(source);
    need(source, "Where do the codes come from: shelf, both or supplier?");
    const [sku, face, ceilingCode, ceilingDay] = words;
    need(ceilingCode, "Give the supplier's number, the value on the card, and the ceiling.");
    const [, value, faceCurrency] = /^([\d.]+)([A-Z]{3})?$/.exec(need(face, "Which value?")) ?? [];
    const { message, unitCost } = await ask(
      "PUT",
      `/supply/products/${encodeURIComponent(product)}`,
      {
        source,
        sku,
        face: need(value, "Write the value like 25 or 12.50USD."),
        ...(faceCurrency && { faceCurrency }),
        ceilingCode,
        ceilingDay: ceilingDay ?? null,
      },
    );
    console.log(plain(message));
    if (unitCost !== null) console.log(`  a code costs ${unitCost} toman now`);
  },
};

const WAITS = { look: "held for a look", name: "waits for the buyer's name" };

async function list() {
  const { suppliers, products } = await ask("GET", "/supply");
  for (const { name, balance, currency, rate, isLow, committedToday, ceilingDay } of suppliers)
    console.log(
      `${name}: ${balance ?? "unknown"} ${currency}${isLow ? ", LOW" : ""}, ` +
        `${rate ?? "no"} toman for one, today ${committedToday} of ${ceilingDay ?? "no limit"}`,
    );
  for (const row of products)
    console.log(
      `  ${row.productId}  ${row.source}  ${row.supplier} ${row.sku} ${row.face}${row.faceCurrency}  ` +
        `≤ ${row.ceilingCode}, ≤ ${row.ceilingDay ?? "no limit"} a day  ${row.available} to buy`,
    );
  const { orders } = await ask("GET", "/supply/orders?limit=20");
  for (const row of orders.filter(({ canAskAgain, waitsFor }) => canAskAgain || waitsFor))
    console.log(
      `  ${row.ref}  ${row.state} ${row.reason ?? ""}  order ${row.orderNumber}` +
        (row.waitsFor ? `, ${WAITS[row.waitsFor]}` : ""),
    );
}

async function setRate([name, rate, ceilingDay, lowBalance]) {
  need(rate, "Whose rate, and how much toman for one unit?");
  const { message } = await ask("PUT", `/supply/suppliers/${encodeURIComponent(name)}`, {
    ...(rate === "follow" ? { rate: null, followsRate: true } : { rate }),
    ceilingDay: ceilingDay === undefined || ceilingDay === "-" ? null : ceilingDay,
    ...(lowBalance && { lowBalance }),
  });
  console.log(plain(message));
}

async function again(ref) {
  need(ref, "Which order? Give its ref.");
  const { message, order } = await ask("POST", `/supply/orders/${encodeURIComponent(ref)}/again`);
  console.log(`${plain(message)}\n  ${order.state} ${order.reason ?? ""}`);
}
