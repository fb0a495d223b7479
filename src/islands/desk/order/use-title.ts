import { useEffect } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";

/** Names the page, and the bar above it, by the number of its order. */
export function useTitle(number: string): void {
  useEffect(() => {
    const title = `سفارش ${toPersianDigits(number)}`;
    document.title = document.title.replace(/^[^·]*/, `${title} `);
    const heading = document.querySelector(".desk-top h1");
    if (heading) heading.textContent = title;
  }, [number]);
}
