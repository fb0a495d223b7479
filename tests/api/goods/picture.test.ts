import { expect, test } from "vitest";
import { getCart, priceGuestCart, setQuantity } from "../../../contract/cart.ts";
import { getCard, getCategories, getProducts } from "../../../contract/catalogue.ts";
import {
  changeCategory,
  changeSubcategory,
  getDeskCatalogue,
} from "../../../contract/desk/catalogue.ts";
import { changeQuestions, getDeskProduct } from "../../../contract/desk/product.ts";
import { DESK_PATH } from "../../../contract/desk/endpoints.ts";
import {
  removeHelpPicture,
  removePicture,
  setHelpPicture,
  setPicture,
  setSharePicture,
} from "../../../contract/desk/picture.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import { getPicture } from "../../../contract/picture.ts";
import { PICTURES, type PictureUse } from "../../../contract/picture-sizes.ts";
import { search } from "../../../contract/search.ts";
import { TorobFeed, getTorobProducts } from "../../../contract/torob.ts";
import { JFIF, bytesOf, exifOf, jpeg, png, segment } from "../../support/images.ts";
import { newOperator } from "../../support/operator.ts";
import { torobHeaders, torobVars } from "../../support/torob.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY } from "../../support/time.ts";

/** An operator's own pictures of subcategories and of questions, and pictures for sharing. */

const shop = useShop({ edge: true, isBehindEdge: true, audit: true, shopVars: torobVars });
const ITUNES = "giftcard-itunes";
const STEAM = "giftcard-steam";

const drawn = (use: PictureUse, before = [JFIF]) => jpeg({ ...PICTURES[use], before });
const both = { card: drawn("card"), small: drawn("small") };

async function atDesk(requested: string) {
  const { categories } = (await shop.desk(getDeskCatalogue)).body;
  const found = categories
    .flatMap(({ subcategories }) => subcategories)
    .find(({ id }) => id === requested);
  if (!found) throw new Error(`The demo shop has no ${requested}`);
  return found;
}
const itunes = () => atDesk(ITUNES);
const steam = () => atDesk(STEAM);
const shown = async (requested = ITUNES) =>
  (await shop.ask(getCategories)).body.categories
    .flatMap(({ subcategories }) => subcategories)
    .find(({ id }) => id === requested);

/** Sends files as a form, in the fields of their names. */
async function send(
  path: string,
  files: Record<string, Uint8Array<ArrayBuffer>>,
  token = shop.deskToken,
): Promise<{ status: number; code: string | undefined }> {
  const form = new FormData();
  for (const [field, bytes] of Object.entries(files))
    form.append(field, new Blob([bytes], { type: "text/html" }), "../../evil.html");
  const answer = await fetch(`${shop.stack.url}${DESK_PATH}${path}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code };
}
const sendOwn = async (files: Record<string, Uint8Array<ArrayBuffer>> = both, token?: string) =>
  send(
    `${setPicture.path.replace(":id", ITUNES)}?version=${(await itunes()).version}`,
    files,
    token,
  );
const sendShare = async (bytes = drawn("share"), artVersion?: string) =>
  send(
    `${setSharePicture.path.replace(":id", STEAM)}?artVersion=${artVersion ?? (await steam()).artVersion}`,
    { share: bytes },
  );
/** Requests an address through the edge, as a browser does. */
const look = (path: string) => fetch(`${shop.siteUrl}${path}`, { redirect: "manual" });
/** The edge caches a page for some seconds, so each test requests a different page. */
const html = async (path: string) => (await look(path)).text();
/** The pictures of the first product in the feed for price comparers. */
async function newestInFeed() {
  const { body } = await shop.askUntyped(getTorobProducts, {
    body: { page: 1, sort: "date_updated_desc" },
    headers: torobHeaders({ audience: new URL(shop.siteUrl).host }),
  });
  return TorobFeed.parse(body).products[0]?.image_links;
}
const logged = () =>
  shop.sql<{ verdict: string }>(
    "SELECT verdict FROM desk_decision WHERE subject_id = ?1 ORDER BY rowid",
    ITUNES,
  );

test("an own picture replaces the drawn card everywhere, at an address that never changes, until it is removed", async () => {
  const before = await itunes();
  expect(before.ownPicture).toBeNull();
  expect(
    await sendOwn({ ...both, card: drawn("card", [exifOf(1), segment(0xfe, "35.68 N")]) }),
  ).toMatchObject({ status: 200 });
  const { ownPicture = "", imageUrl = "" } = (await shown()) ?? {};
  expect(ownPicture).toMatch(/^\/pictures\/[A-Za-z0-9_-]{22}\.jpg$/);
  expect(imageUrl).toBe(ownPicture.replace(".jpg", "-small.jpg"));
  expect((await itunes()).ownPicture).toBe(ownPicture);

  const card = await look(ownPicture);
  expect(card.status).toBe(200);
  expect(Object.fromEntries(card.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect(card.headers.has("set-cookie")).toBe(false);
  // The metadata of the camera is removed.
  expect(new Uint8Array(await card.arrayBuffer())).toEqual(drawn("card", []));
  expect((await look(imageUrl)).status).toBe(200);
  const name = ownPicture.split("/").at(-1) ?? "";
  const direct = await look(`${BASE_PATH}${getPicture.path.replace(":name", name)}`);
  expect([direct.status, direct.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect((await look("/pictures/AAAAAAAAAAAAAAAAAAAAAA.jpg")).status).toBe(404);
  expect((await look("/pictures/..%2Fx.jpg")).status).toBe(404);

  const { products } = (await shop.ask(getProducts, { query: { subcategory: "itunes" } })).body;
  expect(new Set(products.map((product) => product.imageUrl))).toEqual(new Set([imageUrl]));
  const found = await shop.ask(search, { query: { query: "itunes" } });
  expect(found.body.subcategories[0]?.imageUrl).toBe(imageUrl);
  expect(found.body.products[0]?.imageUrl).toBe(imageUrl);
  const shopper = await shop.newShopper();
  const productId = products.find(({ productQuantity }) => productQuantity > 0)?.id ?? "";
  expect((await shopper.ask(setQuantity, { body: { productId, quantity: 1 } })).status).toBe(200);
  expect((await shopper.ask(getCart)).body.cart.CartItems[0]?.imageUrl).toBe(imageUrl);
  const facts = await shop.ask(getCard, { params: { urlName: "itunes" }, query: {} });
  expect(facts.body.ownPicture).toBe(ownPicture);
  const art = await look("/art/itunes.svg");
  expect([art.status, art.headers.get("location")]).toEqual([302, ownPicture]);
  const listing = await html("/products/giftcard/itunes");
  expect(listing).toContain(`<image href="${ownPicture}"`);
  expect(listing).not.toContain('class="art-name"');
  // Search engines and price comparers get the picture that people see, and the time of the change.
  expect(new Set(listing.match(/"image":"[^"]+"/g))).toEqual(
    new Set([`"image":"${shop.siteUrl}${ownPicture}"`]),
  );
  expect(await newestInFeed()).toEqual([expect.stringContaining(ownPicture)]);

  // A form that was opened before the picture was set is refused, and so is a second removal.
  const facing = { params: { id: ITUNES }, query: { version: before.version } };
  expect((await shop.desk(removePicture, facing)).body.code).toBe("stale_catalogue");
  const { version } = await itunes();
  const remove = { params: { id: ITUNES }, query: { version } };
  expect((await shop.desk(removePicture, remove)).status).toBe(200);
  expect((await shop.desk(removePicture, remove)).body.code).toBe("no_picture");
  expect((await itunes()).version).toBe(before.version);
  expect(await shown()).toMatchObject({ imageUrl: "/art/itunes.svg" });
  expect((await shown())?.ownPicture).toBeUndefined();
  expect(await newestInFeed()).toEqual([
    expect.stringMatching(/\/share\/products\/itunes-[\w-]+\.png$/),
  ]);
  expect((await look("/art/itunes.svg")).status).toBe(200);
  // An open page can still load the picture for a day; then the jobs delete it.
  expect((await look(`${BASE_PATH}${ownPicture}`)).status).toBe(200);
  expect((await logged()).map(({ verdict }) => verdict)).toEqual(["pictured", "picture_removed"]);
});

test.each([
  ["no file", {}, 422, "no_file"],
  ["only one of the sizes", { card: both.card }, 422, "no_file"],
  ["a PNG", { ...both, card: png({ width: 640, height: 400 }) }, 422, "wrong_picture"],
  ["an SVG", { ...both, card: bytesOf("<svg onload='x'/>") }, 422, "wrong_picture"],
  [
    "an HTML page",
    { ...both, small: bytesOf("<!doctype html><script>1</script>") },
    422,
    "wrong_picture",
  ],
  ["the sizes exchanged", { card: both.small, small: both.card }, 422, "wrong_picture"],
  ["an extra pixel", { ...both, card: jpeg({ width: 641, height: 400 }) }, 422, "wrong_picture"],
  ["a heavy card", { ...both, card: heavy("card") }, 413, "picture_too_large"],
  ["a heavy small picture", { ...both, small: heavy("small") }, 413, "picture_too_large"],
  ["a larger body than any", { ...both, card: new Uint8Array(300_000) }, 413, "picture_too_large"],
])("refuses %s, and nothing changes", async (_, files, status, code) => {
  const before = await itunes();
  const lines = await logged();
  expect(await sendOwn(files as Record<string, Uint8Array<ArrayBuffer>>)).toEqual({ status, code });
  expect(await itunes()).toEqual(before);
  expect(await logged()).toEqual(lines);
});

function heavy(use: PictureUse) {
  return drawn(use, [JFIF, segment(0xfe, "x".repeat(PICTURES[use].maxBytes))]);
}

test("finance sets a picture, support cannot, and a second change of the same version is refused", async () => {
  const support = await newOperator(shop, { role: "support" });
  expect(await sendOwn(both, support.token)).toEqual({ status: 403, code: "role_too_low" });
  const finance = await newOperator(shop, { role: "finance" });
  const { version } = await itunes();
  const path = `/subcategories/${ITUNES}/picture?version=${version}`;
  const answers = await Promise.all([send(path, both, finance.token), send(path, both)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
  const nowhere = await send(`/subcategories/none/picture?version=${version}`, both);
  expect(nowhere.status).toBe(404);
});

test("a share picture is used only while the names in it are the present ones", async () => {
  const drawnFrom = await steam();
  expect(drawnFrom.hasSharePicture).toBe(false);
  expect(await sendShare()).toMatchObject({ status: 200 });
  const { shareImage = "" } = (await shown(STEAM)) ?? {};
  expect(shareImage).toMatch(/^\/pictures\//);
  expect((await steam()).hasSharePicture).toBe(true);
  const shared = await look(shareImage);
  expect([shared.status, shared.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(await html("/products/giftcard/steam")).toMatch(
    new RegExp(`property="og:image" content="https?://[^"]+${shareImage}"`),
  );
  expect(await sendShare(drawn("card"))).toEqual({ status: 422, code: "wrong_picture" });

  // After a renaming the picture with the old name is not shared, and cannot be sent again.
  const { displayName, latinName, hue, tagline, regionNotice } = drawnFrom;
  const { redeemUrl, redeemSteps, tutorial, words, version } = await steam();
  const facts = { latinName, hue, tagline, regionNotice, redeemUrl, redeemSteps, tutorial, words };
  const renamed = await shop.desk(changeSubcategory, {
    params: { id: STEAM },
    body: { ...facts, displayName: `${displayName} نو`, version },
  });
  expect(renamed.status).toBe(200);
  expect((await shown(STEAM))?.shareImage).toBeUndefined();
  expect(await sendShare(drawn("share"), drawnFrom.artVersion)).toEqual({
    status: 409,
    code: "stale_catalogue",
  });
  expect(await sendShare()).toMatchObject({ status: 200 });
  expect((await steam()).hasSharePicture).toBe(true);
  // A picture with the old name of the category is not shared either.
  const { categories } = (await shop.desk(getDeskCatalogue)).body;
  const category = categories.find(({ type }) => type === "giftcard");
  await shop.desk(changeCategory, {
    params: { type: "giftcard" },
    body: { displayName: "کارت‌های هدیه", version: category?.version ?? "" },
  });
  expect((await steam()).hasSharePicture).toBe(false);
});

const pageOf = async (id: string) =>
  (await shop.desk(getDeskProduct, { params: { id } })).body.product;

/** Makes a product with two questions; `send` sends the help picture of one of them. */
async function asking() {
  const productId = await shop.newProduct({ stock: 3 });
  const write = async (ids: string[]) => {
    const questions = ids.map((id) => ({ id, kind: "text" as const, label: `پرسش ${id}` }));
    const { questionsVersion: version } = await pageOf(productId);
    const body = { questions, version };
    expect((await shop.desk(changeQuestions, { params: { id: productId }, body })).status).toBe(
      200,
    );
  };
  await write(["player-id", "zone"]);
  const address = (questionId: string) =>
    setHelpPicture.path.replace(":id", productId).replace(":questionId", questionId);
  const sendHelp = async (
    questionId: string,
    { bytes = drawn("help"), alt = "بالای نمایه", token = shop.deskToken, version = "" } = {},
  ) => {
    const query = new URLSearchParams({
      version: version || (await pageOf(productId)).helpVersion,
      alt,
    });
    return send(`${address(questionId)}?${query.toString()}`, { help: bytes }, token);
  };
  const line = async () => {
    const body = { cart: [{ productId, quantity: 1 }] };
    const [item] = (await shop.ask(priceGuestCart, { body })).body.cart.CartItems;
    return item?.questions?.map(({ id, picture }) => ({ id, picture })) ?? [];
  };
  return { productId, write, sendHelp, line };
}

test("a help picture is shown at its question in every cart, until it or the question is removed", async () => {
  const { productId, write, sendHelp, line } = await asking();
  expect(await line()).toEqual([{ id: "player-id" }, { id: "zone" }]);
  const before = (await pageOf(productId)).helpVersion;
  expect(await sendHelp("player-id")).toMatchObject({ status: 200 });
  expect(await sendHelp("zone", { alt: "زیر نام" })).toMatchObject({ status: 200 });
  const [{ picture } = {}, second] = await line();
  expect(picture).toEqual({
    url: expect.stringMatching(/^\/pictures\/[A-Za-z0-9_-]{22}\.jpg$/),
    alt: "بالای نمایه",
  });
  expect(second?.picture?.alt).toBe("زیر نام");
  const shopper = await shop.newShopper();
  await shopper.put(productId);
  expect((await shopper.ask(getCart)).body.cart.CartItems[0]?.questions?.[0]?.picture).toEqual(
    picture,
  );
  expect((await look(picture?.url ?? "")).status).toBe(200);
  expect((await pageOf(productId)).helpPictures["player-id"]).toEqual(picture);
  // Refused: an old version, an unknown question, a wrong or too large picture, a bad description.
  expect(await sendHelp("player-id", { version: before })).toEqual({
    status: 409,
    code: "stale_catalogue",
  });
  expect(await sendHelp("gone")).toMatchObject({ status: 404 });
  for (const bytes of [drawn("card"), png({ width: 800, height: 800 })])
    expect(await sendHelp("player-id", { bytes })).toEqual({ status: 422, code: "wrong_picture" });
  expect(await sendHelp("player-id", { bytes: heavy("help") })).toEqual({
    status: 413,
    code: "picture_too_large",
  });
  for (const alt of ["", "<b>نمایه</b>", "ن".repeat(151)])
    expect(await sendHelp("player-id", { alt })).toEqual({ status: 422, code: "invalid" });
  const support = await newOperator(shop, { role: "support" });
  expect(await sendHelp("player-id", { token: support.token })).toEqual({
    status: 403,
    code: "role_too_low",
  });
  expect((await line())[0]?.picture).toEqual(picture);

  const params = { id: productId, questionId: "player-id" };
  const removal = { params, query: { version: (await pageOf(productId)).helpVersion } };
  expect((await shop.desk(removeHelpPicture, removal)).status).toBe(200);
  expect((await shop.desk(removeHelpPicture, removal)).body.code).toBe("no_help_picture");
  expect((await line())[0]?.picture).toBeUndefined();
  // Removing a question removes its picture, and the other question keeps its own.
  await sendHelp("player-id");
  await write(["zone", "server"]);
  expect(await line()).toEqual([{ id: "zone", picture: second?.picture }, { id: "server" }]);
  await write(["player-id", "zone"]);
  expect((await line())[0]?.picture).toBeUndefined();
  const lines = await shop.sql<{ verdict: string }>(
    "SELECT verdict FROM desk_decision WHERE subject_id = ?1 AND verdict GLOB 'help_*' ORDER BY rowid",
    productId,
  );
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    "help_pictured",
    "help_pictured",
    "help_picture_removed",
    "help_pictured",
  ]);
});

test("pictures that no row names are deleted after a day, others stay", async () => {
  expect(await sendOwn()).toMatchObject({ status: 200 });
  const first = (await itunes()).ownPicture ?? "";
  expect(await sendOwn()).toMatchObject({ status: 200 });
  expect(await sendShare()).toMatchObject({ status: 200 });
  const { sendHelp, line } = await asking();
  await sendHelp("zone");
  const [, { picture } = {}] = await line();
  const { ownPicture = "", imageUrl = "" } = (await shown()) ?? {};
  const { shareImage = "" } = (await shown(STEAM)) ?? {};
  const status = async (path: string) => (await look(`${BASE_PATH}${path}`)).status;
  await shop.runJobs();
  expect(await status(first)).toBe(200);
  await shop.turnClock(2 * DAY);
  await shop.runJobs();
  expect(await status(first)).toBe(404);
  for (const path of [ownPicture, imageUrl, shareImage, picture?.url ?? ""])
    expect([path, await status(path)]).toEqual([path, 200]);
});
