import { beforeAll, expect, test } from "vitest";
import { inviteOperator } from "../../../contract/desk/operator.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { deskPages } from "../../../contract/desk/pages.ts";
import { pages } from "../../../contract/pages.ts";
import { findHtmlFaults } from "../../../scripts/check/html-faults.mjs";
import { withDeskToken } from "../../support/operator.ts";
import { OWNER_TOKENS } from "../../support/people.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** The HTML that the server sends, before a browser corrects it, and the targets of its links. */
const shop = useSharedShop({ edge: true });

/** The edge renders pages of shoppers for any cookie; the shop checks the session later. */
const SHOPPER = `token=${"a".repeat(43)}`;

/** One address of each page, and several for pages with parameters. */
const ADDRESSES: Record<string, string[]> = {
  "/products/:type/:urlName": ["itunes", "ea", "xbox-gamepass-core"].map(
    (name) => `/products/giftcard/${name}`,
  ),
  "/search": ["/search", "/search?q=استیم", "/search?q=xyzxyz"],
  "/tutorials/:slug": ["/tutorials/redeem-itunes-gift-card"],
};
const addresses = [
  ...[...pages, ...deskPages].flatMap(
    ({ path }) => ADDRESSES[path] ?? [path.replace(/:\w+/g, "x")],
  ),
  "/no-such-page",
];

const read = new Map<string, string>();

let sessions: Record<string, string>;

beforeAll(async () => {
  sessions = { Cookie: `${SHOPPER}; ${await openDesk()}`, "Sec-Fetch-Site": "same-origin" };
  for (const address of addresses) {
    const isForGuests = address === "/auth" || address === "/desk/enter";
    const answer = await fetch(`${shop.stack.url}${address}`, {
      redirect: "manual",
      ...(!isForGuests && { headers: sessions }),
    });
    const expected = address === "/no-such-page" ? 404 : 200;
    expect([address, answer.status]).toEqual([address, expected]);
    read.set(address, await answer.text());
  }
});

/** Lets an operator in, and returns the cookie of the session. */
async function openDesk(): Promise<string> {
  const body = { name: "reader-of-pages", role: "owner", phone: "09120000002" } as const;
  const owner = withDeskToken(shop, OWNER_TOKENS[0]);
  const { secret, proposalId } = (await owner.ask(inviteOperator, { body })).body;
  const params = { id: proposalId ?? "" };
  const second = withDeskToken(shop, OWNER_TOKENS[1]);
  await second.ask(decideProposal, { params, body: { status: "confirmed" } });
  const entered = await fetch(`${shop.stack.url}/desk/v1/invitations/acceptance`, {
    method: "POST",
    headers: { Origin: shop.stack.url, "Content-Type": "application/json" },
    body: JSON.stringify({ secret }),
  });
  return entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

// This runs before the HTML is checked, during which the server closes idle connections.
test("every link within the shop leads to an existing address", async () => {
  const links = new Set(
    [...read.values()].flatMap((html) =>
      [...html.matchAll(/\s(?:href|src)="(\/(?!\/)[^"#]*)/g)].map(([, link = ""]) =>
        link.replaceAll("&amp;", "&"),
      ),
    ),
  );
  expect(links.size).toBeGreaterThan(150);
  const lost: string[] = [];
  for (const link of links) {
    const answer = await fetch(`${shop.stack.url}${link}`, { headers: sessions });
    await answer.arrayBuffer();
    if (!answer.ok) lost.push(`${link} ${String(answer.status)}`);
  }
  expect(lost).toEqual([]);
});

test.each(addresses)("%s is valid HTML", async (address) => {
  expect(await findHtmlFaults(read.get(address) ?? "")).toEqual([]);
});

test("pages forbid phones to turn numbers, dates and addresses into links", () => {
  const detecting = [...read].filter(
    ([, html]) =>
      !html.includes(
        '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"',
      ),
  );
  expect(detecting.map(([address]) => address)).toEqual([]);
});
