/**
 * The banks by the first digits of their cards, as assigned by Iran's Shetab network. Merged banks
 * are listed under the bank that took over their cards: Ansar, Ghavamin, Hekmat, Kosar and Mehr
 * Eghtesad under Sepah, Ayandeh under Melli. Source: the BIN table of persian-tools, checked
 * against other tables.
 */
const PREFIXES_BY_BANK: Record<string, readonly string[]> = {
  "بانک مرکزی": ["636795", "636797"],
  "بانک ملی ایران": ["603799", "170019", "636214"],
  "بانک صادرات ایران": ["603769", "903769"],
  "بانک ملت": ["610433", "991975"],
  "بانک تجارت": ["585983", "627353"],
  "بانک سپه": ["589210", "627381", "639599", "636949", "505801", "639370"],
  "بانک رفاه کارگران": ["589463"],
  "بانک کشاورزی": ["603770", "639217"],
  "بانک مسکن": ["628023"],
  "بانک صنعت و معدن": ["627961"],
  "بانک توسعه صادرات": ["627648", "207177"],
  "بانک توسعه تعاون": ["502908"],
  "پست بانک": ["627760"],
  "بانک پارسیان": ["622106", "627884", "639194"],
  "بانک پاسارگاد": ["502229", "639347"],
  "بانک سامان": ["621986"],
  // A brand of Saman with its own cards.
  بلوبانک: ["62198619"],
  "بانک اقتصاد نوین": ["627412"],
  "بانک کارآفرین": ["627488", "502910"],
  "بانک سینا": ["639346"],
  "بانک سرمایه": ["639607"],
  "بانک شهر": ["502806", "504706"],
  "بانک گردشگری": ["505416", "505426"],
  "بانک ایران زمین": ["505785"],
  "بانک دی": ["502938"],
  "بانک خاورمیانه": ["585947", "505809"],
  "بانک قرض‌الحسنه مهر ایران": ["606373"],
  "بانک قرض‌الحسنه رسالت": ["504172"],
  "بانک ایران-ونزوئلا": ["581874"],
  "مؤسسه اعتباری ملل": ["606256"],
  "مؤسسه اعتباری نور": ["507677"],
  "مؤسسه اعتباری توسعه": ["628157"],
};

const BANK_BY_PREFIX = new Map(
  Object.entries(PREFIXES_BY_BANK).flatMap(([bank, prefixes]) =>
    prefixes.map((prefix) => [prefix, bank] as const),
  ),
);

/**
 * Returns the current name of the bank that issued a card, given its number in Latin digits; empty
 * for an unknown bank.
 */
export function bankOfCard(digits: string): string {
  return BANK_BY_PREFIX.get(digits.slice(0, 8)) ?? BANK_BY_PREFIX.get(digits.slice(0, 6)) ?? "";
}
