import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

export const getDeskOpenApi = {
  method: "GET",
  path: "/openapi.json",
  role: "viewer",
  area: "own",
  trace: "list",
  summary: "Get the description of the desk's API as an OpenAPI document",
  answer: z.looseObject({ openapi: z.string() }),
  refusals: [],
} as const satisfies DeskEndpoint;
