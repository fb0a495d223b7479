import { givingRaces } from "./races/giving.ts";
import { peopleRaces } from "./races/people.ts";
import { playRaces } from "./races/play.ts";
import { questionRaces } from "./races/questions.ts";
import { stockRaces } from "./races/stock.ts";
import { supplyRaces } from "./races/supplies.ts";
import { walletRaces } from "./races/wallet.ts";

// The races for payments take as long as all of these together. They are in a separate file, which
// runs at the same time.
playRaces("codes, wallets and decisions", [
  ...stockRaces,
  ...walletRaces,
  ...peopleRaces,
  ...questionRaces,
  ...supplyRaces,
  ...givingRaces,
]);
