import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const MEMORY_MIN_BYTES = 2 * 1024 ** 3;

/**
 * Gives a runner a folder in memory for its temporary files, if the machine has one that is large
 * enough: databases of tests need not survive a crash, and writing them to the disk took a sixth of
 * the time.
 */
export async function withMemoryFolder(run) {
  if (!isMemoryLarge()) return run({});
  const folder = mkdtempSync(join(MEMORY, "armaghan-tests-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  try {
    return await run({ TMPDIR: folder });
  } finally {
    process.removeListener("exit", remove);
    remove();
  }
}

function isMemoryLarge() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN_BYTES;
}
