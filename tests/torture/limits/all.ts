import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run/root.mjs";
import type { Limit } from "./limit.ts";
import { limitsOfMoney } from "./of-money.ts";
import { limitsOfPapers } from "./of-papers.ts";
import { limitsOfSettings } from "./of-settings.ts";
import { limitsOfSigningIn } from "./of-signing-in.ts";
import { limitsOfWords } from "./of-words.ts";

/** What the shop's own program limits, by numbers of the contract, of the settings, and a few of its own. */
export const limits: Limit[] = [
  ...limitsOfSigningIn,
  ...limitsOfSettings,
  ...limitsOfMoney,
  ...limitsOfPapers,
  ...limitsOfWords,
];

/** Numbers of the contract that nobody can be held back by. */
export const EXCUSED: readonly string[] = [
  // How many rows of what is the caller's own, or everybody's, a list shows. Nobody can ask for more.
  "contract/dashboard.ts LATEST_MAX",
  "contract/discount-code.ts DISCOUNT_CODES_SHOWN_MAX",
  "contract/search.ts FOUND_PRODUCTS_MAX",
  "contract/search.ts FOUND_SUBCATEGORIES_MAX",
  "contract/search.ts FOUND_TUTORIALS_MAX",
  // What the shop tells of the banks.
  "contract/payment.ts FAILED_PAYMENT_RETURN_HOURS",
  // How long the shop waits for a provider.
  "api/base/settings.ts PROVIDER_TIMEOUT_MS",
  // How much is paid and given: no limit but a price, which the model predicts to the toman.
  "contract/referral.ts REFERRAL_PERCENT",
  "contract/referral.ts INVITEE_DISCOUNT_PERCENT",
  // How long the texts are that the shop itself writes into Torob's feed: they describe its answer.
  "contract/torob.ts TEXT_MAX",
  "contract/torob.ts SHORT_TEXT_MAX",
];

const SETTINGS = "api/base/settings.ts";

/** A limit as `numbersInSources` names it. */
export const numberOf = ({ name, without }: Limit): string =>
  `${"setting" in without ? SETTINGS : without.file} ${name}`;

/** All numbers that the contract writes down, with their files, and all numeric settings. */
export function numbersInSources(): string[] {
  const files = readdirSync(join(root, "contract")).map((file) => `contract/${file}`);
  const constants = files.flatMap((file) =>
    namesIn(file, /^(?:export )?const (\w+)(?:: \w+)? = \d[^;]*;$/gm),
  );
  return [...constants, ...namesIn(SETTINGS, /^ {2}(\w+): z\.coerce\.number\(\)/gm)];
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(
    ([, name = ""]) => `${file} ${name}`,
  );
}
