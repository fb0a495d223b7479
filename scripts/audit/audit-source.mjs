import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { programs, root } from "../run/root.mjs";
import { stateDir } from "../run/stack.mjs";

const ANSWER_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Finds the file of a local shop's D1, and skips the file of metadata that workerd writes next to
 * it.
 */
export function findDatabase(dataDir) {
  const state = stateDir(dataDir);
  const files = existsSync(state) ? readdirSync(state, { recursive: true, encoding: "utf8" }) : [];
  const found = files.filter(
    (file) => /\bd1\b.*\.sqlite$/.test(file) && !file.endsWith("metadata.sqlite"),
  );
  if (found.length !== 1)
    throw new Error(
      `There is no shop in ${dataDir} yet. Start one with \`npm start\`, or name a database file.`,
    );
  return join(state, found[0]);
}

/** Runs all queries on a file in one transaction, since a running shop may write meanwhile. */
export function askFile(path, questions) {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec("BEGIN");
    return questions.map((sql) => database.prepare(sql).all());
  } catch (error) {
    throw new Error(
      `${path} cannot be asked: is it a shop's database, with all migrations? (${error.message})`,
      { cause: error },
    );
  } finally {
    database.close();
  }
}

/**
 * Runs all queries on the deployed database in one call, with the account that wrangler is signed
 * in to.
 */
export function askDeployed(questions) {
  const where = ["--remote", "--json", "-c", join(root, "dist", "deploy", "shop.json")];
  const args = [
    programs.wrangler,
    "d1",
    "execute",
    "DB",
    ...where,
    "--command",
    questions.join(";\n"),
  ];
  const output = execFileSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["inherit", "pipe", "inherit"],
    maxBuffer: ANSWER_MAX_BYTES,
  });
  const answers = JSON.parse(output).map(({ results }) => results);
  if (answers.length !== questions.length)
    throw new Error(`Only ${answers.length} of ${questions.length} questions were answered.`);
  return answers;
}
