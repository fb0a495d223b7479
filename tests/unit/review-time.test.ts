import { describe, expect, it } from "vitest";
import {
  answerTime,
  minutesLeft,
  promiseAfter,
  promiseBefore,
  reviewOf,
} from "../../persian/review-time.ts";

/** Returns a time of 23 November 2026 in Tehran, in milliseconds. */
const at = (time: string) => Date.parse(`2026-11-23T${time}:00+03:30`);
const nextNight = Date.parse("2026-11-24T00:10:00+03:30");

describe("papers that are sent", () => {
  it.each([
    ["13:27", "13:27", "13:57", "تا ۱۳:۵۷"],
    ["08:00", "08:00", "08:30", "تا ۰۸:۳۰"],
    ["07:59", "08:00", "08:30", "از ۸ صبح"],
    ["00:00", "08:00", "08:30", "از ۸ صبح"],
    ["02:10", "08:00", "08:30", "از ۸ صبح"],
  ])("at %s are looked at from %s and answered until %s: «%s»", (sent, starts, ends, words) => {
    expect(reviewOf(at(sent))).toEqual({ startsAt: at(starts), endsAt: at(ends) });
    expect(answerTime(at(sent))).toBe(words);
  });

  it("just before midnight are promised an answer after midnight", () => {
    expect(reviewOf(at("23:40")).endsAt).toBe(nextNight);
    expect(answerTime(at("23:40"))).toBe("تا ۰۰:۱۰");
  });

  it("have a promise counted from now before they are sent, and from the time of sending afterwards", () => {
    expect(promiseBefore(at("13:27"))).toBe("اگر الان بفرستید، تا ۱۳:۵۷ پاسخ می‌دهیم.");
    expect(promiseBefore(at("02:10"))).toBe("الان ۰۲:۱۰ است؛ از ۸ صبح بررسی می‌شود.");
    expect(promiseAfter(at("13:27"), at("13:41"))).toBe(
      "ساعت ۱۳:۲۷ فرستادید. تا ۱۳:۵۷ پاسخ می‌دهیم.",
    );
    expect(promiseAfter(at("02:10"), at("03:00"))).toBe(
      "ساعت ۰۲:۱۰ فرستادید. از ۸ صبح بررسی می‌شود.",
    );
    expect(promiseAfter(at("02:10"), at("08:05"))).toBe(
      "ساعت ۰۲:۱۰ فرستادید. تا ۰۸:۳۰ پاسخ می‌دهیم.",
    );
    expect(promiseAfter(at("13:27"), at("13:57"))).toContain("بیش از معمول");
  });

  it("count down only during the promised minutes", () => {
    expect(minutesLeft(at("13:27"), at("13:41"))).toBe(16);
    expect(minutesLeft(at("02:10"), at("03:00"))).toBeNull();
    expect(minutesLeft(at("02:10"), at("08:00"))).toBe(30);
    expect(minutesLeft(at("13:27"), at("13:57"))).toBeNull();
  });
});
