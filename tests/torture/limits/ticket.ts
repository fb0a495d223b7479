import { expect } from "vitest";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import {
  ANSWER_SMS_MINUTES,
  createTicket,
  PROBLEM_HOURS,
  replyToTicket,
  TICKET_MESSAGES_PER_HOUR_MAX,
  TICKET_TEXT_MAX,
  TICKET_TEXT_MIN,
  TICKET_TITLE_MAX,
  TICKET_TITLE_MIN,
  TICKETS_PER_DAY_MAX,
} from "../../../contract/ticket.ts";
import { withItems } from "./buying.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, letters, type Limit } from "./limit.ts";
import { type Shopper, type Stage } from "./stage.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

export const TEXT = "این متن به اندازه کافی بلند است.";

const TICKET = "contract/ticket.ts";

const openTicket = (
  { ask }: Shopper,
  what: { title?: string; description?: string; orderItemId?: string } = {},
) => ask(createTicket, { body: { title: "عنوان", description: TEXT, ...what } });

const allowsTicket = async (
  stage: Stage,
  inside: { title?: string; description?: string },
  beyond: typeof inside,
) => {
  const shopper = await stage.newShopper();
  await allowsOnly((words) => openTicket(shopper, words), { inside, beyond });
};

async function withTicket(stage: Stage): Promise<{ shopper: Shopper; ticketId: string }> {
  const shopper = await stage.newShopper();
  const opened = await openTicket(shopper);
  expectAnswer(opened);
  return { shopper, ticketId: opened.body.ticket.id };
}

export const limitsOfTicket: Limit[] = [
  constant(TICKET, "TICKET_TITLE_MIN", "1", (stage) =>
    allowsTicket(
      stage,
      { title: letters(TICKET_TITLE_MIN) },
      { title: letters(TICKET_TITLE_MIN - 1) },
    ),
  ),
  constant(TICKET, "TICKET_TITLE_MAX", "10_000", (stage) =>
    allowsTicket(
      stage,
      { title: letters(TICKET_TITLE_MAX) },
      { title: letters(TICKET_TITLE_MAX + 1) },
    ),
  ),
  constant(TICKET, "TICKET_TEXT_MIN", "1", (stage) =>
    allowsTicket(
      stage,
      { description: letters(TICKET_TEXT_MIN) },
      { description: letters(TICKET_TEXT_MIN - 1) },
    ),
  ),
  constant(TICKET, "TICKET_TEXT_MAX", "100_000", (stage) =>
    allowsTicket(
      stage,
      { description: letters(TICKET_TEXT_MAX) },
      { description: letters(TICKET_TEXT_MAX + 1) },
    ),
  ),
  constant(TICKET, "TICKETS_PER_DAY_MAX", "2_000", async (stage) => {
    const shopper = await stage.newShopper();
    await endsAfter(TICKETS_PER_DAY_MAX, () => openTicket(shopper), "too_many");
  }),
  constant(TICKET, "TICKET_MESSAGES_PER_HOUR_MAX", "6_000", async (stage) => {
    const { shopper, ticketId } = await withTicket(stage);
    const write = () =>
      shopper.ask(replyToTicket, { params: { id: ticketId }, body: { content: TEXT } });
    await endsAfter(TICKET_MESSAGES_PER_HOUR_MAX, write, "too_many");
  }),
  constant(TICKET, "PROBLEM_HOURS", "2_400", async (stage) => {
    const { shopper, buy } = await withItems(stage);
    const reportAfter = async (ms: number) => {
      const orderItemId = await buy();
      stage.pass(ms);
      return openTicket(shopper, { orderItemId });
    };
    const hours = PROBLEM_HOURS * HOUR;
    await allowsOnly(reportAfter, { inside: hours - 1, beyond: hours }, "problem_too_late");
  }),
  constant(TICKET, "ANSWER_SMS_MINUTES", "0", async (stage) => {
    const { ticketId } = await withTicket(stage);
    const answerAfter = async (minutes: number) => {
      stage.pass(minutes * MINUTE);
      expectAnswer(
        await stage.desk(answerTicket, { params: { id: ticketId }, body: { content: TEXT } }),
      );
      const [row] = await stage.shop.sql(
        "SELECT count(*) AS sent FROM outbox WHERE id LIKE 'ticket:%'",
      );
      return row?.["sent"];
    };
    expect([
      await answerAfter(1),
      await answerAfter(ANSWER_SMS_MINUTES - 1),
      await answerAfter(1),
    ]).toEqual([1, 1, 2]);
  }),
];
