import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "./vitest.config.ts";
const seed = Number(process.env["HF_SEED"] ?? 1);
class Random extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const key = (f: TestSpecification) => { let h = seed; for (const c of f.moduleId) h = (Math.imul(h, 31) + c.charCodeAt(0)) | 0; return Math.imul(h ^ (h >>> 13), 0x5bd1e995); };
    return files.toSorted((a, b) => key(a) - key(b));
  }
}
export default { ...config, test: { ...config.test, maxWorkers: Number(process.env["HF_WORKERS"] ?? 1), sequence: { sequencer: Random } } };
