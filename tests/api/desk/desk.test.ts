import { getDeskOpenApi } from "../../../contract/desk/openapi.ts";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { getProfile } from "../../../contract/user.ts";
import { newNetwork } from "../../support/operator.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const shop = useSharedShop();
const bearer = () => `Bearer ${shop.deskToken}`;

const desk = (method: string, path: string, authorization: string | undefined, body?: unknown) =>
  fetch(`${shop.stack.url}/desk/v1${path}`, {
    method,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      "X-Client-Address": newNetwork(),
      "Content-Type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("the desk", () => {
  it("accepts only an operator's token", async () => {
    const shopper = await shop.newShopper();
    const token = shop.deskToken;
    const wrong = [
      undefined,
      "",
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${hash(token)}`,
      `Bearer ${shopper.token}`,
      "Bearer ",
    ];
    for (const { method, path, role } of deskEndpoints) {
      if (role === "anyone") continue;
      const asked = wrong.map((token) =>
        desk(method, path.replace(/:\w+/g, "x"), token, method === "GET" ? undefined : {}),
      );
      for (const [index, answer] of (await Promise.all(asked)).entries()) {
        const authorization = wrong[index];
        expect([path, authorization, answer.status]).toEqual([path, authorization, 401]);
        expect(await answer.json()).toEqual({
          message: "نشان کارمند پذیرفته نشد.",
          code: "unknown_operator",
        });
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
      }
    }
    const known = await desk("GET", "/no-such-call", bearer());
    expect([known.status, known.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  it("gives an operator's token no rights of a shopper", async () => {
    const answer = await shop.ask(getProfile, { headers: { Authorization: bearer() } });
    expect(answer).toMatchObject({ status: 401, body: { message: "Invalid token." } });
  });

  it("refuses bodies that are too large", async () => {
    const answer = await desk("POST", "/tickets/x/messages", bearer(), {
      content: "x".repeat(70_000),
    });
    expect(answer.status).toBe(413);
  });

  it("describes its calls as an OpenAPI document", async () => {
    const answer = await desk("GET", getDeskOpenApi.path, bearer());
    const document = (await answer.json()) as {
      servers: unknown;
      paths: Record<string, Record<string, { responses: object }>>;
    };
    expect(document.servers).toEqual([{ url: "/desk/v1" }]);
    for (const { method, path, role } of deskEndpoints) {
      const described = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      expect(Object.keys(described?.responses ?? {})).toEqual(
        expect.arrayContaining(["200", "503", ...(role === "anyone" ? [] : ["401"])]),
      );
    }
  });

  it("records decisions permanently, with the operator's name", async () => {
    const shopper = await shop.newShopper();
    const opened = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: "کد از چه کشوری است؟" },
    });
    const { id } = opened.body.ticket;
    const moved = await desk("PUT", `/tickets/${id}/status`, bearer(), { status: "In Progress" });
    expect(moved.status).toBe(200);
    const decisions = () =>
      shop.sql("SELECT operator, subject, verdict FROM desk_decision WHERE subject_id = ?1", id);
    const written = [{ operator: "local", subject: "ticket", verdict: "In Progress" }];
    expect(await decisions()).toEqual(written);
    await expect(shop.sql("UPDATE desk_decision SET operator = 'first'")).rejects.toThrow(
      "decisions are only added",
    );
    await expect(shop.sql("DELETE FROM desk_decision")).rejects.toThrow("decisions are only added");
    expect(await decisions()).toEqual(written);
  });
});
