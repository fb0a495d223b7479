import { type RawAnswer, sendTo } from "./raw-http.ts";

/**
 * The behaviour of a cache shared by several people. RFC 9111 says which answers may be stored
 * (section 3), for which requests (4.1) and for how long (4.2).
 */
export interface CacheHabits {
  /** False when the cache ignores `Vary` and uses one answer for every request. */
  obeysVary: boolean;
  /**
   * True when the cache stores each answer for a minute unless that is forbidden, even with
   * cookies.
   */
  isGreedy: boolean;
}

interface Kept extends RawAnswer {
  askedWith: Record<string, string>;
  freshUntil: number;
}

const GREEDY_SECONDS = 60;
/** Statuses that may be stored without an explicit lifetime (RFC 9110, section 15.1). */
const HEURISTIC = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];

export function createSharedCache(port: number, { obeysVary, isGreedy }: CacheHabits) {
  const kept = new Map<string, Kept[]>();
  let hits = 0;

  async function get(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const found = kept
      .get(path)
      ?.find((one) => one.freshUntil > Date.now() && (!obeysVary || fits(one, headers)));
    if (found) {
      hits += 1;
      return found;
    }
    const answer = await sendTo(port, path, { headers });
    const seconds = secondsToKeep(answer, isGreedy);
    if (seconds > 0) {
      const one = { ...answer, askedWith: headers, freshUntil: Date.now() + seconds * 1000 };
      kept.set(path, [...(kept.get(path) ?? []), one]);
    }
    return answer;
  }

  return {
    get,
    hits: () => hits,
    kept: () => [...kept.values()].flat(),
    paths: () => [...kept.keys()],
  };
}

function fits({ headers, askedWith }: Kept, asked: Record<string, string>): boolean {
  const vary = (headers.get("Vary") ?? "").split(",").map((name) => name.trim().toLowerCase());
  const value = (all: Record<string, string>, name: string) =>
    Object.entries(all).find(([other]) => other.toLowerCase() === name)?.[1];
  return vary.every((name) => name !== "*" && value(askedWith, name) === value(asked, name));
}

function secondsToKeep({ status, headers }: RawAnswer, isGreedy: boolean): number {
  const rules = new Map(
    (headers.get("Cache-Control") ?? "")
      .toLowerCase()
      .split(",")
      .map((rule): [string, string | undefined] => {
        const [name = "", value] = rule.trim().split("=");
        return [name, value];
      }),
  );
  if (rules.has("no-store") || rules.has("private")) return 0;
  if (isGreedy) return HEURISTIC.includes(status) || status === 302 ? GREEDY_SECONDS : 0;
  if (rules.has("no-cache")) return 0;
  const seconds = rules.get("s-maxage") ?? rules.get("max-age");
  return seconds === undefined ? 0 : Number(seconds);
}
