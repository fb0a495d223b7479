import { createInterface } from "node:readline";
import { Refused } from "./cloudflare.mjs";

/**
 * Opens the questions of a deployment. Answers come from the terminal, or line by line from the
 * standard input. Questions go to the standard error, so that an output can be redirected. Secrets are
 * not shown while they are typed.
 */
export function openQuestions() {
  const isTerminal = Boolean(process.stdin.isTTY);
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: isTerminal,
  });
  const iterator = lines[Symbol.asyncIterator]();
  let isHidden = false;
  const write = lines._writeToOutput?.bind(lines);
  if (isTerminal && write)
    lines._writeToOutput = (text) => {
      if (!isHidden) write(text);
    };

  async function ask(question, { secret = false } = {}) {
    process.stderr.write(`${question} `);
    isHidden = secret;
    const { value, done } = await iterator.next();
    isHidden = false;
    if (secret || !isTerminal) process.stderr.write("\n");
    if (done) throw new Refused(`No answer came to the question “${question}”.`);
    return value.trim();
  }

  return {
    ask,
    /** Asks until the answer is one of the choices; an empty answer means the first. */
    async choose(question, choices) {
      for (;;) {
        const answer = (await ask(`${question} (${choices.join(", ")})`)) || choices[0];
        if (choices.includes(answer)) return answer;
        console.log(`Answer with one of: ${choices.join(", ")}.`);
      }
    },
    confirm: async (question) => /^(?:y|yes|بله)$/i.test(await ask(`${question} [y/N]`)),
    close: () => lines.close(),
  };
}
