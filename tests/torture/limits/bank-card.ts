import {
  addBankCard,
  BANK_CARDS_MAX,
  CARD_TRIES_PER_DAY_MAX,
  NEW_CARD_WAIT_HOURS,
  setIban,
} from "../../../contract/bank-card.ts";
import { holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { withCheckDigit } from "../../support/people.ts";
import {
  allowsOnly,
  constant,
  endsAfter,
  expectAnswer,
  letters,
  type Limit,
  place,
} from "./limit.ts";
import { type Shopper } from "./stage.ts";
import { imageOf } from "./upload.ts";
import { HOUR } from "../../support/time.ts";

const addCard = ({ ask }: Shopper, number: number, cardImage: string, cardOwner = "آزمون") =>
  ask(addBankCard, {
    body: {
      cardNumber: withCheckDigit(`621986105${String(number).padStart(6, "0")}`),
      cardOwner,
      cardImage,
    },
  });

const NO_IMAGE = "/api/v1/uploads/aaaaaaaaaaaaaaaaaaaaaa";

export const limitsOfBankCard: Limit[] = [
  constant("contract/bank-card.ts", "BANK_CARDS_MAX", "1_000", async (stage) => {
    const shopper = await stage.newShopper({ cardStatus: "none" });
    const image = await imageOf(shopper);
    await endsAfter(BANK_CARDS_MAX, (count) => addCard(shopper, count, image), "too_many_cards");
  }),
  constant("contract/bank-card.ts", "CARD_TRIES_PER_DAY_MAX", "2_000", async (stage) => {
    const shopper = await stage.newShopper();
    await endsAfter(
      CARD_TRIES_PER_DAY_MAX,
      (count) => addCard(shopper, count, NO_IMAGE),
      "too_many",
      "image_not_found",
    );
  }),
  constant("contract/bank-card.ts", "NEW_CARD_WAIT_HOURS", "0", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: 200_000 });
    const params = { id: shopper.cardId };
    const iban = "IR062960000000100324200001";
    expectAnswer(await shopper.ask(setIban, { params, body: { iban } }));
    const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
    const take = () =>
      stage.desk(holdWithdrawal, {
        params: { id: asked.body.withdrawal.id },
        body: { inHand: true },
      });
    stage.pass((NEW_CARD_WAIT_HOURS - 1) * HOUR);
    expectAnswer(await take(), "not_due");
    stage.pass(HOUR);
    expectAnswer(await take());
  }),
  place(
    "the length of a card owner's name",
    {
      file: "contract/field.ts",
      find: /\[\.\.\.value\]\.length <= 100,/,
      replace: "[...value].length <= 10_000,",
    },
    async (stage) => {
      const shopper = await stage.newShopper({ cardStatus: "none" });
      const image = await imageOf(shopper);
      await allowsOnly((length) => addCard(shopper, length, image, letters(length)), {
        inside: 100,
        beyond: 101,
      });
    },
  ),
];
