import { walletRaces } from "./races/wallet.ts";
import { playRaces } from "./races/play.ts";

playRaces("a wallet", walletRaces);
