/** What fails in one job keeps no other waiting: it is logged by its name, and the next run tries again. */
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
