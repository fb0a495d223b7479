import { logError } from "./log-error.ts";

/**
 * Runs a job and logs its error by name, so that the other jobs go on. The next run tries again.
 */
export async function runJob(name: string, job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    logError({ jobFailed: name }, error);
  }
}
