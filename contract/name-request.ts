import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { text } from "./field.ts";
import { FirstName, LastName, NameRequest } from "./user.ts";

/** Requests to change names that an identity proved. Sections 2 and 5. */

/** The most requests per day. A person may ask again, but an operator must read each request. */
export const NAME_REQUESTS_PER_DAY_MAX = 3;

export const nameRequestRefusals = {
  notProven: {
    code: "name_not_proven",
    status: 409,
    message: "نام شما هنوز تأیید نشده است و می‌توانید آن را خودتان تغییر دهید.",
  },
  alreadyOpen: {
    code: "name_request_open",
    status: 409,
    message: "درخواست تغییر نام شما پیش‌تر ثبت شده و در حال بررسی است.",
  },
} as const;

export const createNameRequest = {
  method: "POST",
  path: "/users/name-requests",
  summary: "Request a change of names that an identity proved; one open request at a time",
  access: "shopper",
  body: z.object({
    firstName: FirstName,
    lastName: LastName,
    reason: text(3, 500, "لطفاً دلیل تغییر نام را بنویسید."),
  }),
  answer: Message.extend({ nameRequest: NameRequest }),
  refusals: [refusals.invalid, refusals.tooMany, ...Object.values(nameRequestRefusals)],
} as const satisfies Endpoint;
