import { paymentRaces } from "./races/payments.ts";
import { playRaces } from "./races/play.ts";

playRaces("payments", paymentRaces);
