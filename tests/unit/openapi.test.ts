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
  it("lists the statuses that every call with a body may answer", () => {
    expect(statusesOf("post", "/carts/guest")).toEqual(["200", "400", "403", "413", "422", "503"]);
    expect(statusesOf("delete", "/carts")).toEqual(["200", "401", "403", "413", "503"]);
    expect(statusesOf("get", "/categories")).toEqual(["200", "503"]);
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
});
