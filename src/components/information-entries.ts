/** The pages that tell rather than sell, in the order of header, menus and footer. */
export const informationEntries = [
  { href: "/guide", label: "راهنمای خرید" },
  { href: "/tutorials", label: "آموزش‌ها" },
  { href: "/contact-us", label: "تماس با ما" },
  { href: "/about-us", label: "دربارهٔ ما" },
] as const;
