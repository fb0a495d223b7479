/**
 * Logs one line for each call and each run of a job: what it was, how it ended, and how many
 * milliseconds it took. `call` is the method and the route with the names of its parameters, never
 * their values, so the line contains nothing about a person.
 */
export function logWork(
  work: { call: string } | { job: string },
  outcome: string | number,
  ms: number,
): void {
  console.info(JSON.stringify({ ...work, outcome, ms }));
}
