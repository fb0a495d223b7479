import { execFileSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorName } from "../../contract/desk/operator.ts";
import { findDatabase } from "../audit/audit-source.mjs";
import { lockWhole } from "../run/lock.mjs";
import { programs, root } from "../run/root.mjs";
import { readRunSettings } from "../run/setup.mjs";
import { entranceLink } from "./call.mjs";

const DAY_MS = 86_400_000;

/**
 * `let-in`: makes a new invitation for an owner who cannot enter any more. It writes to the
 * database directly, so only a person with access to the database can run it.
 */
export const letInCommands = {
  "let-in": (...words) => {
    const isRemote = words.includes("--remote");
    const [name, ...more] = words.filter((word) => word !== "--remote");
    // The statements contain the name, so any other text is refused.
    if (!OperatorName.safeParse(name).success || more.length > 0)
      throw new Error("Whom? Give the name of an owner: let-in sara --remote");
    const secret = randomBytes(32).toString("base64url");
    const known = run(reinviteStatements(name, secret, Date.now()), isRemote);
    if (known !== 1) throw new Error(`${name} is no owner who works here.`);
    console.error(
      `The link lets ${name} in once, within a day, and ends what let them in before. Opened in a ` +
        "browser it asks for a new passkey. The log keeps that it was made.",
    );
    console.log(entranceLink(secret));
  },
};

/**
 * Returns the statements that invite an owner again, as the desk does, and write a line of the log.
 * The last statement counts the owners with this name.
 */
function reinviteStatements(name, secret, now) {
  const hash = createHash("sha256").update(secret).digest("hex");
  const owner = `FROM operator WHERE name = '${name}' AND role = 'owner' AND ended_at IS NULL`;
  return [
    `DELETE FROM operator_invitation
     WHERE accepted_at IS NULL AND operator IN (SELECT name ${owner})`,
    `INSERT INTO operator_invitation (hash, operator, created_at, expires_at, purpose)
     SELECT '${hash}', name, ${now}, ${now + DAY_MS}, 'invitation' ${owner}`,
    `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at, network)
     SELECT '${randomUUID()}', name, 'operator', name, 'let_in', ${now}, 'database' ${owner}`,
    `SELECT count(*) AS count ${owner}`,
  ];
}

/** Runs the statements together, and returns the count that the last one selects. */
function run(statements, isRemote) {
  if (!isRemote) {
    const { dataDir } = readRunSettings();
    // A second writer breaks the connection of a running shop to its database.
    const lock = lockWhole(dataDir);
    const database = new DatabaseSync(findDatabase(dataDir));
    try {
      database.exec(`BEGIN IMMEDIATE; ${statements.slice(0, -1).join(";")}; COMMIT`);
      return database.prepare(statements.at(-1)).get().count;
    } finally {
      database.close();
      lock.release();
    }
  }
  const where = ["--remote", "--json", "-c", join(root, "dist", "deploy", "shop.json")];
  const output = execFileSync(
    process.execPath,
    [programs.wrangler, "d1", "execute", "DB", ...where, "--command", statements.join(";\n")],
    { encoding: "utf8", stdio: ["inherit", "pipe", "inherit"] },
  );
  return JSON.parse(output).at(-1).results[0].count;
}
