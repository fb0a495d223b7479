import type { DeskSupplierOrder, getSupply } from "../../contract/desk/supply.ts";
import type { AnswerOf } from "../../contract/request.ts";

const BEFORE = new Date(Date.now() - 4 * 60_000).toISOString();

export const sampleSupply: AnswerOf<typeof getSupply> = {
  suppliers: [
    {
      name: "reloadly",
      isConfigured: true,
      currency: "USD",
      rate: 102_500,
      followsRate: false,
      ceilingDay: 500_000_000,
      committedToday: 184_500_000,
      underWay: 5_250_000,
      balance: "412.87",
      balanceAt: BEFORE,
      lowBalance: "500",
      isLow: true,
    },
  ],
  products: [
    {
      productId: "playstation-25",
      productName: "گیفت کارت پلی‌استیشن ۲۵ دلاری آمریکا",
      source: "both",
      supplier: "reloadly",
      sku: "120",
      face: "25",
      faceCurrency: "USD",
      ceilingCode: 2_700_000,
      ceilingDay: 54_000_000,
      shelf: 3,
      available: 10,
    },
    {
      productId: "amazon-50",
      productName: "گیفت کارت آمازون ۵۰ دلاری آمریکا",
      source: "supplier",
      supplier: "reloadly",
      sku: "121",
      face: "50",
      faceCurrency: "USD",
      ceilingCode: 5_250_000,
      ceilingDay: null,
      shelf: 0,
      available: 0,
    },
  ],
};

const order: DeskSupplierOrder = {
  ref: "6f1b8a60-6a0e-4d7e-9a52-5d5c0c3a9d11",
  orderItemId: "item-1",
  orderId: "order-1",
  orderNumber: "1000017",
  productName: "گیفت کارت پلی‌استیشن ۲۵ دلاری آمریکا",
  quantity: 2,
  supplier: "reloadly",
  state: "review",
  reason: "several",
  remoteId: null,
  cost: null,
  costCurrency: null,
  rate: 102_500,
  unitCost: null,
  waitsFor: null,
  canAskAgain: true,
  createdAt: BEFORE,
};

export const sampleSupplierOrders: readonly DeskSupplierOrder[] = [
  order,
  {
    ...order,
    ref: "0a7a1c1e-5e50-4f39-8b86-7f6a7c1f2e22",
    state: "working",
    reason: null,
    remoteId: "77120",
    cost: "50.00000",
    costCurrency: "USD",
    unitCost: 2_562_500,
  },
  {
    ...order,
    ref: "f1d2d2f9-24e9-4f1e-8d3a-9f0d5a1b3c33",
    quantity: 1,
    state: "done",
    reason: null,
    remoteId: "77101",
    cost: "25.00000",
    costCurrency: "USD",
    unitCost: 2_562_500,
    waitsFor: null,
    canAskAgain: false,
  },
];
