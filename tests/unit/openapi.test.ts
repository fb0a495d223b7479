import { describe, expect, it } from "vitest";
import { describeDesk, describeShop } from "../../api/openapi/document.ts";
import { deskEndpoints } from "../../contract/desk/endpoints.ts";
import { endpoints } from "../../contract/endpoints.ts";

interface Response {
  content: Record<string, { schema: { allOf?: { properties?: { code?: { enum: string[] } } }[] } }>;
}
interface Call {
  operationId: string;
  tags: string[];
  security: object[];
  parameters: { name?: string; $ref?: string; required?: boolean }[];
  responses: Record<string, Response>;
}
type Paths = Record<string, Record<string, Call>>;
const shop = describeShop() as unknown as {
  paths: Paths;
  components: { parameters: object; securitySchemes: Record<string, { name?: string }> };
};
const desk = describeDesk() as unknown as typeof shop;
const { paths } = shop;
const callsOf = (all: Paths) => Object.values(all).flatMap((path) => Object.values(path));
const codesOf = (method: string, path: string, status: number) =>
  paths[path]?.[method]?.responses[status]?.content["application/json"]?.schema.allOf?.find(
    ({ properties }) => properties,
  )?.properties?.code?.enum;
const statusesOf = (method: string, path: string) =>
  Object.keys(paths[path]?.[method]?.responses ?? {});

describe("the OpenAPI document", () => {
  it("lists the statuses that every call with a body may answer", () => {
    expect(statusesOf("post", "/carts/guest")).toEqual(["200", "400", "403", "413", "422", "503"]);
    expect(statusesOf("delete", "/carts")).toEqual(["200", "400", "401", "403", "413", "503"]);
    expect(statusesOf("get", "/categories")).toEqual(["200", "400", "503"]);
  });

  it("lists the refusals of a status, with those of a busy shop", () => {
    expect(codesOf("post", "/orders", 429)).toEqual(["too_many"]);
    expect(codesOf("post", "/orders", 409)).toContain("in_progress");
    expect(codesOf("get", "/orders/{orderId}", 404)).toEqual(["order_not_found"]);
  });

  it("describes images by their media types", () => {
    expect(
      Object.keys(paths["/uploads/{uploadId}"]?.["get"]?.responses["200"]?.content ?? {}),
    ).toEqual(["image/jpeg", "image/png", "image/webp"]);
  });

  it("lists the calls that take an idempotency key", () => {
    const named = Object.entries(paths).filter(([, { post }]) =>
      post?.parameters.some(({ name }) => name === "Idempotency-Key"),
    );
    expect(named.map(([path]) => path)).toEqual([
      "/orders",
      "/payments/initiate",
      "/tickets",
      "/tickets/{id}/messages",
      "/withdrawals",
    ]);
  });

  it("marks the mandatory parameters of a query as required", () => {
    const required = (all: Paths, path: string, method: string) =>
      all[path]?.[method]?.parameters.filter((one) => one.required).map(({ name }) => name);
    expect(required(paths, "/gifts", "get")).toEqual(["orderId"]);
    expect(required(paths, "/products", "get")).toEqual([]);
  });

  it("names every call and its noun, and no name twice", () => {
    for (const document of [shop, desk]) {
      const calls = callsOf(document.paths);
      expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length);
      expect(calls.every(({ tags }) => tags.length === 1)).toBe(true);
    }
    expect(paths["/orders"]?.["post"]).toMatchObject({
      operationId: "createOrder",
      tags: ["order"],
    });
    expect(desk.paths["/reviews/{id}"]?.["put"]).toMatchObject({ operationId: "endReview" });
  });

  it("says who may call: anybody, a session as cookie or bearer, an operator", () => {
    for (const { method, path, access } of endpoints)
      expect([path, securityOf(paths, method, path)]).toEqual([
        path,
        access === "anyone" ? [] : [{ cookie: [] }, { bearer: [] }],
      ]);
    expect(shop.components.securitySchemes["cookie"]).toMatchObject({
      in: "cookie",
      name: "token",
    });
    for (const { method, path, role } of deskEndpoints)
      expect([path, securityOf(desk.paths, method, path)]).toEqual([
        path,
        role === "anyone" ? [] : [{ operator: [] }],
      ]);
  });

  it("describes the Origin header for every call that may be refused as cross-site", () => {
    const ORIGIN = { $ref: "#/components/parameters/Origin" };
    expect(shop.components.parameters).toHaveProperty("Origin");
    for (const call of callsOf(paths)) {
      const codes = JSON.stringify(call.responses[403] ?? {}).includes("cross_site");
      const isDescribed = call.parameters.some(({ $ref }) => $ref === ORIGIN.$ref);
      expect([call.operationId, isDescribed]).toEqual([call.operationId, codes]);
    }
    expect(paths["/orders"]?.["post"]?.parameters).toContainEqual(ORIGIN);
    expect(paths["/orders"]?.["get"]?.parameters).not.toContainEqual(ORIGIN);
    expect(
      paths["/orders/{orderId}/items/{orderItemId}/content"]?.["get"]?.parameters,
    ).toContainEqual(ORIGIN);
    expect(callsOf(desk.paths).some(({ parameters }) => parameters.includes(ORIGIN))).toBe(false);
  });
});

function securityOf(all: Paths, method: string, path: string): object[] | undefined {
  return all[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.security;
}
