import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../scripts/run/port.mjs";

test("a free port is below those of outgoing connections, new each time, and not in use", async () => {
  const first = await freePort();
  const server = createServer();
  await new Promise<void>((done) => server.listen(first + 1, "127.0.0.1", done));
  const second = await freePort();
  server.close();
  expect(first).toBeLessThan(32_768);
  expect([first, first + 1]).not.toContain(second);
});
