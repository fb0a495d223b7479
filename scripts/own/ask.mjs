import { createInterface } from "node:readline";
import { Refused } from "./refused.mjs";

/**
 * Opens the questions of a command to its operator. Answers come from the terminal, or line by line from the
 * standard input. Questions go to the standard error, so that an output can be redirected. Secrets
 * are not shown while they are typed. Between questions the terminal is as usual, so that Ctrl-C
 * ends the command.
 */
export function openQuestions() {
  const ask = process.stdin.isTTY ? askTerminal : createPipe();
  return {
    ask,
    /** Whether a person sits at a terminal, and can be asked again. */
    isTerminal: process.stdin.isTTY,
    /** Asks until the answer is one of the choices; an empty answer means the first. */
    async choose(question, choices) {
      for (;;) {
        const answer = (await ask(`${question} (${choices.join(", ")})`)) || choices[0];
        if (choices.includes(answer)) return answer;
        console.error(`Answer with one of: ${choices.join(", ")}.`);
      }
    },
    confirm: async (question) => /^(?:y|yes|بله)$/i.test(await ask(`${question} [y/N]`)),
  };
}

/** Asks in a terminal. Each question has its own reader, which remembers no earlier answers. */
function askTerminal(question, { secret = false } = {}) {
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: true,
    historySize: 0,
  });
  const write = lines._writeToOutput.bind(lines);
  return new Promise((resolve) => {
    lines.once("SIGINT", () => process.exit(130));
    lines.question(`${question} `, (answer) => {
      lines.close();
      const given = answer.trim();
      // The length tells whether something was pasted completely.
      if (secret) process.stderr.write(given === "" ? "\n" : `(${given.length} characters)\n`);
      resolve(given);
    });
    // Only what is typed is hidden; the question is written already.
    if (secret)
      lines._writeToOutput = (text) => {
        if (text.startsWith(question)) write(`${question} `);
      };
  });
}

/** Answers questions from the lines of the standard input. */
function createPipe() {
  const lines = createInterface({ input: process.stdin });
  const iterator = lines[Symbol.asyncIterator]();
  return async (question) => {
    process.stderr.write(`${question}\n`);
    const { value, done } = await iterator.next();
    if (done) throw new Refused(`No answer came to the question “${question}”.`);
    return value.trim();
  };
}
