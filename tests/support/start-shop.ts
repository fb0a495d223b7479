import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { addPeople } from "./add-people.ts";
import { openStack } from "./stack.ts";

/** Starts the whole shop once for all browser tests and returns the function that stops it. */
export default async function startShop(config: FullConfig): Promise<() => Promise<void>> {
  const baseUrl = config.projects[0]?.use.baseURL;
  if (baseUrl === undefined) throw new Error("No base URL is configured.");
  if (process.env["BASE_URL"]) return () => Promise.resolve();
  const stack = await openStack({
    port: Number(new URL(baseUrl).port),
    edge: true,
    zibal: true,
    reloadly: true,
    beforeStart: addPeople,
  });
  const people = join(stack.dataDir, "people-taken");
  await mkdir(people);
  process.env["E2E_PEOPLE_FOLDER"] = people;
  return async () => {
    const lines = readFileSync(stack.logFile, "utf8").split("\n");
    // The browser tests plan no such faults, so these lines explain why a test failed.
    const lost = lines.filter((line) => /"trouble":"(?:TypeError|Error|TimeoutError)/.test(line));
    const errors = lines.filter((line) => line.includes('"reference":'));
    if (lost.length > 0) console.log(`Providers that did not answer:\n${lost.join("\n")}`);
    if (errors.length > 0) console.log(`Errors of the shop:\n${errors.join("\n")}`);
    await stack.close();
  };
}
