import { z } from "zod";
import { DESK_PATH, deskOperations } from "../../contract/desk/endpoints.ts";
import { type DeskEndpoint, withDeskRefusals } from "../../contract/desk/endpoint.ts";
import {
  type Endpoint,
  type Operation,
  RefusalAnswer,
  everyRefusal,
  refusals,
} from "../../contract/endpoint.ts";
import { BASE_PATH, operations } from "../../contract/endpoints.ts";

/**
 * A call of the shop or of the desk. Only calls of the shop have `access`; calls of the desk need
 * an operator.
 */
type Call = Omit<Endpoint, "access"> & { access?: Endpoint["access"]; role?: DeskEndpoint["role"] };

const GENERAL =
  "Amounts are in whole toman, timestamps in ISO 8601 in UTC. " +
  "A refusal has a stable code and a Persian sentence.";
/**
 * The rules of sections 7.1 and 7.2 of docs/specification.md: how a caller is recognised, and which
 * headers a browser must send.
 */
const AT_THE_SHOP =
  "At the shop's public address a session is the cookie `token`, which `POST /auth/verify` sets " +
  "and no script can read; an `Authorization` header is dropped there. One-time codes work only " +
  "with the cookie `visitor`, which `POST /auth` sets. Writes that carry a cookie, everything " +
  "below `/auth`, and delivered codes are answered only to the shop's own pages: with `Origin` or " +
  "`Sec-Fetch-Site`, which browsers send by themselves, else 403 `cross_site`. A backend that " +
  "answers these calls behind the shop's edge (`API_ORIGIN`) gets the session as a bearer token, " +
  "the browser's mark as `X-Visitor`, and no cookies. A call that may answer 403 " +
  "`second_code_needed` is repeated after `POST /auth/second/verify`.";

const SESSION = {
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: "token",
    description: "At the shop's public address",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "At a backend behind the shop's edge; the edge makes this header from the cookie",
  },
};
const OPERATOR = {
  operator: { type: "http", scheme: "bearer", description: "An operator's own token" },
};

/** Returns the contract as an OpenAPI 3.1 document, for another backend or client. */
export function describeShop() {
  return describeCalls(
    "Armaghan shop",
    `${GENERAL} ${AT_THE_SHOP}`,
    BASE_PATH,
    operations,
    SESSION,
  );
}

/** Returns the OpenAPI document of the desk, whose calls all need an operator's token. */
export function describeDesk() {
  const calls = deskOperations.map(({ endpoint, ...names }) => ({
    ...names,
    endpoint: withDeskRefusals(endpoint),
  }));
  return describeCalls("Armaghan desk", GENERAL, DESK_PATH, calls, OPERATOR);
}

function describeCalls(
  title: string,
  description: string,
  basePath: string,
  calls: readonly Operation<Call>[],
  securitySchemes: Record<string, object>,
) {
  const paths: Record<string, Record<string, unknown>> = {};
  /** Any one of the schemes is enough. */
  const security = Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] }));
  for (const call of calls) {
    const { method, path } = call.endpoint;
    const template = path.replace(/:(\w+)/g, "{$1}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeCall(call, security) };
  }
  return {
    openapi: "3.1.0",
    info: { title, version: "1", description },
    servers: [{ url: basePath }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: { Refusal: jsonSchema(RefusalAnswer, "output") },
      parameters: SAME_ORIGIN,
    },
  };
}

function describeCall({ name, noun, endpoint: call }: Operation<Call>, security: object[]) {
  const pathParameters = [...call.path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    operationId: name,
    tags: [noun],
    summary: call.role === undefined ? call.summary : `${call.summary} (${call.role})`,
    security: call.access === "anyone" || call.role === "anyone" ? [] : security,
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
  const schema = jsonSchema(call.query, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

/**
 * The headers in which a browser says which page makes a request. One of the two is enough; if both
 * are sent, they must agree.
 */
const SAME_ORIGIN = {
  Origin: {
    name: "Origin",
    in: "header",
    required: false,
    description: "The shop's own address, else 403 cross_site. Browsers send it by themselves",
    schema: { type: "string" },
  },
  SecFetchSite: {
    name: "Sec-Fetch-Site",
    in: "header",
    required: false,
    description: "«same-origin», else 403 cross_site. Browsers send it by themselves",
    schema: { type: "string" },
  },
};
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A repeated request with the same key gets the same answer and has no second effect",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" },
};

function headerParameters(call: Call): object[] {
  const isGuarded = everyRefusal(call).some(({ code }) => code === refusals.crossSite.code);
  return [
    ...(call.takesKey ? [IDEMPOTENCY_KEY] : []),
    ...(isGuarded
      ? Object.keys(SAME_ORIGIN).map((name) => ({ $ref: `#/components/parameters/${name}` }))
      : []),
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
  const fields = [call.upload].flat();
  const image = { type: "string", contentMediaType: "image/*" };
  const properties = Object.fromEntries(fields.map((field) => [field, image]));
  return {
    required: true,
    content: {
      "multipart/form-data": { schema: { type: "object", properties, required: fields } },
    },
  };
}

/**
 * Returns one response per status. The schema lists the refusal codes of the status, and the
 * description contains the sentences of these refusals.
 */
function refusalResponses(call: Call) {
  const byStatus = Map.groupBy(everyRefusal(call), ({ status }) => status);
  const responses = [...byStatus].map(([status, all]) => {
    const description = all.map(({ code, message }) => `${code}: ${message}`).join("\n");
    const codes = { type: "string", enum: all.map(({ code }) => code) };
    const schema = {
      allOf: [
        { $ref: "#/components/schemas/Refusal" },
        { type: "object", properties: { code: codes }, required: ["code"] },
      ],
    };
    return [status, { description, ...json(schema) }] as const;
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
