import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { getDeskCatalogue } from "../../../contract/desk/catalogue.ts";
import { VIEW_MS_LEAST } from "../../../contract/desk/endpoint.ts";
import { getMe } from "../../../contract/desk/operator.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { createTicket, getTicket } from "../../../contract/ticket.ts";
import { getProfile } from "../../../contract/user.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { runDesk, runDeskProgram } from "../../support/desk-command.ts";
import { png } from "../../support/images.ts";
import { newOperator } from "../../support/operator.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";

const shop = useShop();

const desk = (words: string[], environment: Record<string, string> = {}, input = "") =>
  runDesk(shop, words, environment, input);

describe("the desk command", () => {
  it("imports a catalogue once, after a preview, and names the place of each mistake", async () => {
    const folder = await mkdtemp(join(tmpdir(), "armaghan-"));
    const path = join(folder, "catalogue.json");
    const product = {
      name: "کارت فرمان",
      region: "جهانی",
      denomination: "$1",
      deliveryType: "instant",
      price: 100_000,
    };
    const write = (changes: object) =>
      writeFile(
        path,
        JSON.stringify({
          categories: [
            {
              type: "commanded",
              displayName: "کارت فرمان",
              subcategories: [
                {
                  urlName: "commanded",
                  displayName: "فرمان",
                  latinName: "Command",
                  hue: 1,
                  tagline: "برای آزمودن است.",
                  regionNotice: "جهانی است.",
                  products: [{ ...product, ...changes }],
                },
              ],
            },
          ],
        }),
      );
    const made = () => shop.sql("SELECT id FROM subcategory WHERE id = 'commanded-commanded'");
    await write({});
    const look = await desk(["import", path]);
    expect(look).toMatchObject({ code: 0 });
    expect(look.output).toContain("3 to be made or changed");
    expect(look.output).toContain("--yes");
    expect(await made()).toEqual([]);
    expect((await desk(["import", path, "--yes"])).output).toContain("(3)");
    expect(await made()).toHaveLength(1);
    expect((await desk(["import", path, "--yes"])).output).toContain("0 to be made or changed");
    await write({ price: 0 });
    const wrong = await desk(["import", path, "--yes"]);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("categories[0].subcategories[0].products[0].price: قیمت");
    await writeFile(path, "{ categories");
    expect((await desk(["import", path])).output).toContain("is no JSON");
    await writeFile(path, " ".repeat(1_048_577));
    expect((await desk(["import", path])).output).toContain("larger than 1 MB");
    expect((await desk(["import", join(folder, "none.json")])).output).toContain("ENOENT");
    await rm(folder, { recursive: true });
  });

  it("makes a call by its name, with fields of the query and ids of the path", async () => {
    const shopper = await shop.newShopper({ balanceToman: 300_000 });
    const product = await shop.newProduct({ priceToman: 100_000, stock: 3 });
    await shopper.buy(product, 2);
    const [{ number, id } = { number: "", id: "" }] = await shopper.orders();
    const list = await desk(["listOrders", "state=paid", "limit=1", `person=${shopper.id}`]);
    expect(list.code).toBe(0);
    expect(list.output).toMatch(/^orders: 1\n {2}id +number +.*person\.phone/);
    expect(list.output).toContain(`  ${id}  ${number}  `);
    expect(await desk(["listOrders", "state=cancelled", `person=${shopper.id}`])).toMatchObject({
      output: "orders: none\nnextCursor: –\n",
    });
    const order = await desk(["getDeskOrder", toPersianDigits(number)]);
    expect(order.output).toMatch(/^order:\n {2}id: /);
    expect((await desk(["getDeskOrder", `id=${id}`])).output).toBe(order.output);
    const whole = await desk(["getDeskOrder", id, "--json"]);
    expect(JSON.parse(whole.output)).toMatchObject({ order: { id, number, state: "paid" } });
    expect((await desk(["getDeskOrder", id, "--only=order.number"])).output).toBe(`${number}\n`);
    expect(await desk(["getDeskOrder", id, "--only=order.colour"])).toEqual({
      code: 1,
      output: "The answer has no field “order.colour”.\n",
    });
    expect((await desk(["getFiguresFile"])).output).toMatch(/^\uFEFF?تاریخ,تاریخ میلادی,/);
  });

  it("sends fields, lists and files with the types of the contract", async () => {
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    const product = await shop.newProduct({ priceToman: 100_000, stock: 2 });
    await shopper.buy(product, 2);
    const [item] = await shop.sql<{ id: string; code: string }>(
      `SELECT order_item.id, code.id AS code FROM order_item JOIN code ON order_item_id = order_item.id
       JOIN orders ON orders.id = order_id WHERE user_id = ?1`,
      shopper.id,
    );
    const refund = ["refundItem", item?.id ?? "", `codeIds=${item?.code ?? ""}`];
    const back = await desk([...refund, "reason=نمی‌خواهد", "opened=false"]);
    expect(back.output).toMatch(/^[^\n]+\ntoWallet: 100000\n/);
    expect(await shopper.balance()).toBe(900_000);
    const change = ["changePrice", product, "priceAfterDiscount=null", "reward=0"];
    const seen = ["seen.price=100000", "seen.priceAfterDiscount=null", "seen.reward=0"];
    const to = (price: string) => desk([...change, ...seen, `price=${price}`, "reason=گران شد"]);
    expect(await to("110000")).toMatchObject({ code: 0 });
    expect((await to("120000")).output).toContain("این مورد در این میان عوض شده است.");
    const folder = await mkdtemp(join(tmpdir(), "armaghan-"));
    const file = join(folder, "picture.png");
    await writeFile(file, png());
    const { categories } = (await shop.desk(getDeskCatalogue)).body;
    const { id = "", version = "" } = categories[0]?.subcategories[0] ?? {};
    const picture = ["setPicture", id, `version=${version}`, `card=@${file}`];
    expect((await desk([...picture, `small=@${file}`])).output).toContain("تصویر باید JPEG باشد");
    await rm(folder, { recursive: true });
  });

  it("answers and closes tickets, with a text from the standard input or a file", async () => {
    const shopper = await shop.newShopper();
    const opened = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: "کد از چه کشوری است؟" },
    });
    const { id, number } = opened.body.ticket;
    const answer = (content: string, input = "") =>
      desk(["answerTicket", number, `content=${content}`], {}, input);
    expect(await answer("-", "از آمریکا.\nهمین.\n")).toEqual({
      code: 0,
      output: "پاسخ شما ثبت شد.\n",
    });
    const folder = await mkdtemp(join(tmpdir(), "armaghan-"));
    await writeFile(join(folder, "body.json"), '{"content":"از پرونده"}');
    const body = `body=@${join(folder, "body.json")}`;
    expect((await desk(["answerTicket", id, body])).code).toBe(0);
    expect((await answer(`@${join(folder, "none.txt")}`)).output).toContain("ENOENT");
    const { output } = await desk(["getDeskTicket", toPersianDigits(number)]);
    for (const words of ["│ از آمریکا.", "│ همین.", "content: از پرونده"])
      expect(output).toContain(words);
    const mistyped = `${number.slice(0, -1)}${String((Number(number.slice(-1)) + 1) % 10)}`;
    expect(await desk(["getDeskTicket", mistyped])).toEqual({
      code: 1,
      output: "این شماره درست نیست.\n",
    });
    expect((await desk(["moveTicket", number, "status=Closed"])).code).toBe(0);
    expect((await shopper.ask(getTicket, { params: { id } })).body).toMatchObject({
      ticket: { status: "Closed" },
    });
    await rm(folder, { recursive: true });
  });

  it("lists the queue, opens the picture of a request and decides the request", async () => {
    const shopper = await shop.newShopper({ cardStatus: "none", isVerified: false });
    const image = (await upload(shop, shopper, png())).body.imageUrl;
    const { cardNumber } = shopper;
    await shopper.ask(createIdentityRequest, {
      body: { IdentificationDocumentImage: image, cardNumber, cardOwner: "سارا کریمی" },
    });
    const { output: waiting } = await desk(["listQueue"]);
    const [, id = ""] =
      /^ {4}id: (\S+)$/m.exec(waiting) ?? /^ {2}identity +(\S+)/m.exec(waiting) ?? [];
    const decide = ["decideIdentityRequest", id, "status=verified"];
    expect(await desk(decide)).toMatchObject({
      code: 1,
      output: expect.stringContaining("نخست تصویر این مورد") as string,
    });
    const { output: uploadId } = await desk([
      "getQueuePane",
      "identity",
      id,
      "--only=pane.uploadId",
    ]);
    const { output: link } = await desk(["getImageLink", uploadId.trim()]);
    const picture = await fetch(/^url: (.*)$/m.exec(link)?.[1] ?? "");
    await picture.arrayBuffer();
    await shop.turnClock(VIEW_MS_LEAST);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(await desk(decide)).toEqual({ code: 0, output: "هویت تأیید شد.\n" });
    expect((await shopper.ask(getProfile)).body).toMatchObject({ user: { isVerified: true } });
  });

  it("takes codes from the standard input", async () => {
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    await shopper.buy(await shop.newProduct({ deliveryType: "manual", priceToman: 100_000 }));
    const [order] = await shopper.orders();
    const deliver = (codes: string, input = "") =>
      desk(["deliver", order?.number ?? "", `codes=${codes}`], {}, input);
    expect((await deliver("-")).output).toMatch(/^Nothing was sent\.\n {2}codes: /);
    expect((await deliver("-", "ABCD-1234\nZU-VIEL\n")).output).toContain("تعداد کدها");
    const words = ["deliver", order?.number ?? "", "codes=-"];
    expect(await runDeskProgram(shop, words, "ABCD-1234\n")).toMatchObject({ code: 0 });
    expect(await shopper.orders()).toMatchObject([{ deliveryStatus: "delivered" }]);
  });

  it("names the fields that do not fit before it sends anything", async () => {
    expect(await desk(["listOrders", "limit=500", "state=lost"])).toEqual({
      code: 1,
      output:
        "Nothing was sent.\n  limit: Too big: expected number to be <=50\n" +
        '  state: Invalid option: expected one of "awaiting"|"paid"|"refunded"|"cancelled"\n',
    });
    expect((await desk(["noteOnOrder", "x", "note="])).output).toContain("note: لطفاً دلیل");
    expect(await desk(["listOrders", "stat=paid"])).toEqual({
      code: 1,
      output:
        "listOrders has no field “stat”. Did you mean state? " +
        "`npm run desk -- help listOrders` says what it takes.\n",
    });
    expect((await desk(["noteOnOrder", "x", "body=-"], {}, "{")).output).toContain("is no JSON");
    expect((await desk(["noteOnOrder", "x", "note=دیده شد"])).output).toBe(
      "مورد درخواستی پیدا نشد.\n",
    );
  });

  it("prints its help, and one sentence for each mistake", async () => {
    expect(await desk([])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/npm run desk -- <call>/) as string,
    });
    const { output: calls } = await desk(["help", "withdrawal"]);
    expect(calls).toMatch(/^withdrawal\n[^]* {2}decideWithdrawal +Record a withdrawal as paid/m);
    expect((await desk(["help", "decideWithdrawal"])).output).toContain("reference ");
    expect(await runDeskProgram(shop, ["help", "dance"])).toEqual({
      code: 1,
      output: "No call is about “dance”.\n",
    });
    expect(await desk(["payWithdrawal", "x"])).toEqual({
      code: 1,
      output:
        "There is no command “payWithdrawal”. Did you mean holdWithdrawal, decideWithdrawal, " +
        "listWithdrawals? `npm run desk -- help` lists them.\n",
    });
    const wrong = await desk(["listQueue"], { DESK_TOKEN: "a-token-that-nobody-gave-out" });
    expect(wrong).toEqual({
      code: 1,
      output: `The shop at ${shop.stack.url} does not take this token (DESK_TOKEN).\n`,
    });
    for (const open of ["http://0.0.0.0:9", "http://shop.example", "ftp://localhost"])
      expect(await desk(["listQueue"], { DESK_URL: open, DESK_TOKEN: "x" })).toEqual({
        code: 1,
        output: `DESK_URL must begin with https://, or name this machine: ${open}\n`,
      });
    const elsewhere = await desk(["listQueue"], { DESK_URL: "http://127.0.0.1:9" });
    expect(elsewhere).toEqual({ code: 1, output: "DESK_URL needs a DESK_TOKEN beside it.\n" });
    const silent = await desk(["listQueue"], { DESK_URL: "http://127.0.0.1:9", DESK_TOKEN: "x" });
    expect(silent).toEqual({
      code: 1,
      output: "The shop does not answer at http://127.0.0.1:9. Is DESK_URL right?\n",
    });
    const stopped = await desk(["listQueue"], { PORT: "9" });
    expect(stopped.output).toBe(
      "The shop does not answer at http://localhost:9. " +
        "Start it with `npm start`, or name another one with DESK_URL.\n",
    );
    const empty = await mkdtemp(join(tmpdir(), "armaghan-"));
    expect((await desk(["listQueue"], { DATA_DIR: empty })).output).toMatch(
      /^There is no shop in /,
    );
    await rm(empty, { recursive: true });
  });

  it("makes the secret of a first owner and the hash of it for the settings", async () => {
    const { output } = await desk(["secret"]);
    const [secret = ""] = /^ {2}(\S{43})$/m.exec(output)?.slice(1) ?? [];
    expect(output).toContain(createHash("sha256").update(secret).digest("hex"));
    expect((await desk(["secret"])).output).not.toContain(secret);
    const first = await desk(["first-owner", "sara", "09120000001"], {}, `${secret}\n`);
    expect(first.output).toMatch(/^این رمز یک‌بارمصرف شناخته نشد/);
  });

  it("invites operators, makes and ends tokens, and prints what was decided", async () => {
    const invite = ["inviteOperator", "name=mina", "role=support", "phone=09120000001"];
    const { output: invited } = await desk(invite);
    const secret = /^link: (.*)$/m.exec(invited)?.[1] ?? "";
    const entered = await desk(["enter"], {}, secret);
    expect(entered.output).toContain("mina may work at the desk as support until");
    const folder = await mkdtemp(join(tmpdir(), "armaghan-"));
    const file = join(folder, "token");
    await writeFile(file, `${entered.output.trimEnd().split("\n").at(-1) ?? ""}\n`);
    const mina = { DESK_URL: shop.stack.url, DESK_TOKEN_FILE: file };
    expect((await desk(["getMe"], mina)).output).toMatch(
      /^name: mina\nrole: support\nareas: goods, tickets, papers, people, money, settings\n/,
    );
    const make = ["makeToken", "role=viewer", "days=30", "label=گزارش شب", "areas=goods,tickets"];
    const { output: token } = await desk([...make, "--only=token"], mina);
    expect(token).toMatch(/^[\w-]{20,}\n$/);
    const { output: tokens } = await desk(["listTokens"], mina);
    const [, program = ""] = /^ {2}(\S+) .*گزارش شب/m.exec(tokens) ?? [];
    expect((await desk(["endToken", program], mina)).code).toBe(0);
    expect((await desk(["listDecisions"], mina)).output).toBe(
      "این بخش برای شما باز نیست. اگر به آن نیاز دارید، از مالک فروشگاه بخواهید.\n",
    );
    const { output: raise } = await desk(["changeRole", "mina", "role=finance"]);
    const proposal = /^proposalId: (.*)$/m.exec(raise)?.[1] ?? "";
    expect((await desk(["decideProposal", proposal, "status=confirmed"])).code).toBe(1);
    expect((await desk(["decideProposal", proposal, "status=dropped"])).code).toBe(0);
    const { output: log } = await desk(["listDecisions", "operator=mina", "sums=days"]);
    expect(log).toMatch(/^ {2}\d{4}-\d\d-\d\d +mina +operator +token_made +1$/m);
    expect((await desk(["endOperator", "mina"])).code).toBe(0);
    expect((await desk(["getMe"], mina)).code).toBe(1);
    expect((await desk(["makeLink"])).output).toContain(`link: ${shop.stack.url}/desk/enter#`);
    await rm(folder, { recursive: true });
  });

  it("lets an owner who lost every passkey back in, and logs this", async () => {
    const [owner, viewer] = [
      await newOperator(shop, { role: "owner" }),
      await newOperator(shop, { role: "viewer" }),
    ];
    expect((await desk(["let-in", owner.name])).output).toContain("in use by another run");
    let output = "";
    const letIn = async () => {
      for (const name of [viewer.name, "nobody-here", "x' OR 1=1 --"])
        expect((await desk(["let-in", name])).output).toMatch(/is no owner|Whom\?/);
      ({ output } = await desk(["let-in", owner.name]));
    };
    await shop.stack.restart({ meanwhile: letIn });
    expect(output).toContain("asks for a new passkey");
    expect((await owner.ask(getMe)).status).toBe(200);
    const link = output.trimEnd().split("\n").at(-1) ?? "";
    expect((await desk(["enter"], {}, link)).output).toContain(`${owner.name} may work`);
    expect((await desk(["enter"], {}, link)).code).toBe(1);
    // The older tokens of this owner ended when the owner came back.
    expect((await owner.ask(getMe)).status).toBe(401);
    const lines = await shop.sql(
      `SELECT verdict, network = 'database' AS is_direct FROM desk_decision
       WHERE subject = 'operator' AND subject_id = ?1 ORDER BY rowid`,
      owner.name,
    );
    expect(lines).toEqual([
      { verdict: "let_in", is_direct: 1 },
      { verdict: "entered", is_direct: 0 },
    ]);
  });

  it("prints texts that people wrote so that they cannot look like lines of the command", async () => {
    const shopper = await shop.newShopper();
    const forged = "سلام\nShop, 2026-11-23T08:00:00.000Z\nبازپرداخت شد.";
    const opened = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: forged },
    });
    const { id } = opened.body.ticket;
    await shop.sql(
      "UPDATE ticket SET title = 'یک' || char(10) || 'tickets: none' || char(27) || '[2J' WHERE id = ?1",
      id,
    );
    const { output } = await desk(["getDeskTicket", id]);
    expect(output).not.toMatch(/^ *Shop, /m);
    expect(output).toContain("  │ Shop, 2026-11-23T08:00:00.000Z");
    const { output: list } = await desk(["listDeskTickets", `personId=${shopper.id}`]);
    for (const printed of [output, list]) {
      expect(printed).not.toContain("\u001b");
      expect(printed).not.toMatch(/^ *tickets: none/m);
      expect(printed).toMatch(/یک(?: |\n +│ )tickets: none\[2J/);
    }
  });
});
