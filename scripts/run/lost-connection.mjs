const TRIES = 5;

/**
 * Does work on a local database, again from its beginning when the connection is lost: on a busy
 * machine a pause between two calls lets it close under the next one. The work adds what is missing,
 * so it continues where it was.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function retryLostConnection(work) {
  for (let left = TRIES - 1; left > 0; left--)
    try {
      return await work();
    } catch (error) {
      if (!/fetch failed|other side closed/.test(String(error))) throw error;
    }
  return work();
}
