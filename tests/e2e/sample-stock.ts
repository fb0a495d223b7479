import type { CodeImport, getImport } from "../../contract/desk/import.ts";
import type { CodeBatch, StockProduct, getStock } from "../../contract/desk/stock.ts";
import type { AnswerOf } from "../../contract/request.ts";

/** Answers of the desk about stock, for tests of its screens. */

const AT = "2026-11-20T10:30:00.000Z";

const product: StockProduct = {
  id: "sample",
  name: "آیتونز ۵۰ دلاری آمریکا",
  region: "آمریکا",
  price: 5_770_000,
  isActive: true,
  free: 0,
  held: 2,
  sold: 564,
  recalled: 14,
  known: 0,
  bad: 12,
  sold30: 261,
  coverDays: 0,
  threshold: 30,
  isOwnThreshold: true,
  lowSince: AT,
  waiting: 34,
};
export const sampleStock = {
  products: [
    product,
    { ...product, id: "play", name: "گوگل پلی ۲۵ دلاری", free: 9, coverDays: 3.2, recalled: 0 },
    { ...product, id: "steam", name: "استیم ۱۰ دلاری", free: 412, coverDays: 47, lowSince: null },
    { ...product, id: "xbox", name: "ایکس‌باکس", free: 3, sold30: 0, coverDays: null, bad: 0 },
  ],
  suppliers: [
    { name: "مرکز کارت آنکارا", batches: 12, sold: 1_840, bad: 97 },
    { name: "پخش دیجیتال کیش", batches: 30, sold: 9_100, bad: 21 },
  ],
};

const batch: CodeBatch = {
  id: "batch-1",
  supplier: "مرکز کارت آنکارا",
  invoice: "K-40519",
  unitCost: 5_175_000,
  dollar: 103_500,
  createdAt: AT,
  recalledAt: AT,
  recallReason: "ده کد پشت سر هم کار نکرد",
  free: 0,
  held: 2,
  sold: 144,
  recalled: 14,
  known: 6,
  bad: 10,
};
const days = Array.from({ length: 30 }, (_, at) => ({
  day: `1405-08-${String(at + 1).padStart(2, "0")}`,
  sold: (at * 7) % 19,
}));
export const sampleShelf: AnswerOf<typeof getStock> = {
  product,
  batches: [
    batch,
    { ...batch, id: "batch-2", recalledAt: null, recallReason: null, recalled: 0, sold: 240 },
    { ...batch, id: "batch-3", supplier: null, invoice: null, dollar: null, bad: 0, free: 40 },
  ],
  nextCursor: null,
  days,
};

export const sampleImport: CodeImport = {
  id: "import-1",
  productId: "sample",
  productName: product.name,
  fileName: "itunes-us-50.csv",
  state: "open",
  by: "raha",
  lines: 240,
  sent: 240,
  headerRows: 1,
  batchId: null,
  requested: 0,
  added: 0,
  left: 240,
  createdAt: AT,
};
export const sampleLook: AnswerOf<typeof getImport> = {
  import: sampleImport,
  found: { new: 212, unusual: 3, shelf: 10, sold: 1, twice: 6, refused: 8 },
  doubts: { first: 0, shape: 2, zeros: 1, check: 0, rounded: 0, alike: 0, hidden: 0, unlike: 0 },
  rows: [
    {
      line: 18,
      finding: "sold",
      doubt: null,
      lastFour: "9PZ2",
      why: "پیش‌تر فروخته‌ایم، سفارش ۵۷۹۰۳۱۴",
      orderId: "order-1",
    },
    {
      line: 17,
      finding: "shelf",
      doubt: null,
      lastFour: "82WN",
      why: "در انبار است، بستهٔ ۱۱ آبان ۱۴۰۵ از مرکز کارت آنکارا، فراخوانده",
      orderId: null,
    },
    {
      line: 64,
      finding: "unusual",
      doubt: "shape",
      lastFour: "27TR",
      why: "۱۵ کاراکتر دارد؛ کدهای این کالا ۱۶ کاراکتری‌اند",
      orderId: null,
    },
    {
      line: 70,
      finding: "refused",
      doubt: null,
      lastFour: null,
      why: "این سطر خالی است",
      orderId: null,
    },
    { line: 71, finding: "new", doubt: null, lastFour: "K2LM", why: "", orderId: null },
  ],
  nextAfter: 71,
};
