import { playRaces } from "./races/play.ts";
import { walletRaces } from "./races/wallet.ts";

playRaces("a wallet", walletRaces);
