import { claimsOfBuying } from "./claims-of-buying.ts";
import { claimsOfGivingBack } from "./claims-of-giving-back.ts";
import { claimsOfPapers } from "./claims-of-papers.ts";
import { claimsOfPeople } from "./claims-of-people.ts";
import { conditionsOfGoods } from "./conditions-of-goods.ts";
import { conditionsOfProfiles } from "./conditions-of-profiles.ts";
import { conditionsOfSigningIn } from "./conditions-of-signing-in.ts";
import { effects } from "./effects.ts";
import type { Guard } from "./guard.ts";
import { ownersOfCarts } from "./owners-of-carts.ts";
import { ownersOfCounts } from "./owners-of-counts.ts";
import { ownersOfData } from "./owners-of-data.ts";
import { ownersOfMoney } from "./owners-of-money.ts";
import { ownersOfThings } from "./owners-of-things.ts";
import { refusedChanges } from "./refused-changes.ts";
import { refusedTwins } from "./refused-twins.ts";
import { refusedValues } from "./refused-values.ts";

/** Every guard of the shop: in its tables, its batches and its statements. */
export const guards: Guard[] = [
  ...refusedValues,
  ...refusedTwins,
  ...refusedChanges,
  ...effects,
  ...claimsOfBuying,
  ...claimsOfGivingBack,
  ...claimsOfPapers,
  ...claimsOfPeople,
  ...ownersOfThings,
  ...ownersOfMoney,
  ...ownersOfCarts,
  ...ownersOfCounts,
  ...ownersOfData,
  ...conditionsOfSigningIn,
  ...conditionsOfProfiles,
  ...conditionsOfGoods,
];
