import { describe, expect, it } from "vitest";
import { describeShop } from "../../api/openapi/document.ts";

interface Response {
  content: Record<string, { schema: { properties?: { code?: { enum: string[] } } } }>;
}
const { paths } = describeShop() as unknown as {
  paths: Record<
    string,
    Record<string, { parameters: { name: string }[]; responses: Record<string, Response> }>
  >;
};
const codesOf = (method: string, path: string, status: number) =>
  paths[path]?.[method]?.responses[status]?.content["application/json"]?.schema.properties?.code
    ?.enum;
const statusesOf = (method: string, path: string) =>
  Object.keys(paths[path]?.[method]?.responses ?? {});

describe("the OpenAPI document", () => {
  it("names what any call with a body may answer: not readable, too large, not as asked, from another site, not now", () => {
    expect(statusesOf("post", "/carts/guest")).toEqual(["200", "400", "403", "413", "422", "503"]);
    expect(statusesOf("delete", "/carts")).toEqual(["200", "401", "403", "413", "503"]);
    expect(statusesOf("get", "/categories")).toEqual(["200", "503"]);
  });

  it("names the codes that come with a status, also those that only a crowd of buyers hears", () => {
    expect(codesOf("post", "/orders", 429)).toEqual(["too_many"]);
    expect(codesOf("post", "/orders", 409)).toContain("in_progress");
    expect(codesOf("get", "/orders/{orderId}", 404)).toEqual(["order_not_found"]);
  });

  it("says that an image is no JSON", () => {
    expect(
      Object.keys(paths["/uploads/{uploadId}"]?.["get"]?.responses["200"]?.content ?? {}),
    ).toEqual(["image/jpeg", "image/png", "image/webp"]);
  });

  it("says which calls may be named by their caller", () => {
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
});
