import { beforeAll, describe, expect, it } from "vitest";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { DEFAULT_AREAS, mayCall } from "../../../contract/desk/caller.ts";
import { FRESH_MINUTES, ROLES, type Role } from "../../../contract/desk/endpoint.ts";
import {
  changeRole,
  endOperator,
  getMe,
  inviteAgain,
  inviteOperator,
} from "../../../contract/desk/operator.ts";
import {
  CHALLENGE_MINUTES,
  addPasskey,
  endPasskey,
  enterWithPasskey,
  listPasskeys,
  provePasskey,
  startEntry,
  startPasskey,
  startProof,
} from "../../../contract/desk/passkey.ts";
import { listBrowsers, lookAtDoor } from "../../../contract/desk/session.ts";
import { createAuthenticator } from "../../support/authenticator.ts";
import {
  type TestOperator,
  anyParams,
  newNetwork,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import type { TestShop } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** Passkeys of operators. Every deployed shop requires them. */

const shop = useShop({ shopVars: { DESK_PASSKEYS: "required" } });

const pageOf = ({ stack }: TestShop) => `http://localhost:${String(stack.port)}`;
const authenticator = () => createAuthenticator(pageOf(shop));

/** An owner in a browser: once somebody has a passkey, only browsers can invite and remove. */
let owner: TestOperator;
beforeAll(async () => {
  owner = await newOperator(shop, { inBrowser: true, hasPasskey: true });
});

let phones = 0;

/** Enters a new operator in a browser by an invitation. */
async function open(role: Role = "support") {
  const name = `passkey-${newCharacters()}`;
  const body = { name, role, phone: `0912${String(2_000_000 + ++phones)}` };
  const { secret } = (await owner.ask(inviteOperator, { body })).body;
  return { name, ...(await accept(secret)) };
}

async function accept(secret: string) {
  const answer = await fetch(`${shop.stack.url}/desk/v1/invitations/acceptance`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Desk-Session": "1",
      "X-Client-Address": newNetwork(),
    },
    body: JSON.stringify({ secret }),
  });
  const { token } = (await answer.json()) as { token: string };
  return withDeskToken(shop, token);
}

type Caller = ReturnType<typeof withDeskToken>;

async function register(caller: Caller, device = authenticator(), label = "گوشی") {
  const { options } = (await caller.ask(startPasskey)).body;
  const credential = device.register(options);
  return {
    device,
    credential,
    answer: await caller.ask(addPasskey, { body: { label, credential } }),
  };
}

const challengeFor = async (name: string) =>
  (await withDeskToken(shop).ask(startEntry, { body: { name } })).body.options;
const enter = (credential: ReturnType<ReturnType<typeof authenticator>["show"]>) =>
  withDeskToken(shop).ask(enterWithPasskey, { body: { credential } });
const refused = { status: 401, body: { code: "passkey_refused" } };

describe("an operator of a deployed shop", () => {
  it("registers a passkey before anything else, in each role", async () => {
    for (const role of ROLES) {
      const caller = await open(role);
      expect((await caller.ask(getMe)).body).toMatchObject({
        lacksPasskey: true,
        hasPasskey: false,
      });
      expect((await caller.ask(lookAtDoor)).body).toMatchObject({
        operator: caller.name,
        lacksPasskey: true,
      });
      const calls = deskEndpoints.filter(
        (call) => mayCall(call, { role, areas: DEFAULT_AREAS[role] }) && !call.isBeforePasskey,
      );
      const answers = await Promise.all(
        calls.map((call) =>
          caller.askUntyped(call, { params: anyParams(call), ...(call.body && { body: {} }) }),
        ),
      );
      expect([...new Set(answers.map(({ body }) => body.code))]).toEqual(["passkey_missing"]);
      expect((await register(caller)).answer.status).toBe(200);
      expect((await caller.ask(listBrowsers)).body.sessions).toMatchObject([{ isThis: true }]);
    }
  });

  it("makes each call of their role from a browser, and no call above it", async () => {
    const calls = deskEndpoints.filter(
      ({ role, path }) => role !== "anyone" && path !== "/session",
    );
    for (const role of ROLES) {
      const caller = await open(role);
      await register(caller);
      const answers = await Promise.all(
        calls.map(async (call) => {
          const { status } = await caller.askUntyped(call, {
            params: anyParams(call),
            ...(call.body && { body: {} }),
          });
          return { call: `${call.method} ${call.path}`, isRefused: status === 403 };
        }),
      );
      expect(answers).toEqual(
        calls.map((call) => ({
          call: `${call.method} ${call.path}`,
          isRefused: !mayCall(call, { role, areas: DEFAULT_AREAS[role] }),
        })),
      );
    }
  });

  it("enters with a name and the passkey, once for each challenge and only within its minutes", async () => {
    const { name, ...caller } = await open("finance");
    const { device } = await register(caller);
    const challenge = await challengeFor(name);
    const shown = device.show(challenge);
    const answers = await Promise.all([enter(shown), enter(shown), enter(shown)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      name,
      role: "finance",
    });
    const late = await challengeFor(name);
    await shop.turnClock((CHALLENGE_MINUTES + 1) * MINUTE);
    expect(await enter(device.show(late))).toMatchObject(refused);
    await shop.turnClock(0);
  });

  it("cannot enter from another site's page, with another's name, or with another passkey", async () => {
    const { name, ...caller } = await open();
    const { device } = await register(caller);
    const { name: other, ...colleague } = await open();
    const theirs = (await register(colleague)).device;
    expect(
      await enter(device.show(await challengeFor(name), "https://evil.example")),
    ).toMatchObject(refused);
    expect(await enter(device.show(await challengeFor(other)))).toMatchObject(refused);
    expect(await enter(theirs.show(await challengeFor(name)))).toMatchObject(refused);
    expect(await enter(authenticator().show(await challengeFor(name)))).toMatchObject(refused);
    expect(await enter(device.show({ challenge: "bm8tc3VjaC1jaGFsbGVuZ2U" }))).toMatchObject(
      refused,
    );
    // A challenge does not reveal whether an operator of this name exists.
    const [known, unknown] = [await challengeFor(name), await challengeFor("nobody-at-all")];
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(await enter(device.show(unknown))).toMatchObject(refused);
  });

  it("has to show the passkey again in the same browser before changing roles", async () => {
    const caller = await open("owner");
    const { device } = await register(caller);
    const { name } = await newOperator(shop, { role: "support" });
    const lower = () => caller.ask(changeRole, { params: { name }, body: { role: "viewer" } });
    await shop.turnClock((FRESH_MINUTES + 1) * MINUTE);
    expect(await lower()).toMatchObject({ status: 403, body: { code: "passkey_needed" } });
    // A challenge of another browser, or one for entering, is refused.
    const other = await open("owner");
    await register(other);
    const foreign = (await other.ask(startProof)).body.options;
    const forEntry = await challengeFor(caller.name);
    for (const options of [foreign, forEntry])
      expect(
        await caller.ask(provePasskey, { body: { credential: device.show(options) } }),
      ).toMatchObject({ status: 409, body: { code: "passkey_not_proven" } });
    expect((await lower()).status).toBe(403);
    const { options } = (await caller.ask(startProof)).body;
    const proof = await caller.ask(provePasskey, { body: { credential: device.show(options) } });
    expect([proof.status, (await lower()).status]).toEqual([200, 200]);
    await shop.turnClock(0);
  });

  it("has at most two passkeys, can remove one, and cannot remove the last", async () => {
    const caller = await open("viewer");
    const first = await register(caller);
    const twice = await caller.ask(addPasskey, {
      body: { label: "دوباره", credential: first.credential },
    });
    expect(twice.body.code).toBe("passkey_not_proven");
    expect((await register(caller, authenticator(), "لپ‌تاپ")).answer.status).toBe(200);
    expect((await register(caller)).answer.body.code).toBe("too_many_passkeys");
    const { passkeys } = (await caller.ask(listPasskeys)).body;
    expect(passkeys.map(({ label }) => label)).toEqual(["گوشی", "لپ‌تاپ"]);
    const end = (index: number) =>
      caller.ask(endPasskey, { params: { id: passkeys[index]?.id ?? "" } });
    const stranger = await open("viewer");
    await register(stranger);
    expect((await stranger.ask(endPasskey, { params: { id: passkeys[0]?.id ?? "" } })).status).toBe(
      404,
    );
    expect((await end(0)).status).toBe(200);
    expect((await end(0)).status).toBe(404);
    expect((await end(1)).body.code).toBe("last_passkey");
    expect(await enter(first.device.show(await challengeFor(caller.name)))).toMatchObject(refused);
  });

  it("loses the passkey with a new invitation and when their work ends", async () => {
    const { name, ...caller } = await open();
    const { device } = await register(caller);
    const { secret } = (await owner.ask(inviteAgain, { params: { name } })).body;
    expect(await enter(device.show(await challengeFor(name)))).toMatchObject(refused);
    const again = await accept(secret);
    expect(await enter(device.show(await challengeFor(name)))).toMatchObject(refused);
    const second = await register(again);
    await owner.ask(endOperator, { params: { name } });
    expect(await enter(second.device.show(await challengeFor(name)))).toMatchObject(refused);
  });
});

describe("a terminal in a shop where somebody has a passkey", () => {
  it("cannot make a call that needs a passkey, and a program cannot either", async () => {
    const terminal = await newOperator(shop);
    const fresh = deskEndpoints.filter(({ needsFresh }) => needsFresh === true);
    expect(fresh.length).toBeGreaterThan(10);
    const program = await newOperator(shop, { program: "owner" });
    for (const call of fresh) {
      const request = { params: anyParams(call), ...(call.body && { body: {} }) };
      expect((await terminal.askUntyped(call, request)).body.code).toBe("browser_needed");
      expect((await program.askUntyped(call, request)).body.code).toBe("person_needed");
    }
  });
});
