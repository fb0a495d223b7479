import { toPersianDigits } from "../../persian/digits.ts";
import type { Occasion } from "../../persian/occasions.ts";

/**
 * The words of the front page for the next occasion, or for a birthday when no occasion is near.
 */
export interface HeroWords {
  look: "yalda" | "nowruz" | "birthday";
  /**
   * The hue of the background (`front.css`) in degrees of oklch. The card with the most different
   * hue is shown on it.
   */
  hue: number;
  when: string;
  heading: string;
}

export function findHeroWords(occasion: Occasion | null): HeroWords {
  if (!occasion)
    return {
      look: "birthday",
      hue: 265,
      when: "برای تولدی که از راه می‌رسد",
      heading: "هدیه‌ای که منتظر پست نمی‌ماند",
    };
  const { name, daysLeft } = occasion;
  const days = `${toPersianDigits(daysLeft)} روز تا`;
  return name === "yalda"
    ? {
        look: name,
        hue: 12,
        when: daysLeft === 0 ? "امشب شب یلداست" : `${days} شب یلدا`,
        heading: "هدیه‌ای برای بلندترین شب سال",
      }
    : {
        look: name,
        hue: 165,
        when: daysLeft === 0 ? "نوروزتان پیروز" : `${days} نوروز`,
        heading: "عیدی امسال، یک کد و یک دنیا بازی",
      };
}
