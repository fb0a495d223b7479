import { z } from "zod";

/** Reads the OpenAPI documents like a stranger, without the contract itself. */

export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  /** Of a refusal: the shape that all refusals share, and the codes that this status may have. */
  allOf?: [{ $ref: string }, Schema];
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Refusal: Schema } };
}

interface Operation {
  parameters: { name: string; in: "path" | "query" | "header"; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Call {
  name: string;
  isDesk: boolean;
  method: string;
  /** The path with the base path, and with parameters in braces. */
  path: string;
  /** Matches every path of this call. */
  pattern: RegExp;
  query: { name: string; schema: Schema }[];
  body: Schema | null;
  isUpload: boolean;
  /** By status: the schema of the answer, or its media types if it is not JSON. */
  answers: Map<number, z.ZodType | string[]>;
}

export function readDocument(document: unknown): Call[] {
  const { servers, paths, components } = document as Document;
  const base = servers[0]?.url ?? "";
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${base}${path}`,
      isDesk: base.startsWith("/desk"),
      method: method.toUpperCase(),
      path: `${base}${path}`,
      pattern: new RegExp(`^${base}${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      query: operation.parameters.filter((parameter) => parameter.in === "query"),
      body: operation.requestBody?.content["application/json"]?.schema ?? null,
      isUpload: operation.requestBody?.content["multipart/form-data"] !== undefined,
      answers: new Map(
        Object.entries(operation.responses).map(([status, { content }]) => [
          Number(status),
          answerOf(content),
        ]),
      ),
    })),
  );

  function answerOf(content: Content["content"]): z.ZodType | string[] {
    const json = content["application/json"]?.schema;
    if (!json) return Object.keys(content);
    return validator(json.allOf ? withCodes(json.allOf[1]) : json);
  }

  /** Limits the codes to those that the document lists for this status. */
  function withCodes({ properties }: Schema): Schema {
    const { Refusal } = components.schemas;
    if (!properties?.["code"]?.enum)
      throw new Error("A refusal of the document does not list its codes");
    return { ...Refusal, properties: { ...Refusal.properties, ...properties } };
  }
}

/** Objects of the document list all their fields, so the schema also refuses unknown fields. */
function validator(schema: Schema): z.ZodType {
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
}

/** Finds the call of a request. */
export function findCall(calls: readonly Call[], method: string, path: string): Call | undefined {
  const { pathname } = new URL(path, "http://shop.example");
  const found = calls.filter((call) => call.method === method && call.pattern.test(pathname));
  return found.find((call) => !call.path.includes("{")) ?? found[0];
}
