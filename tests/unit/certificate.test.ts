import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Server, createServer } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/run/port.mjs";
import { endOfCertificate } from "../../scripts/serve/certificate.mjs";

/** The certificate that visitors of a server of one's own get. */

const DAYS = 7;
const DAY_MS = 86_400_000;
let folder = "";
let server: Server | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "armaghan-certificate-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const made = spawnSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=giftshop.ir -days ${String(DAYS)} -keyout ${key} -out ${certificate}`.split(
      " ",
    ),
  );
  // Not every machine has openssl; Node makes no certificates.
  if (made.status !== 0) return;
  const own = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) =>
    socket.end(),
  );
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  server = own;
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

test("its end is read, though nobody vouches for it", async ({ skip }) => {
  if (server === null) return skip();
  const { port } = server.address() as AddressInfo;
  const end = await endOfCertificate({ host: "127.0.0.1", port, servername: "giftshop.ir" });
  expect(((end ?? 0) - Date.now()) / DAY_MS).toBeCloseTo(DAYS, 1);
});

test("nobody answers", async () => {
  const port = await freePort();
  expect(await endOfCertificate({ host: "127.0.0.1", port, servername: "x" })).toBeNull();
});
