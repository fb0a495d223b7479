import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { sendLines, openImport, getImport, addImport } from "../contract/desk/import.ts";
import { recallBatch } from "../contract/desk/stock.ts";
import { createOrder } from "../contract/order.ts";
import { findCodes, nextLines } from "../persian/code-file.ts";
import { decodeFile } from "../persian/text-file.ts";
import { auditShop, openShop } from "../tests/support/shop.ts";

/**
 * `node bench/import.mjs [codes]`: imports a file of codes (100,000 by default) into a separate
 * shop, as the desk does. It prints how long reading, dry run and adding take, how long a purchase
 * waits in the meantime, and the most memory that the shop uses.
 */
const count = Number(process.argv[2] ?? 100_000);
const shop = await openShop();
try {
  await run();
} finally {
  await shop.close();
}

async function run() {
  const productId = await shop.newProduct({ stock: 1, priceToman: 1_000 });
  const text = Array.from({ length: count }, (_, at) => `Z${String(at).padStart(15, "0")}`);
  const bytes = new TextEncoder().encode(`\ufeff${text.join("\r\n")}\r\n`);
  let mark = performance.now();
  const lap = () => {
    const before = mark;
    mark = performance.now();
    return ((mark - before) / 1_000).toFixed(1);
  };
  const read = await decodeFile(piecesOf(bytes));
  const { codes } = findCodes(read.text, { linesMax: 100_000, charactersMax: 500 });
  console.log(`${codes.length} codes, ${(bytes.length / 1e6).toFixed(1)} MB: read in ${lap()} s`);

  const id = crypto.randomUUID();
  await ask(openImport, { body: { id, productId, fileName: "bench.csv", lines: codes.length } });
  let calls = 0;
  for (let at = 0; at < codes.length; calls++) {
    const lines = nextLines(codes, at, 1_000);
    await ask(sendLines, { params: { id }, body: { first: at + 1, lines } });
    at += lines.length;
  }
  console.log(`looked at in ${lap()} s, ${calls} calls`);
  const { found } = await ask(getImport, { params: { id }, query: {} });
  console.log(`the dry run is read in ${lap()} s: ${found.new + found.unusual} can be added`);

  const body = {
    supplier: "bench",
    unitCost: 1,
    takes: ["shape", "first"],
    expected: found.new + found.unusual,
  };
  const buyer = await shop.newShopper({ balanceToman: 10_000_000 });
  const waits = [];
  let batchId = "";
  lap();
  for (;;) {
    const { import: now } = await ask(addImport, { params: { id }, body });
    batchId = now.batchId;
    if (now.state === "added") break;
    if (now.added % 10_000 === 0) waits.push(await buy(buyer, productId));
  }
  console.log(
    `added in ${lap()} s; ${waits.length} purchases meanwhile waited ${waits.map((ms) => ms.toFixed(0)).join(", ")} ms`,
  );
  await ask(recallBatch, { params: { id: batchId }, body: { reason: "bench" } });
  console.log(`recalled in ${lap()} s`);
  console.log(`the workers held ${memoryOfWorkers()} MB at most`);
  console.log("broken invariants:", Object.keys(await auditShop(shop)));
}

async function ask(endpoint, request) {
  const { status, body } = await shop.desk(endpoint, request);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

async function buy(buyer, productId) {
  await buyer.put(productId);
  const before = performance.now();
  const { status } = await buyer.ask(createOrder, { body: {} });
  if (status !== 200) throw new Error(`A purchase answered ${status}`);
  return performance.now() - before;
}

async function* piecesOf(bytes) {
  for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144);
}

/** The peak memory of every workerd that this process started (Linux). */
function memoryOfWorkers() {
  const processes = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const own = new Set([String(process.pid)]);
  for (const [pid, parent] of processes) if (own.has(parent)) own.add(pid);
  return processes
    .filter(([pid, , name]) => own.has(pid) && name === "workerd")
    .map(([pid]) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)
    .reduce((sum, kilobytes) => sum + Number(kilobytes) / 1_000, 0)
    .toFixed(0);
}
