import { expect, test } from "vitest";
import { getConsequences } from "../../../contract/desk/consequences.ts";
import { decideBankCard, getDeskBankCard } from "../../../contract/desk/bank-card.ts";
import { exportDecisions } from "../../../contract/desk/decision.ts";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import {
  beginDelivery,
  deliver,
  getDeskItem,
  readAnswers,
} from "../../../contract/desk/delivery.ts";
import {
  changeCategory,
  changeSubcategory,
  getDeskCatalogue,
  makeCategory,
  makeSubcategory,
  orderGoods,
  showGoods,
} from "../../../contract/desk/catalogue.ts";
import { importCatalogue, previewCatalogue } from "../../../contract/desk/catalogue-file.ts";
import {
  changeManualStock,
  changePrice,
  changeProduct,
  changeQuestions,
  getDeskProduct,
  makeProduct,
} from "../../../contract/desk/product.ts";
import { closeShop, getClosure, openShop } from "../../../contract/desk/closure.ts";
import { closeDay } from "../../../contract/desk/closing.ts";
import { getFiguresFile } from "../../../contract/desk/figures.ts";
import {
  exportDiscountSeries,
  makeDiscountCode,
  makeDiscountSeries,
  setDiscountActive,
  previewDiscountSeries,
} from "../../../contract/desk/discount-code.ts";
import { decideEarning } from "../../../contract/desk/earning.ts";
import type { DeskEndpoint } from "../../../contract/desk/endpoint.ts";
import { deskOperations } from "../../../contract/desk/endpoints.ts";
import {
  freeze,
  releaseFreeze,
  revokeBankCard,
  revokeIdentity,
} from "../../../contract/desk/freeze.ts";
import { find } from "../../../contract/desk/find.ts";
import { decideIdentityRequest, getDeskIdentityRequest } from "../../../contract/desk/identity.ts";
import { addImport, dropImport, correctLines, openImport } from "../../../contract/desk/import.ts";
import { decideLook } from "../../../contract/desk/look.ts";
import { sendMessagesAgain } from "../../../contract/desk/message.ts";
import {
  changeEmail,
  changeRole,
  endOperator,
  inviteAgain,
  inviteOperator,
} from "../../../contract/desk/operator.ts";
import { endToken, makeToken } from "../../../contract/desk/token.ts";
import { decideNameRequest } from "../../../contract/desk/name-request.ts";
import { exportOrders, getDeskOrder, noteOnOrder } from "../../../contract/desk/order.ts";
import { adoptPayment, checkPayment } from "../../../contract/desk/payment.ts";
import {
  addPasskey,
  endPasskey,
  listPasskeys,
  provePasskey,
  startPasskey,
  startProof,
} from "../../../contract/desk/passkey.ts";
import {
  getPayout,
  getPayoutFile,
  makePayout,
  previewPayout,
  readPayoutAnswer,
  settlePayout,
} from "../../../contract/desk/payout.ts";
import {
  changePreparedAnswer,
  deletePreparedAnswer,
  makePreparedAnswer,
} from "../../../contract/desk/prepared-answer.ts";
import { removeHelpPicture, removePicture } from "../../../contract/desk/picture.ts";
import { decideProposal, hearProposal } from "../../../contract/desk/proposal.ts";
import { bringBack, getQueuePane, getQueuedCard, setAside } from "../../../contract/desk/queue.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { endReview } from "../../../contract/desk/review.ts";
import { leaveDesk, makeLink } from "../../../contract/desk/session.ts";
import {
  exportBatch,
  recallBatch,
  restoreBatch,
  setThreshold,
} from "../../../contract/desk/stock.ts";
import {
  cancelPricePlan,
  followRates,
  previewPrices,
  publishPrices,
  setPriceRule,
} from "../../../contract/desk/price.ts";
import { confirmRate, letPricesFollow, listRates, setRate } from "../../../contract/desk/rate.ts";
import {
  endAlertChannel,
  makeAlertChannel,
  tryAlertChannel,
} from "../../../contract/desk/alert.ts";
import { askSupplierAgain, setProductSupply, setSupplier } from "../../../contract/desk/supply.ts";
import { answerTicket, getDeskTicket, moveTicket } from "../../../contract/desk/ticket.ts";
import { getImageLink } from "../../../contract/desk/upload.ts";
import {
  exportPerson,
  findPerson,
  forgetPerson,
  getPerson,
  notePerson,
  signPersonOut,
} from "../../../contract/desk/user.ts";
import {
  decideWithdrawal,
  getDeskWithdrawal,
  holdWithdrawal,
} from "../../../contract/desk/withdrawal.ts";
import { PICTURES, type PictureUse } from "../../../contract/picture-sizes.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { tehranDay, writePersian } from "../../../persian/calendar.ts";
import { type Authenticator, createAuthenticator } from "../../support/authenticator.ts";
import { paymentInReview } from "../../support/busy-shop.ts";
import { jpeg, png } from "../../support/images.ts";
import { BOUGHT, bring, newBatch, newCodes } from "../../support/import.ts";
import { type TestOperator, linesOf, newOperator, endPasskeys } from "../../support/operator.ts";
import { upload } from "../../support/upload.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { waitingThings } from "../../support/waiting-things.ts";
import { heldOrder } from "../../torture/guards/look.ts";

/** Each call of the desk leaves a line in the log, of the kind that the contract names. */

const shop = useSharedShop();

const things = waitingThings(shop);
const {
  pendingCard,
  request,
  withdrawal,
  ticket,
  item,
  stray,
  colleague,
  raise,
  heldIncome,
  openPayment,
} = things;
const requested = async () => ({
  withdrawalIds: [await withdrawal()],
  format: "card_list" as const,
});
const payout = async () => {
  const body = await requested();
  const { id } = (await shop.desk(makePayout, { body })).body.payout;
  return { id, withdrawalId: body.withdrawalIds[0] ?? "" };
};
const reason = "دلیل آن نوشته شد";
let names = 0;
const discount = {
  type: "percentage",
  value: 10,
  maxDiscount: null,
  minPurchase: null,
  usesMax: null,
  until: null,
} as const;
const newDiscount = () => ({ ...discount, code: `TRACED${String(++names)}`, phone: null });
const newSeries = () => ({ ...discount, prefix: "TRACED", count: 2 });
const newAnswer = () => ({ title: `پاسخ ${String(++names)}`, text: "سلام {نام} عزیز" });
const prepared = async () =>
  (await shop.desk(makePreparedAnswer, { body: newAnswer() })).body.preparedAnswer;

/** Makes hidden goods, since tests of other files list the visible ones. */
const newCategory = () => {
  const type = `traced-${String(++names)}`;
  return { type, displayName: `دستهٔ ${type}`, isShown: false };
};
const category = async () => (await shop.desk(makeCategory, { body: newCategory() })).body.id;
const subcategoryFacts = {
  latinName: "Traced",
  hue: 9,
  tagline: "برای آزمودن است.",
  regionNotice: "جهانی است.",
  redeemUrl: null,
  redeemSteps: [],
  tutorial: null,
  words: [],
};
const newSubcategory = (type: string) => {
  const urlName = `traced-sub-${String(++names)}`;
  return { ...subcategoryFacts, type, urlName, displayName: urlName, isShown: false };
};
const subcategory = async () => {
  const body = newSubcategory(await category());
  return (await shop.desk(makeSubcategory, { body })).body.id;
};
const productFacts = {
  name: "کارت ردپا",
  region: "جهانی",
  denomination: "$1",
  deliveryType: "manual",
  unitCost: 0,
} as const;
const prices = { price: 100_000, priceAfterDiscount: null, reward: 0 };
const newProductIn = (subcategoryId: string) => ({
  ...productFacts,
  ...prices,
  subcategoryId,
  stock: 1,
});
const product = async () =>
  (await shop.desk(makeProduct, { body: newProductIn(await subcategory()) })).body.id;
const versionOf = async (id: string) => {
  const { categories } = (await shop.desk(getDeskCatalogue)).body;
  const all = [...categories, ...categories.flatMap(({ subcategories }) => subcategories)];
  return all.find((one) => ("id" in one ? one.id : one.type) === id)?.version ?? "";
};
const artVersionOf = async (id: string) =>
  (await shop.desk(getDeskCatalogue)).body.categories
    .flatMap(({ subcategories }) => subcategories)
    .find((one) => one.id === id)?.artVersion ?? "";
/** Makes a product that asks for an e-mail address; returns the version of its help pictures. */
const asking = async () => {
  const id = await product();
  const pageOf = async () => (await shop.desk(getDeskProduct, { params: { id } })).body.product;
  const questions = [{ id: "email", kind: "email" as const, label: "ایمیل" }];
  const { questionsVersion: version } = await pageOf();
  await shop.desk(changeQuestions, { params: { id }, body: { questions, version } });
  const path = `products/${id}/questions/email/picture?alt=profile&version=`;
  return { id, path, versionOf: async () => (await pageOf()).helpVersion };
};
/** Sends pictures to a path of the desk that contains their version. */
const sendPictures = async (
  { token = "", network }: { token?: string; network?: string },
  path: string,
  uses: readonly PictureUse[],
) => {
  const form = new FormData();
  for (const use of uses) form.set(use, new Blob([jpeg(PICTURES[use])]));
  const answer = await fetch(`${shop.stack.url}/desk/v1/${path}`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${token}`,
      ...(network !== undefined && { "X-Client-Address": network }),
    },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const newFile = () => {
  const { type, displayName } = newCategory();
  return { categories: [{ type, displayName, subcategories: [] }] };
};
const batch = async () => newBatch(shop, await shop.newProduct({ stock: 0 }), newCodes(1));

const euro = { currency: "EUR" };
const euroBody = async () => {
  const { rates } = (await shop.desk(listRates)).body;
  const version = rates.find(({ currency }) => currency === "EUR")?.version ?? 0;
  return { source: "hand" as const, toman: 125_000, isSure: true, version };
};
const setEuro = async () => shop.desk(setRate, { params: euro, body: await euroBody() });
const euroRule = { currency: "EUR", faceCents: 1_000, marginBasisPoints: 0 } as const;
/** Prepares the publication of a price that follows the euro. */
const publication = async () => {
  await setEuro();
  const id = await shop.newProduct({ priceToman: 1_300_000 });
  await shop.desk(setPriceRule, { params: { id }, body: { rule: euroRule } });
  const { fingerprint } = (await shop.desk(previewPrices, { body: {} })).body;
  return { fingerprint, productIds: [id], sureIds: [id] };
};
const newChannel = () => ({
  kind: "bot" as const,
  address: String(700_000 + ++names),
  wants: "all" as const,
});
const closureId = async () => (await shop.desk(getClosure)).body.closure?.id ?? "";
const alertChannel = async () =>
  (await shop.desk(makeAlertChannel, { body: newChannel() })).body.id;

/** Functions that decide or open a thing. Only the last request of each may leave a line. */
const deeds: Record<string, (by: TestOperator) => Promise<{ status: number }>> = {
  getDeskBankCard: async ({ ask }) => ask(getDeskBankCard, { params: { id: await pendingCard() } }),
  decideBankCard: async ({ ask }) =>
    ask(decideBankCard, {
      params: { id: await pendingCard() },
      body: { status: "rejected", rejectionReason: reason },
    }),
  hearProposal: async ({ ask, name }) => {
    const id = await raise();
    await shop.sql("UPDATE proposal SET asked_by = ?2 WHERE id = ?1", id, name);
    return ask(hearProposal, { params: { id } });
  },
  getQueuedCard: async ({ ask }) =>
    ask(getQueuedCard, { params: { kind: "identity", id: await request() } }),
  getDeskIdentityRequest: async ({ ask }) =>
    ask(getDeskIdentityRequest, { params: { id: await request() } }),
  decideIdentityRequest: async ({ ask }) =>
    ask(decideIdentityRequest, {
      params: { id: await request() },
      body: { status: "rejected", rejectionReason: reason },
    }),
  makeCategory: ({ ask }) => ask(makeCategory, { body: newCategory() }),
  changeCategory: async ({ ask }) => {
    const type = await category();
    const version = await versionOf(type);
    return ask(changeCategory, { params: { type }, body: { displayName: "نام تازه", version } });
  },
  makeSubcategory: async ({ ask }) =>
    ask(makeSubcategory, { body: newSubcategory(await category()) }),
  changeSubcategory: async ({ ask }) => {
    const id = await subcategory();
    const version = await versionOf(id);
    const body = { ...subcategoryFacts, displayName: "نام تازه", version };
    return ask(changeSubcategory, { params: { id }, body });
  },
  makeProduct: async ({ ask }) => ask(makeProduct, { body: newProductIn(await subcategory()) }),
  getDeskProduct: async ({ ask }) => ask(getDeskProduct, { params: { id: await product() } }),
  changeProduct: async ({ ask }) => {
    const id = await product();
    const { version } = (await shop.desk(getDeskProduct, { params: { id } })).body.product;
    return ask(changeProduct, {
      params: { id },
      body: { ...productFacts, name: "نام تازه", version },
    });
  },
  changeQuestions: async ({ ask }) => {
    const id = await product();
    const { questionsVersion: version } = (await shop.desk(getDeskProduct, { params: { id } })).body
      .product;
    const questions = [{ id: "email", kind: "email" as const, label: "ایمیل" }];
    return ask(changeQuestions, { params: { id }, body: { questions, version } });
  },
  changePrice: async ({ ask }) =>
    ask(changePrice, {
      params: { id: await product() },
      body: { ...prices, price: 110_000, reason, seen: prices },
    }),
  changeManualStock: async ({ ask }) =>
    ask(changeManualStock, { params: { id: await product() }, body: { stock: 5, seen: 1 } }),
  showGoods: async ({ ask }) =>
    ask(showGoods, { body: { kind: "product", id: await product(), isShown: false } }),
  orderGoods: async ({ ask }) => {
    const within = await category();
    const { id } = (await shop.desk(makeSubcategory, { body: newSubcategory(within) })).body;
    return ask(orderGoods, { body: { kind: "subcategory", within, ids: [id] } });
  },
  previewCatalogue: ({ ask }) => ask(previewCatalogue, { body: { catalogue: newFile() } }),
  importCatalogue: async ({ ask }) => {
    const catalogue = newFile();
    const { fingerprint } = (await shop.desk(previewCatalogue, { body: { catalogue } })).body;
    return ask(importCatalogue, { body: { catalogue, fingerprint } });
  },
  replaceCode: async ({ ask }) =>
    ask(replaceCode, { params: { codeId: (await item("instant")).code }, body: { reason } }),
  getDeskOrder: async ({ ask }) =>
    ask(getDeskOrder, { params: { id: (await item("manual")).order } }),
  noteOnOrder: async ({ ask }) =>
    ask(noteOnOrder, { params: { id: (await item("manual")).order }, body: { note: reason } }),
  exportOrders: ({ ask }) => ask(exportOrders, { body: { state: "paid" } }),
  setRate: async ({ ask }) => ask(setRate, { params: euro, body: await euroBody() }),
  confirmRate: async ({ ask }) => {
    await setEuro();
    await shop.sql("UPDATE rate SET held_toman = 126000, held_at = 1 WHERE currency = 'EUR'");
    return ask(confirmRate, { params: euro, body: { toman: 126_000 } });
  },
  letPricesFollow: async ({ ask }) => {
    const { version } = await euroBody();
    return ask(letPricesFollow, { params: euro, body: { isAutomatic: false, version } });
  },
  followRates: async ({ ask }) => {
    await setEuro();
    return ask(followRates, { body: { currency: "EUR" } });
  },
  setPriceRule: async ({ ask }) =>
    ask(setPriceRule, { params: { id: await shop.newProduct() }, body: { rule: euroRule } }),
  publishPrices: async ({ ask }) => ask(publishPrices, { body: await publication() }),
  cancelPricePlan: async ({ ask }) => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const planned = await shop.desk(publishPrices, { body: { ...(await publication()), at } });
    return ask(cancelPricePlan, { params: { id: planned.body.planId ?? "" } });
  },
  closeShop: async ({ ask }) => {
    const answer = await ask(closeShop, { body: { reason: "تعطیل است.", reopensAt: null } });
    await shop.desk(openShop, { params: { id: await closureId() } });
    return answer;
  },
  openShop: async ({ ask }) => {
    await shop.desk(closeShop, { body: { reason: "تعطیل است.", reopensAt: null } });
    return ask(openShop, { params: { id: await closureId() } });
  },
  makeAlertChannel: ({ ask }) => ask(makeAlertChannel, { body: newChannel() }),
  tryAlertChannel: async ({ ask }) =>
    ask(tryAlertChannel, { params: { id: await alertChannel() } }),
  endAlertChannel: async ({ ask }) =>
    ask(endAlertChannel, { params: { id: await alertChannel() } }),
  setPicture: async (caller) => {
    const id = await subcategory();
    return sendPictures(caller, `subcategories/${id}/picture?version=${await versionOf(id)}`, [
      "card",
      "small",
    ]);
  },
  removePicture: async ({ ask }) => {
    const id = await subcategory();
    const path = `subcategories/${id}/picture?version=${await versionOf(id)}`;
    await sendPictures({ token: shop.deskToken }, path, ["card", "small"]);
    return ask(removePicture, { params: { id }, query: { version: await versionOf(id) } });
  },
  setSharePicture: async (caller) => {
    const id = await subcategory();
    return sendPictures(
      caller,
      `subcategories/${id}/share-picture?artVersion=${await artVersionOf(id)}`,
      ["share"],
    );
  },
  setHelpPicture: async (caller) => {
    const { path, versionOf } = await asking();
    return sendPictures(caller, path + (await versionOf()), ["help"]);
  },
  removeHelpPicture: async ({ ask }) => {
    const { id, path, versionOf } = await asking();
    await sendPictures({ token: shop.deskToken }, path + (await versionOf()), ["help"]);
    const params = { id, questionId: "email" };
    return ask(removeHelpPicture, { params, query: { version: await versionOf() } });
  },
  setSupplier: ({ ask }) =>
    ask(setSupplier, { params: { name: "reloadly" }, body: { rate: 100_000, ceilingDay: null } }),
  setProductSupply: async ({ ask }) => {
    const body = {
      source: "shelf",
      sku: "120",
      face: "10",
      ceilingCode: 5,
      ceilingDay: null,
    } as const;
    return ask(setProductSupply, { params: { productId: await shop.newProduct() }, body });
  },
  askSupplierAgain: async ({ ask }) => {
    const shopper = await shop.newShopper({ balanceToman: 100_000 });
    const orderId = await shopper.buy(await shop.newProduct({ stock: 1, priceToman: 100_000 }));
    await shop.sql(
      `INSERT INTO supplier_order (ref, order_item_id, product_id, supplier, sku, face,
         face_currency, quantity, ceiling_toman, state, day, created_at)
       SELECT id, id, product_id, 'reloadly', '120', '10', 'USD', 1, 5, 'review', 1, 1
       FROM order_item WHERE order_id = ?1`,
      orderId,
    );
    const [ref = ""] = await shop.itemsOf(orderId);
    return ask(askSupplierAgain, { params: { ref } });
  },
  makeDiscountCode: ({ ask }) => ask(makeDiscountCode, { body: newDiscount() }),
  previewDiscountSeries: ({ ask }) => ask(previewDiscountSeries, { body: newSeries() }),
  makeDiscountSeries: ({ ask }) => ask(makeDiscountSeries, { body: newSeries() }),
  exportDiscountSeries: async ({ ask }) => {
    const { series } = (await shop.desk(makeDiscountSeries, { body: newSeries() })).body;
    return ask(exportDiscountSeries, { params: { id: series } });
  },
  setDiscountActive: async ({ ask }) => {
    const made = await shop.desk(makeDiscountCode, { body: newDiscount() });
    const params = { id: made.body.discountCode.id };
    return ask(setDiscountActive, { params, body: { status: "stopped" } });
  },
  makePreparedAnswer: ({ ask }) => ask(makePreparedAnswer, { body: newAnswer() }),
  changePreparedAnswer: async ({ ask }) => {
    const { id, title, version } = await prepared();
    const body = { title, text: "متن تازهٔ پاسخ", version };
    return ask(changePreparedAnswer, { params: { id }, body });
  },
  deletePreparedAnswer: async ({ ask }) =>
    ask(deletePreparedAnswer, { params: { id: (await prepared()).id } }),
  getConsequences: async ({ ask }) =>
    ask(getConsequences, { params: { orderItemId: (await item("instant")).id }, query: {} }),
  revealCode: async ({ ask }) =>
    ask(revealCode, { params: { codeId: (await item("instant")).code }, body: { why: "test" } }),
  openImport: async ({ ask }) => {
    const productId = await shop.newProduct();
    const file = { id: crypto.randomUUID(), productId, fileName: "a.csv", lines: 1 };
    return ask(openImport, { body: file });
  },
  addImport: async ({ ask }) => {
    const id = await bring(shop, await shop.newProduct({ stock: 0 }), newCodes(1));
    return ask(addImport, { params: { id }, body: { ...BOUGHT, takes: ["first"], expected: 1 } });
  },
  correctLines: async ({ ask }) => {
    const [code = "", typed = ""] = newCodes(2);
    const id = await bring(shop, await shop.newProduct({ stock: 0 }), [code, code]);
    return ask(correctLines, { params: { id }, body: { lines: [{ line: 2, text: typed }] } });
  },
  dropImport: async ({ ask }) =>
    ask(dropImport, { params: { id: await bring(shop, await shop.newProduct(), newCodes(1)) } }),
  setThreshold: async ({ ask }) =>
    ask(setThreshold, { params: { productId: await shop.newProduct() }, body: { threshold: 3 } }),
  recallBatch: async ({ ask }) =>
    ask(recallBatch, { params: { id: await batch() }, body: { reason } }),
  restoreBatch: async ({ ask }) => {
    const params = { id: await batch() };
    await shop.desk(recallBatch, { params, body: { reason } });
    return ask(restoreBatch, { params });
  },
  exportBatch: async ({ ask }) =>
    ask(exportBatch, { params: { id: await batch() }, body: { reason: "پس دادن" } }),
  checkPayment: async ({ ask }) => ask(checkPayment, { params: { id: await openPayment() } }),
  find: ({ ask }) => ask(find, { body: { text: "1234567-1" } }),
  getDeskItem: async ({ ask }) =>
    ask(getDeskItem, { params: { orderItemId: (await item("manual")).id } }),
  readAnswers: async ({ ask }) => {
    const { id } = await item("manual");
    await shop.sql("INSERT INTO order_answer (id, sealed) VALUES (?1, '')", id);
    return ask(readAnswers, { params: { orderItemId: id } });
  },
  beginDelivery: async ({ ask }) =>
    ask(beginDelivery, {
      params: { orderItemId: (await item("manual")).id },
      body: { status: "processing" },
    }),
  deliver: async ({ ask }) =>
    ask(deliver, {
      params: { orderItemId: (await item("manual")).id },
      body: { codes: [`CODE-${crypto.randomUUID()}`] },
    }),
  refundItem: async ({ ask }) =>
    ask(refundItem, { params: { orderItemId: (await item("instant")).id }, body: { reason } }),
  decideLook: async ({ ask }) =>
    ask(decideLook, {
      params: { orderId: (await heldOrder(shop)).orderId },
      body: { status: "released", reason },
    }),
  sendMessagesAgain: ({ ask }) =>
    ask(sendMessagesAgain, { body: { since: new Date(Date.now() + 1e9).toISOString() } }),
  adoptPayment: async ({ ask }) => ask(adoptPayment, { body: await stray() }),
  endReview: async ({ ask }) =>
    ask(endReview, {
      params: { id: (await paymentInReview(shop)).id },
      body: { moneyIs: "on_card", note: reason },
    }),
  freeze: async ({ ask }) =>
    ask(freeze, { body: { kind: "person", id: (await shop.newShopper()).id, reason } }),
  releaseFreeze: async ({ ask }) => {
    const body = { kind: "person", id: (await shop.newShopper()).id, reason } as const;
    const { freezeId } = (await shop.desk(freeze, { body })).body;
    return ask(releaseFreeze, { params: { id: freezeId }, body: { reason } });
  },
  revokeBankCard: async ({ ask }) =>
    ask(revokeBankCard, { params: { id: (await shop.newShopper()).cardId }, body: { reason } }),
  revokeIdentity: async ({ ask }) => {
    const { id } = await shop.newShopper();
    const [identity] = await shop.sql<{ id: string }>(
      "SELECT id FROM identity_request WHERE user_id = ?1",
      id,
    );
    return ask(revokeIdentity, { params: { id: identity?.id ?? "" }, body: { reason } });
  },
  decideNameRequest: async ({ ask }) => {
    const wished = { firstName: "سارا", lastName: "کریمی", reason };
    const answer = await (await shop.newShopper()).ask(createNameRequest, { body: wished });
    return ask(decideNameRequest, {
      params: { id: answer.body.nameRequest.id },
      body: { status: "rejected", rejectionReason: reason },
    });
  },
  decideEarning: async ({ ask }) =>
    ask(decideEarning, { params: { id: await heldIncome() }, body: { status: "refused", reason } }),
  getDeskTicket: async ({ ask }) => ask(getDeskTicket, { params: { id: await ticket() } }),
  answerTicket: async ({ ask }) =>
    ask(answerTicket, { params: { id: await ticket() }, body: { content: "از آمریکا." } }),
  moveTicket: async ({ ask }) =>
    ask(moveTicket, { params: { id: await ticket() }, body: { status: "Closed" } }),
  getImageLink: async ({ ask }) => {
    const { imageUrl } = (await upload(shop, await shop.newShopper(), png())).body;
    return ask(getImageLink, { params: { uploadId: imageUrl.split("/").at(-1) ?? "" } });
  },
  findPerson: async ({ ask }) =>
    ask(findPerson, { body: { phone: `0${(await shop.newShopper()).phone}` } }),
  getPerson: async ({ ask }) => ask(getPerson, { params: { id: (await shop.newShopper()).id } }),
  notePerson: async ({ ask }) =>
    ask(notePerson, { params: { id: (await shop.newShopper()).id }, body: { note: reason } }),
  exportDecisions: ({ ask }) => ask(exportDecisions, {}),
  signPersonOut: async ({ ask }) =>
    ask(signPersonOut, { params: { id: (await shop.newShopper()).id } }),
  exportPerson: async ({ ask }) =>
    ask(exportPerson, { params: { id: (await shop.newShopper()).id } }),
  forgetPerson: async ({ ask }) =>
    ask(forgetPerson, { params: { id: (await shop.newShopper()).id }, body: { reason } }),
  getDeskWithdrawal: async ({ ask }) =>
    ask(getDeskWithdrawal, { params: { id: await withdrawal() } }),
  holdWithdrawal: async ({ ask }) =>
    ask(holdWithdrawal, { params: { id: await withdrawal() }, body: { inHand: true } }),
  decideWithdrawal: async ({ ask }) =>
    ask(decideWithdrawal, {
      params: { id: await withdrawal() },
      body: { status: "rejected", rejectionReason: reason },
    }),
  previewPayout: async ({ ask }) => ask(previewPayout, { body: await requested() }),
  makePayout: async ({ ask }) => ask(makePayout, { body: await requested() }),
  getPayout: async ({ ask }) => ask(getPayout, { params: { id: (await payout()).id } }),
  getPayoutFile: async ({ ask }) => ask(getPayoutFile, { params: { id: (await payout()).id } }),
  readPayoutAnswer: async ({ ask }) =>
    ask(readPayoutAnswer, { params: { id: (await payout()).id }, body: { text: "1,2,3" } }),
  settlePayout: async ({ ask }) => {
    const { id, withdrawalId } = await payout();
    const rows = [{ withdrawalId, status: "returned", words: reason } as const];
    return ask(settlePayout, { params: { id }, body: { rows } });
  },
  inviteOperator: ({ ask }) =>
    ask(inviteOperator, {
      body: {
        name: `traced-${String(++names)}`,
        role: "viewer",
        phone: `0912${String(3_000_000 + names)}`,
      },
    }),
  inviteAgain: async ({ ask }) => ask(inviteAgain, { params: { name: await colleague() } }),
  changeRole: async ({ ask }) =>
    ask(changeRole, { params: { name: await colleague() }, body: { role: "viewer" } }),
  endOperator: async ({ ask }) => ask(endOperator, { params: { name: await colleague() } }),
  makeToken: ({ ask }) => ask(makeToken, { body: { label: "گزارش", role: "viewer" } }),
  endToken: async ({ ask }) => ask(endToken, { params: { id: await colleague() } }),
  changeEmail: async ({ ask }) =>
    ask(changeEmail, { params: { name: await colleague() }, body: { email: null } }),
  addPasskey: async (by) => register(by, device()),
  provePasskey: async (by) => {
    const own = device();
    await register(by, own);
    const { options } = (await by.ask(startProof)).body;
    return by.ask(provePasskey, { body: { credential: own.show(options) } });
  },
  endPasskey: async (by) => {
    await register(by, device());
    const { passkeys } = (await by.ask(listPasskeys)).body;
    return by.ask(endPasskey, { params: { id: passkeys[0]?.id ?? "" } });
  },
  getQueuePane: async ({ ask }) =>
    ask(getQueuePane, { params: { kind: "ticket", id: await ticket() } }),
  setAside: async ({ ask }) => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    return ask(setAside, {
      params: { kind: "ticket", id: await ticket() },
      body: { until, reason },
    });
  },
  bringBack: async ({ ask }) => ask(bringBack, { params: { kind: "ticket", id: await ticket() } }),
  getFiguresFile: ({ token = "", network }) =>
    fetch(`${shop.stack.url}/desk/v1${getFiguresFile.path}`, {
      headers: { Authorization: `Bearer ${token}`, "X-Client-Address": network },
    }),
  // No day of this shop is over yet, so the test adds one before the first.
  closeDay: async ({ ask }) => {
    const day = tehranDay(Date.now()) - 400;
    await shop.sql("INSERT INTO day_book VALUES (?1, 'none', 'none', 'none', 0, 0)", day);
    const closed = await ask(closeDay, { body: { day: writePersian(day), difference: 0 } });
    await shop.sql("DELETE FROM day_book WHERE kind = 'none'");
    return closed;
  },
  decideProposal: async ({ ask }) =>
    ask(decideProposal, { params: { id: await raise() }, body: { status: "confirmed" } }),
  makeLink: ({ ask }) => ask(makeLink),
  leaveDesk: async ({ ask, name }) => {
    await shop.sql(
      "UPDATE operator_token SET kind = 'session', last_used_at = ?2 WHERE operator = ?1",
      name,
      Date.now(),
    );
    return ask(leaveDesk);
  },
};

const device = () => createAuthenticator(`http://localhost:${String(shop.stack.port)}`);

async function register({ ask }: TestOperator, one: Authenticator) {
  const { options } = (await ask(startPasskey)).body;
  return ask(addPasskey, { body: { label: "گوشی", credential: one.register(options) } });
}

const traced = (trace: DeskEndpoint["trace"]) =>
  deskOperations.filter(({ endpoint }) => endpoint.trace === trace && endpoint.role !== "anyone");

test("a call that decides or opens one thing leaves a line with its operator and network", async () => {
  const calls = [...traced("decision"), ...traced("view")];
  expect(Object.keys(deeds).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  for (const [name, deed] of Object.entries(deeds)) {
    const by = await newOperator(shop, { inBrowser: /passkey/i.test(name) });
    expect([name, (await deed(by)).status]).toEqual([name, 200]);
    await endPasskeys(shop);
    // Before a call that needs a passkey, one is registered, which leaves a line of its own.
    const lines = (await linesOf(shop, by.name)).filter(
      ({ verdict }) =>
        verdict !== "listed" && (name === "addPasskey" || verdict !== "passkey_made"),
    );
    expect([name, lines]).toEqual([name, [expect.objectContaining({ network: by.network })]]);
  }
});

test("a list leaves one line for each operator and hour, however often it is asked for", async () => {
  // Calls that hold a thing or start a passkey leave the same kind of line and are left out here.
  const lists = traced("list")
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path }) => method === "GET" && !path.includes(":"));
  const by = await newOperator(shop);
  const look = () => Promise.all(lists.map((list) => by.askUntyped(list)));
  for (const answer of [...(await look()), ...(await look())]) expect(answer.status).toBe(200);
  const lines = await linesOf(shop, by.name);
  expect(lines.map(({ subject_id }) => subject_id).toSorted()).toEqual(
    lists.map(({ path }) => path).toSorted(),
  );
  await shop.turnClock(3_600_000);
  await look();
  expect(await linesOf(shop, by.name)).toHaveLength(2 * lists.length);
  await shop.turnClock(0);
});

test("a refused call leaves no line", async () => {
  const by = await newOperator(shop, { role: "viewer" });
  const none = { params: { id: "none", uploadId: "none" } };
  for (const call of [getDeskTicket, getImageLink, exportPerson, getDeskWithdrawal])
    expect((await by.askUntyped(call, none)).status).toBe(403);
  const owner = await newOperator(shop);
  for (const call of [getDeskTicket, getImageLink, exportPerson, getDeskWithdrawal])
    expect((await owner.askUntyped(call, none)).status).toBe(404);
  for (const { name } of [by, owner]) expect(await linesOf(shop, name)).toEqual([]);
});
