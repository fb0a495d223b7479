import { z } from "zod";
import { DESK_PATH, deskEndpoints } from "../../contract/desk/endpoints.ts";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import type { DeskEndpoint } from "../../contract/desk/endpoint.ts";
import { type Endpoint, RefusalAnswer, everyRefusal } from "../../contract/endpoint.ts";
import { BASE_PATH, endpoints } from "../../contract/endpoints.ts";

/**
 * A call of either contract. Only calls of shoppers say who may use them; desk calls need an
 * operator.
 */
type Call = DeskEndpoint & { access?: Endpoint["access"] };

/** Returns the contract as an OpenAPI 3.1 document, for another backend or client. */
export function describeShop() {
  return describeCalls("Armaghan shop", BASE_PATH, endpoints);
}

/** Returns the OpenAPI document of the desk, whose calls all need an operator's token. */
export function describeDesk() {
  const calls = deskEndpoints.map((call) => ({
    ...call,
    refusals: [...call.refusals, deskRefusals.unknownOperator],
  }));
  return { ...describeCalls("Armaghan desk", DESK_PATH, calls), security: [{ session: [] }] };
}

function describeCalls(title: string, basePath: string, calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description:
        "Amounts are in whole toman, timestamps in ISO 8601 in UTC. " +
        "A refusal has a stable code and a Persian sentence.",
    },
    servers: [{ url: basePath }],
    paths,
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
      schemas: { Refusal: jsonSchema(RefusalAnswer, "output") },
    },
  };
}

function describeCall(call: Call) {
  const pathParameters = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    summary: call.summary,
    ...(call.access === "shopper" && { security: [{ session: [] }] }),
    parameters: [...pathParameters, ...queryParameters(call), ...headerParameters(call)],
    ...(requestBody(call) && { requestBody: requestBody(call) }),
    responses: {
      200: { description: "Done", content: answerContent(call) },
      ...refusalResponses(call),
    },
  };
}

function queryParameters(call: Call) {
  if (!call.query) return [];
  const schema = jsonSchema(call.query, "input") as { properties?: Record<string, unknown> };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: false,
    schema: property,
  }));
}

function headerParameters(call: Call) {
  if (!call.takesKey) return [];
  const description =
    "A repeated request with the same key gets the same answer and has no second effect";
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description,
      schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" },
    },
  ];
}

function answerContent(call: Call) {
  const schema = jsonSchema(call.answer, "output");
  return Object.fromEntries(
    (call.produces ?? ["application/json"]).map((type) => [type, { schema }]),
  );
}

function requestBody(call: Call) {
  if (call.body) return { required: true, ...json(jsonSchema(call.body, "input")) };
  if (call.upload === undefined) return undefined;
  const properties = { [call.upload]: { type: "string", contentMediaType: "image/*" } };
  return {
    required: true,
    content: { "multipart/form-data": { schema: { type: "object", properties } } },
  };
}

/** Returns one response per status: the schema lists its codes, the description their sentences. */
function refusalResponses(call: Call) {
  const byStatus = Map.groupBy(everyRefusal(call), ({ status }) => status);
  const responses = [...byStatus].map(([status, refusals]) => {
    const description = refusals.map(({ code, message }) => `${code}: ${message}`).join("\n");
    const code = { enum: refusals.map((refusal) => refusal.code) };
    return [
      status,
      { description, ...json({ $ref: "#/components/schemas/Refusal", properties: { code } }) },
    ] as const;
  });
  return Object.fromEntries(responses);
}

function json(schema: unknown) {
  return { content: { "application/json": { schema } } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
