import { stockRaces } from "./races/stock.ts";
import { playRaces } from "./races/play.ts";

playRaces("codes and discounts", stockRaces);
