import { Hono } from "hono";
import { z } from "zod";
import { answerOrFail } from "./faults.ts";
import { type Env, providersState } from "./environment.ts";

/** Resend's call for one e-mail. Accepted e-mails appear in the inbox at once. */

const API_KEY = "sandbox";

const Mail = z.object({
  from: z.string().min(3),
  to: z.array(z.email()).min(1).max(50),
  subject: z.string().min(1),
  text: z.string().min(1),
  html: z.string().min(1),
});

const NAMES: Record<number, string> = {
  401: "missing_api_key",
  403: "invalid_api_key",
  409: "invalid_idempotent_request",
  422: "validation_error",
  429: "rate_limit_exceeded",
};

export const emailRoutes = new Hono<{ Bindings: Env }>().post("/emails", (c) =>
  answerOrFail(
    c.env,
    "resend",
    "send",
    async () => {
      const authorization = c.req.header("Authorization");
      if (authorization === undefined) return failure(401);
      if (authorization !== `Bearer ${API_KEY}`) return failure(403);
      const mail = Mail.safeParse(await c.req.json().catch(() => null));
      if (!mail.success) return failure(422);
      const id = await providersState(c.env).addMail({
        ...mail.data,
        key: c.req.header("Idempotency-Key") ?? crypto.randomUUID(),
      });
      return id === null ? failure(409) : Response.json({ id });
    },
    { failure, wrongTypes: () => Response.json({ id: null }) },
  ),
);

function failure(status: number): Response {
  const name = NAMES[status] ?? "application_error";
  return Response.json(
    { statusCode: status, name, message: name.replaceAll("_", " ") },
    { status },
  );
}
