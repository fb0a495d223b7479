/** The information pages, in the order of the header, the menus and the footer. */
export const informationEntries = [
  { href: "/guide", label: "راهنمای خرید" },
  { href: "/tutorials", label: "آموزش‌ها" },
  { href: "/contact-us", label: "تماس با ما" },
  { href: "/about-us", label: "دربارهٔ ما" },
] as const;
