import { playRaces } from "./races/play.ts";
import { stockRaces } from "./races/stock.ts";

playRaces("codes and discounts", stockRaces);
