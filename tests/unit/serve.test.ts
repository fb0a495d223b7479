import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFolder, checkPort, lookOutside } from "../../scripts/serve/checks.mjs";
import { MINUTE } from "../support/time.ts";

/** Checks of `npm run serve` before the shop starts. tests/torture/serve.test.ts starts it. */

/** A provider whose clock differs from ours by so many milliseconds. */
async function provider(offMs: number) {
  const server = createServer((_, response) => {
    response.setHeader("Date", new Date(Date.now() + offMs).toUTCString());
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each([
  ["is right", 0, []],
  ["differs by less than a minute", -50_000, []],
  ["is slow", 5 * MINUTE, [expect.stringMatching(/clock .* is (?:300|299) seconds slow/)]],
  ["is fast", -5 * MINUTE, [expect.stringMatching(/clock .* is 30[01] seconds fast/)]],
])("a clock that %s is told by the gateway", async (_, offMs, sentences) => {
  const gateway = await provider(offMs);
  expect(await lookOutside({ "The gateway": gateway.origin })).toEqual(sentences);
  gateway.close();
});

test("a provider that cannot be reached is told, and is no reason to stop", async () => {
  const gone = await provider(0);
  gone.close();
  expect(await lookOutside({ "The SMS provider": gone.origin })).toEqual([
    `The SMS provider cannot be reached at ${gone.origin} (ECONNREFUSED).`,
  ]);
});

test("a port is refused that is in use, or at an address of another machine", async () => {
  const taken = await provider(0);
  const address = "127.0.0.1";
  await expect(checkPort({ address, port: taken.port })).rejects.toThrow("is in use by another");
  taken.close();
  await expect(checkPort({ address: "192.0.2.1", port: 8080 })).rejects.toThrow(
    "does not have the address 192.0.2.1",
  );
});

test("a folder is refused that cannot be made, or that has no space for a new shop", () => {
  const folder = mkdtempSync(join(tmpdir(), "armaghan-checks-"));
  const free_megabytes = 100_000_000;
  expect(() => checkFolder("/proc/shop", { isNew: true, free_megabytes })).toThrow(
    "The folder /proc/shop cannot be used",
  );
  expect(() => checkFolder(folder, { isNew: true, free_megabytes })).toThrow("MB are free in");
  expect(() => checkFolder(folder, { isNew: false, free_megabytes })).not.toThrow();
  rmSync(folder, { recursive: true });
});
