import { peopleRaces } from "./races/people.ts";
import { playRaces } from "./races/play.ts";

playRaces("decisions and words", peopleRaces);
