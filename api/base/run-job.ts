/**
 * Runs a job and logs its error by name, so that the other jobs go on. The next run tries again.
 */
export async function runJob(name: string, job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    console.error(
      JSON.stringify({
        jobFailed: name,
        error: error instanceof Error ? error.message : "unknown",
      }),
    );
  }
}
