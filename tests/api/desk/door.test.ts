import { afterEach, describe, expect, test } from "vitest";
import { listDecisions } from "../../../contract/desk/decision.ts";
import { type Caller, DEFAULT_AREAS, closedBy } from "../../../contract/desk/caller.ts";
import { ROLES, type Role, isAtLeast } from "../../../contract/desk/endpoint.ts";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import {
  acceptInvitation,
  getMe,
  inviteAgain,
  inviteOperator,
} from "../../../contract/desk/operator.ts";
import { listTokens } from "../../../contract/desk/token.ts";
import {
  IDLE_MINUTES,
  LINK_HOURS,
  SESSION_HOURS,
  leaveDesk,
  lookAtDoor,
  makeLink,
} from "../../../contract/desk/session.ts";
import { deskPages, needsOfPage } from "../../../contract/desk/pages.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { DECIDING } from "../../../contract/desk/queue.ts";
import {
  CALLERS,
  anyParams,
  newNetwork,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import { OWNER_TOKENS } from "../../support/people.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { useShop, useSharedShop } from "../../support/use-shop.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

/** Entering the desk in a browser: links, the session and its cookie, and pages. */

/** A client with an owner's token. */
const asking = () => withDeskToken(edge, OWNER_TOKENS[0]);

let phones = 0;
const newPhone = () => `0912${String(3_000_000 + ++phones)}`;

/** `edge` is a shop behind the edge, which sets cookies. In the other one, tests set the clock. */
const edge = useSharedShop({ edge: true });
const shop = useSharedShop();
afterEach(() => shop.turnClock(0));

let networks = 0;
const at = (path: string, init: RequestInit = {}) =>
  fetch(`${edge.stack.url}${path}`, {
    redirect: "manual",
    ...init,
    headers: { "CF-Connecting-IP": `10.31.0.${String(++networks % 250)}`, ...init.headers },
  });
const page = () => ({ Origin: edge.stack.url, "Sec-Fetch-Site": "same-origin" });
const json = (body: unknown) => ({
  method: "POST",
  headers: { ...page(), "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Enters with a secret as the page does, and returns what the browser got. */
async function open(secret: string) {
  const answer = await at("/desk/v1/invitations/acceptance", json({ secret }));
  const setCookie = answer.headers.getSetCookie();
  const [cookie = ""] = setCookie.map((line) => line.split(";")[0] ?? "");
  return { answer, setCookie, cookie, body: (await answer.json()) as Record<string, unknown> };
}

/** A new operator in a browser. */
async function enter(role: Role = "support", areas?: Caller["areas"]) {
  const name = `browser-${newCharacters()}`;
  const body = { name, role, phone: newPhone(), ...(areas && { areas: [...areas] }) };
  const invited = await asking().ask(inviteOperator, { body });
  const { secret, proposalId } = invited.body;
  if (proposalId !== null)
    await withDeskToken(edge, OWNER_TOKENS[1]).ask(decideProposal, {
      params: { id: proposalId },
      body: { status: "confirmed" },
    });
  const { cookie } = await open(secret);
  const me = (headers: Record<string, string> = page()) =>
    at("/desk/v1/me", { headers: { Cookie: cookie, ...headers } });
  return { name, cookie, me };
}

/** A new operator in a browser, as the shop sees it behind the edge. */
async function enterBehindEdge(role: Role = "support") {
  const name = `session-${newCharacters()}`;
  const invited = await shop.desk(inviteOperator, { body: { name, role, phone: newPhone() } });
  const { secret, proposalId } = invited.body;
  // The second person must have the same areas, so an owner confirms: owners have all areas.
  if (proposalId !== null)
    await (
      await newOperator(shop)
    ).ask(decideProposal, { params: { id: proposalId }, body: { status: "confirmed" } });
  const { token } = (await openBehindEdge(secret)).body;
  const me = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${shop.stack.url}/desk/v1/me`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { name, me, ask: withDeskToken(shop, token).askUntyped };
}

async function openBehindEdge(secret: string) {
  const answer = await fetch(`${shop.stack.url}/desk/v1/invitations/acceptance`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Desk-Session": "1",
      "X-Client-Address": newNetwork(),
    },
    body: JSON.stringify({ secret }),
  });
  const body = (await answer.json()) as { name: string; role: string; token: string };
  return { status: answer.status, body };
}

const closing = (code: unknown) =>
  ["role_too_low", "area_closed"].find((closed) => closed === code);

describe("a browser at the desk", () => {
  test("is refused each call above its operator's role, and may make every other", async () => {
    const calls = deskEndpoints.filter(
      ({ role, path }) => role !== "anyone" && path !== "/session",
    );
    for (const role of ROLES) {
      const { ask } = await enterBehindEdge(role);
      const answers = await Promise.all(
        calls.map(async (call) => ({
          call: `${call.method} ${call.path}`,
          code: closing(
            (await ask(call, { params: anyParams(call), ...(call.body && { body: {} }) })).body
              .code,
          ),
        })),
      );
      expect(answers).toEqual(
        calls.map((call) => ({
          call: `${call.method} ${call.path}`,
          code: closedBy(call, { role, areas: DEFAULT_AREAS[role] })?.code,
        })),
      );
    }
  });

  test("gets its session in a cookie for the desk only, which no script reads and no other site uses", async () => {
    const { name, cookie, me } = await enter();
    const again = await asking().ask(inviteAgain, { params: { name } });
    const { answer, setCookie, body } = await open(again.body.secret);
    expect(answer.status).toBe(200);
    expect(body).toEqual({ name, role: "support", expiresAt: expect.any(String) as string });
    expect(setCookie).toEqual([
      expect.stringMatching(/^desk=[\w-]{20,}; Path=\/desk; HttpOnly; SameSite=Strict$/),
    ]);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    // The new invitation has ended the older session.
    expect((await me()).status).toBe(401);
    const [, token = ""] = cookie.split("=");
    const mine = (setCookie[0] ?? "").split(";")[0] ?? "";
    const asked = (headers: Record<string, string>) =>
      at("/desk/v1/me", { headers }).then(({ status }) => status);
    expect(await asked({ Cookie: mine, ...page() })).toBe(200);
    const elsewhere: Record<string, string>[] = [
      {},
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
    ];
    for (const headers of elsewhere) expect(await asked({ Cookie: mine, ...headers })).toBe(401);
    // Two cookies are ambiguous, and beside a bearer token the cookie does not count.
    expect(await asked({ Cookie: `${mine}; desk=${token}`, ...page() })).toBe(401);
    expect(await asked({ Cookie: mine, Authorization: `Bearer ${token}`, ...page() })).toBe(401);
    expect(await asked({ Cookie: `token=${mine.slice(5)}`, ...page() })).toBe(401);
  });

  test("is distinguished from a program, which gets a token and no cookie", async () => {
    const name = `program-${newCharacters()}`;
    const invited = await asking().ask(inviteOperator, {
      body: { name, role: "viewer", phone: newPhone() },
    });
    const answer = await at("/desk/v1/invitations/acceptance", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Desk-Session": "1" },
      body: JSON.stringify({ secret: invited.body.secret }),
    });
    const { token } = (await answer.json()) as { token: string };
    expect(answer.headers.getSetCookie()).toEqual([]);
    const bearer = { Authorization: `Bearer ${token}`, "X-Client-Address": "1.2.3.4" };
    const me = await at("/desk/v1/me", { headers: { ...bearer, "CF-Connecting-IP": "10.31.7.7" } });
    expect(await me.json()).toMatchObject({ name, isPerson: true, isSession: false });
    // The network of the log is the one that the edge saw.
    const query = { operator: name };
    expect((await edge.desk(listDecisions, { query })).body.decisions).toContainEqual(
      expect.objectContaining({ subject: "list", network: "10.31.7.7" }),
    );
    expect(
      await (await at("/desk/v1/session", { method: "DELETE", headers: bearer })).json(),
    ).toMatchObject({ code: "no_session" });
  });

  test("can leave, which ends its session and deletes its cookie", async () => {
    const { name, cookie, me } = await enter();
    const left = await at("/desk/v1/session", {
      method: "DELETE",
      headers: { Cookie: cookie, ...page() },
    });
    expect([left.status, left.headers.getSetCookie()]).toEqual([
      200,
      [expect.stringMatching(/^desk=; Max-Age=0/)],
    ]);
    expect((await me()).status).toBe(401);
    const { decisions } = (await edge.desk(listDecisions, { query: { operator: name } })).body;
    expect(decisions[0]).toMatchObject({ subjectId: name, verdict: "left" });
  });
});

describe("the session of a browser", () => {
  test("ends when it is idle, and automatic polls of its page do not count as use", async () => {
    const { me } = await enterBehindEdge();
    const poll = { "X-Desk-Poll": "1" };
    expect((await me()).body).toMatchObject({ isSession: true, isPerson: true });
    await shop.turnClock((IDLE_MINUTES - 1) * MINUTE);
    expect((await me()).status).toBe(200);
    await shop.turnClock((2 * IDLE_MINUTES - 3) * MINUTE);
    expect((await me(poll)).status).toBe(200);
    await shop.turnClock((2 * IDLE_MINUTES + 1) * MINUTE);
    expect((await me()).status).toBe(401);
  });

  test("ends after a long shift, even when it was in use all the time", async () => {
    const { me } = await enterBehindEdge();
    for (let minutes = 20; minutes < SESSION_HOURS * 60; minutes += 20) {
      await shop.turnClock(minutes * MINUTE);
      expect([minutes, (await me()).status]).toEqual([minutes, 200]);
    }
    await shop.turnClock(SESSION_HOURS * HOUR + MINUTE);
    expect((await me()).status).toBe(401);
  });
});

describe("a link", () => {
  const link = async (token = shop.deskToken) =>
    (await withDeskToken(shop, token).ask(makeLink)).body.secret;

  test("opens the desk once in another browser, and ends no other session", async () => {
    const operator = await newOperator(shop, { role: "finance" });
    const secret = await link(operator.token);
    const opened = await Promise.all([
      openBehindEdge(secret),
      openBehindEdge(secret),
      openBehindEdge(secret),
    ]);
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(opened.find(({ status }) => status === 200)?.body).toMatchObject({
      name: operator.name,
      role: "finance",
    });
    expect((await operator.ask(getMe)).status).toBe(200);
    // A session is not in the list of tokens of programs.
    expect((await operator.ask(listTokens)).body.tokens).toHaveLength(1);
    const [first, second] = [await link(operator.token), await link(operator.token)];
    expect((await openBehindEdge(first)).status).toBe(401);
    await shop.turnClock((LINK_HOURS + 1) * HOUR);
    expect((await openBehindEdge(second)).status).toBe(401);
  });

  test("does not cancel an invitation, and ends with the session or token that made it", async () => {
    const operator = await newOperator(shop, { role: "support" });
    const secret = await link(operator.token);
    const again = await shop.desk(inviteAgain, { params: { name: operator.name } });
    expect((await operator.ask(makeLink)).status).toBe(401);
    expect((await openBehindEdge(secret)).status).toBe(401);
    expect((await openBehindEdge(again.body.secret)).status).toBe(200);
  });

  test("can be made only by a person, not by a program", async () => {
    const program = await newOperator(shop, { role: "owner", program: "owner" });
    expect(await program.ask(makeLink)).toMatchObject({ body: { code: "person_needed" } });
    expect(await withDeskToken(shop).ask(leaveDesk)).toMatchObject({ status: 401 });
    const body = { secret: "a-secret-that-nobody-was-given" };
    expect(await withDeskToken(shop).ask(acceptInvitation, { body })).toMatchObject({
      status: 401,
    });
  });
});

describe("a page of the desk", () => {
  test("redirects to the entrance without a session, and with one shows the operator", async () => {
    const guest = await at("/desk/settings?tab=tokens");
    expect([
      guest.status,
      guest.headers.get("Location"),
      guest.headers.get("Cache-Control"),
    ]).toEqual([302, "/desk/enter?return=%2Fdesk%2Fsettings%3Ftab%3Dtokens", "private, no-store"]);
    const { name, cookie } = await enter("viewer");
    const door = (Cookie: string) =>
      at("/desk/v1/door", { headers: { Cookie, ...page() } }).then((answer) => answer.json());
    expect(await door(cookie)).toMatchObject({ operator: name, needsPasskey: false });
    expect(await door("")).toMatchObject({ operator: null });
    const known = await at("/desk/settings", { headers: { Cookie: cookie } });
    expect(await known.text()).toContain(name);
    for (const answer of [known, await at("/desk/enter")])
      expect([
        answer.status,
        answer.headers.get("Cache-Control"),
        answer.headers.get("X-Robots-Tag"),
      ]).toEqual([200, "private, no-store", "noindex, nofollow"]);
    const lost = await at("/desk/no-such-page", { headers: { Cookie: `desk=${"x".repeat(43)}` } });
    expect([lost.status, lost.headers.getSetCookie().length]).toEqual([302, 1]);
    expect((await at("/desk/no-such-page", { headers: { Cookie: cookie } })).status).toBe(404);
  });
});

/** The addresses in the navigation rail of a page. */
function railOf(html: string): string[] {
  const nav = /<nav aria-label="بخش‌های میز کار"[^]*?<\/nav>/.exec(html)?.[0] ?? "";
  return [...nav.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
}

test("each caller opens the pages of their role and areas, and their rail leads to these alone", async () => {
  const paths = deskPages.flatMap(({ path, audience }) =>
    audience === "operator" && !path.includes(":") ? [path] : [],
  );
  for (const caller of CALLERS) {
    const { cookie } = await enter(caller.role, caller.areas);
    const read = async (path: string) => {
      const answer = await at(path, { headers: { Cookie: cookie } });
      return { path, status: answer.status, html: await answer.text() };
    };
    const pages = await Promise.all(paths.map(read));
    // For a caller who decides nothing, the queue redirects to the first page of their rail.
    const decides = Object.values(DECIDING).some((call) => closedBy(call, caller) === null);
    const isLedOn = (path: string) => path === "/desk" && !decides;
    expect(pages.map(({ path, status }) => ({ path, status }))).toEqual(
      paths.map((path) => {
        const closed = closedBy(needsOfPage(path), caller);
        return { path, status: closed ? 403 : isLedOn(path) ? 302 : 200 };
      }),
    );
    for (const { path, html } of pages.filter(({ status }) => status === 403))
      expect(html).toContain(
        isAtLeast(caller.role, needsOfPage(path).role)
          ? "این صفحه در بخش‌های شما نیست."
          : "این صفحه برای نقش شما نیست.",
      );
    const open = pages.filter(({ status }) => status === 200).map(({ path }) => path);
    const rail = railOf((await read("/desk/settings")).html);
    expect(rail).toContain("/desk/settings");
    expect(rail.filter((path) => !open.includes(path))).toEqual([]);
  }
});

describe("where passkeys are required", () => {
  const strict = useShop({ shopVars: { DESK_PASSKEYS: "required" } });

  test("a link does not open the desk", async () => {
    expect(await withDeskToken(strict, strict.deskToken).ask(makeLink)).toMatchObject({
      status: 409,
      body: { code: "links_closed" },
    });
    expect((await withDeskToken(strict).ask(lookAtDoor)).body.needsPasskey).toBe(true);
  });
});
