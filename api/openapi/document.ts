import { z } from "zod";
import { type Endpoint, RefusalAnswer } from "../../contract/endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";

/** The contract as an OpenAPI 3.1 document, for whoever keeps it with a backend of their own. */
export function describeContract(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Armaghan shop",
      version: "1",
      description: "Amounts are whole toman, moments ISO 8601 in UTC. A refusal carries a stable code and a Persian sentence.",
    },
    servers: [{ url: BASE_PATH }],
    paths,
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
      schemas: { Refusal: jsonSchema(RefusalAnswer, "output") },
    },
  };
}

function describeEndpoint(endpoint: Endpoint) {
  const pathParameters = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    summary: endpoint.summary,
    ...(endpoint.access === "shopper" && { security: [{ session: [] }] }),
    parameters: [...pathParameters, ...queryParameters(endpoint)],
    ...(requestBody(endpoint) && { requestBody: requestBody(endpoint) }),
    responses: { 200: { description: "Done", ...json(jsonSchema(endpoint.answer, "output")) }, ...refusalResponses(endpoint) },
  };
}

function queryParameters(endpoint: Endpoint) {
  if (!endpoint.query) return [];
  const schema = jsonSchema(endpoint.query, "input") as { properties?: Record<string, unknown> };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: false,
    schema: property,
  }));
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.body) return { required: true, ...json(jsonSchema(endpoint.body, "input")) };
  if (endpoint.upload === undefined) return undefined;
  const properties = { [endpoint.upload]: { type: "string", contentMediaType: "image/*" } };
  return { required: true, content: { "multipart/form-data": { schema: { type: "object", properties } } } };
}

/** One response per status; its description lists the codes and sentences that come with it. */
function refusalResponses(endpoint: Endpoint) {
  const responses: Record<string, { description: string; content: unknown }> = {};
  for (const { status, code, message } of endpoint.refusals) {
    const earlier = responses[status]?.description;
    const description = `${earlier ? `${earlier}\n` : ""}${code}: ${message}`;
    responses[status] = { description, ...json({ $ref: "#/components/schemas/Refusal" }) };
  }
  if (endpoint.access === "shopper" && !responses[401]) {
    responses[401] = { description: "invalid_token: Invalid token.", ...json({ $ref: "#/components/schemas/Refusal" }) };
  }
  return responses;
}

function json(schema: unknown) {
  return { content: { "application/json": { schema } } };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
