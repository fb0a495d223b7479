import { expect } from "vitest";
import {
  changePreparedAnswer,
  deletePreparedAnswer,
  listPreparedAnswers,
  makePreparedAnswer,
} from "../../../contract/desk/prepared-answer.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, expectRefused } from "./guard.ts";
import { checks, othersOf, refused, set } from "./schema.ts";

/** Guards of prepared answers. */

async function prepared(shop: TestShop) {
  const body = { title: `پاسخ ${newCharacters()}`, text: "سلام {نام} عزیز" };
  return (await shop.desk(makePreparedAnswer, { body })).body.preparedAnswer;
}

export const guardsOfPreparedAnswer: Guard[] = [
  ...checks("prepared_answer", { "(version >= 1)": set("prepared_answer", "version = 0") }),
  refused("unique prepared_answer (title)", othersOf("prepared_answer", "title")),
  {
    name: "must: there is room for a prepared answer",
    async attack({ shop }) {
      for (let made = 0; made < 50; made++) {
        const body = { title: `پاسخ شمارهٔ ${String(made)}`, text: "سلام {نام} عزیز" };
        await shop.desk(makePreparedAnswer, { body });
      }
      const answers = (await shop.desk(listPreparedAnswers)).body.preparedAnswers;
      const [{ count } = { count: 0 }] = await shop.sql<{ count: number }>(
        "SELECT count(*) AS count FROM prepared_answer",
      );
      // Other attacks add prepared answers too.
      await shop.sql("DELETE FROM prepared_answer WHERE title LIKE 'پاسخ شمارهٔ %'");
      expect([answers.length, count]).toEqual([50, 50]);
    },
  },
  {
    name: "must: the prepared answer is as it was read",
    async attack({ shop, meanwhile }) {
      const { id, title, version } = await prepared(shop);
      const change = (text: string) => ({ params: { id }, body: { title, text, version } });
      const rival = deskRequest(shop, changePreparedAnswer, change("نوشتهٔ همکار"));
      const answer = await meanwhile("'the prepared answer is as it was read'", [rival], () =>
        shop.desk(changePreparedAnswer, change("نوشتهٔ من")),
      );
      expectRefused(answer, "stale_answer");
    },
  },
  {
    name: "must: the prepared answer is there",
    async attack({ shop, meanwhile }) {
      const { id } = await prepared(shop);
      const request = { params: { id } };
      const rival = deskRequest(shop, deletePreparedAnswer, request);
      const answer = await meanwhile("'the prepared answer is there'", [rival], () =>
        shop.desk(deletePreparedAnswer, request),
      );
      expectRefused(answer, "not_found");
    },
  },
];
