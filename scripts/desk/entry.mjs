import { createHash, randomBytes } from "node:crypto";
import { askOpenly, entranceLink, need } from "./call.mjs";
import { readSecret } from "./input.mjs";

/**
 * Commands with which operators enter; they read secrets from standard input. See "Operators" in
 * docs/operations.md.
 */
export const entryCommands = {
  secret: () => {
    const secret = randomBytes(32).toString("base64url");
    console.log(`The secret of the first owner, to be kept until they entered:\n  ${secret}`);
    console.log("Once the shop runs with its SHA-256, the browser opens the desk with it:");
    console.log(`  ${entranceLink(secret, "first.")}`);
    console.log("Its SHA-256, for the shop's setting DESK_FIRST_OWNER:");
    console.log(`  ${createHash("sha256").update(secret).digest("hex")}`);
  },
  "first-owner": async (name, phone) => {
    need(name && phone, "Who? Give a short name and a phone: first-owner sara 09121234567");
    const secret = secretOf(await readSecret("The link or its secret"));
    printEntry(await askOpenly("POST", "/first-owner", { secret, name, phone }));
  },
  enter: async () => {
    const secret = secretOf(await readSecret("The link or the secret of the invitation"));
    printEntry(await askOpenly("POST", "/invitations/acceptance", { secret }));
  },
};

/** Returns the secret at the end of a link, or a text that is a secret itself. */
const secretOf = (given) => given.replace(/^.*#(?:first\.)?/, "");

/** Writes only the token to standard output, which can be redirected into a file. */
function printEntry({ name, role, token, expiresAt }) {
  console.error(`${name} may work at the desk as ${role} until ${expiresAt}. The token:`);
  console.log(token);
}
