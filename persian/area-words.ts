/** Persian names of the desk's areas, in the order of the screens. */
export const AREA_NAMES = {
  goods: "کالا و قیمت",
  codes: "انبار کد و تأمین‌کننده",
  tickets: "سفارش‌ها و تیکت‌ها",
  papers: "مدارک و کارت‌ها",
  people: "اشخاص",
  money: "پول",
  figures: "آمار و سود",
  log: "دفتر رویدادها",
  settings: "تنظیمات",
} as const;

/** Names areas in one line: «پول، دفتر رویدادها». */
export const areaWords = (areas: readonly string[]): string =>
  areas.map((area) => AREA_NAMES[area as keyof typeof AREA_NAMES] ?? area).join("، ");
