import openapiTS, { type OpenAPI3, astToString } from "openapi-typescript";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { describeDesk, describeShop } from "../../api/openapi/document.ts";
import { withDeskRefusals } from "../../contract/desk/endpoint.ts";
import { deskOperations } from "../../contract/desk/endpoints.ts";
import { everyRefusal } from "../../contract/endpoint.ts";
import { operations } from "../../contract/endpoints.ts";

/** Clients that others generate from the OpenAPI documents: their types know every refusal. */

const calls = {
  shop: operations.map(({ name, endpoint }) => ({ name, refusals: everyRefusal(endpoint) })),
  desk: deskOperations.map(({ name, endpoint }) => ({
    name,
    refusals: everyRefusal(withDeskRefusals(endpoint)),
  })),
};

const HELPERS = `
import type { operations } from "./api";
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Json<Name extends keyof operations, Status extends keyof operations[Name]["responses"]> =
  operations[Name]["responses"][Status] extends { content: { "application/json": infer Body } }
    ? Body : never;
type CodeOf<Body> = Body extends { code: infer Code } ? Code : never;
function check<Fits extends true>(fits?: Fits): void { void fits; }
`;

/** Returns a line for each status of a call. It compiles only if the codes are the contract's. */
function checksOf({ name, refusals }: (typeof calls.shop)[number]): string[] {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return Array.from(byStatus, ([status, all]) => {
    const codes = all.map(({ code }) => JSON.stringify(code)).join(" | ");
    return `check<Same<CodeOf<Json<"${name}", ${String(status)}>>, ${codes}>>();`;
  });
}

/** Returns the messages of the compiler about a client. */
function compile(api: string, client: string): string[] {
  const files = new Map([
    ["/api.d.ts", api],
    ["/client.ts", client],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    lib: ["lib.es2024.d.ts"],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const real = { ...host };
  host.fileExists = (path) => files.has(path) || real.fileExists(path);
  host.readFile = (path) => files.get(path) ?? real.readFile(path);
  host.getSourceFile = (path, language) => {
    const text = files.get(path);
    return text === undefined
      ? real.getSourceFile(path, language)
      : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const generate = async (document: object) =>
  astToString(await openapiTS(document as unknown as OpenAPI3));

describe.each([
  ["shop", describeShop],
  ["desk", describeDesk],
] as const)("a client generated from the document of the %s", (kind, describeIt) => {
  it("type-checks, and knows the codes of every refusal", async () => {
    const checks = calls[kind].flatMap(checksOf);
    expect(checks.length).toBeGreaterThan(50);
    expect(compile(await generate(describeIt()), HELPERS + checks.join("\n"))).toEqual([]);
  });
});

it("a client that expects another code or answer does not type-check", async () => {
  const wrong = [
    'check<Same<CodeOf<Json<"createOrder", 403>>, "identity_needed">>();',
    'check<Same<Json<"createOrder", 200>, { orderId: number }>>();',
  ];
  expect(compile(await generate(describeShop()), HELPERS + wrong.join("\n"))).toEqual([
    "Type 'false' does not satisfy the constraint 'true'.",
    "Type 'false' does not satisfy the constraint 'true'.",
  ]);
});
