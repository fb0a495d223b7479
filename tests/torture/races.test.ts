import { peopleRaces } from "./races/people.ts";
import { playRaces } from "./races/play.ts";
import { stockRaces } from "./races/stock.ts";
import { walletRaces } from "./races/wallet.ts";

// The races for payments take as long as all of these, so they run beside them in a file of their own.
playRaces("codes, wallets and decisions", [...stockRaces, ...walletRaces, ...peopleRaces]);
