import { givingRaces } from "./races/giving.ts";
import { peopleRaces } from "./races/people.ts";
import { playRaces } from "./races/play.ts";
import { questionRaces } from "./races/questions.ts";
import { stockRaces } from "./races/stock.ts";
import { supplyRaces } from "./races/supplies.ts";
import { walletRaces } from "./races/wallet.ts";

// The races for payments take as long as all of these, so they run in their own file at once.
playRaces("codes, wallets and decisions", [
  ...stockRaces,
  ...walletRaces,
  ...peopleRaces,
  ...questionRaces,
  ...supplyRaces,
  ...givingRaces,
]);
