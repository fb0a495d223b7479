import { expect, test } from "vitest";
import { retryLostConnection } from "../../scripts/run/lost-connection.mjs";

/** Work that fails so many times, with this message, before it succeeds. */
function failing(times: number, message: string) {
  const work = { tries: 0 };
  return {
    work,
    run: () =>
      retryLostConnection(() => {
        work.tries++;
        return work.tries <= times ? Promise.reject(new Error(message)) : Promise.resolve("done");
      }),
  };
}

test("work goes on when its connection to the local database was lost", async () => {
  for (const message of ["Updating the database failed:\nother side closed", "fetch failed"]) {
    const { work, run } = failing(4, message);
    await expect(run()).resolves.toBe("done");
    expect(work.tries).toBe(5);
  }
});

test("work ends after five lost connections, and at once with any other error", async () => {
  const lost = failing(9, "other side closed");
  await expect(lost.run()).rejects.toThrow("other side closed");
  expect(lost.work.tries).toBe(5);
  const broken = failing(9, "near SELEKT: syntax error");
  await expect(broken.run()).rejects.toThrow("SELEKT");
  expect(broken.work.tries).toBe(1);
});
