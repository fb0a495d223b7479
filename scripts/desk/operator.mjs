import { createHash, randomBytes } from "node:crypto";
import { ask, askOpenly, entranceLink, need, say } from "./call.mjs";
import { plain } from "./print.mjs";
import { readSecret, takeFile } from "./secret-input.mjs";

/** Operators, how they enter, and their tokens. See "Operators" in docs/operations.md. */
export const operatorCommands = {
  secret: () => {
    const secret = randomBytes(32).toString("base64url");
    console.log(`The secret of the first owner, to be kept until they entered:\n  ${secret}`);
    console.log("Once the shop runs with its SHA-256, the browser opens the desk with it:");
    console.log(`  ${entranceLink(secret, "first.")}`);
    console.log("Its SHA-256, for the shop's setting DESK_FIRST_OWNER:");
    console.log(`  ${createHash("sha256").update(secret).digest("hex")}`);
  },
  "first-owner": async (...words) => {
    const file = takeFile(words);
    const [name, phone] = words;
    need(name && phone, "Who? Give a short name and a phone: first-owner sara 09121234567");
    const secret = await readSecret(file, "The secret");
    printEntry(await askOpenly("POST", "/first-owner", { secret, name, phone }));
  },
  enter: async (...words) => {
    const given = await readSecret(takeFile(words), "The link or the secret of the invitation");
    const secret = given.slice(given.indexOf("#") + 1);
    printEntry(await askOpenly("POST", "/invitations/acceptance", { secret }));
  },
  link: async () => {
    const { secret, expiresAt } = await ask("POST", "/links");
    console.error(`The link opens the desk once, in a browser, until ${expiresAt}:`);
    console.log(entranceLink(secret));
  },
  me: async () => {
    const { name, role, areas, isPerson, expiresAt } = await ask("GET", "/me");
    console.log(
      `${name}, ${role} (${areas.join(", ")})${isPerson ? "" : " (a program)"}, until ${expiresAt}`,
    );
  },
  operators: async () => {
    const { operators } = await ask("GET", "/operators");
    for (const { name, role, areas, isPrepared, phone, enteredAt, endedAt, tokens } of operators) {
      const state = endedAt ? `ended ${endedAt}` : (enteredAt ?? "invited");
      const place = isPrepared ? role : `${role} (${areas.join(", ")})`;
      console.log(`  ${name}  ${place}  0${phone}  ${state}`);
      for (const token of tokens) console.log(`    ${describeToken(token)}`);
    }
  },
  invite: async (name, role, phone, areas) => {
    need(name && role && phone, "Whom? Give a name, a role and a phone.");
    printInvitation(await ask("POST", "/operators", { name, role, phone, ...chosen(areas) }));
  },
  "invite-again": async (name) => printInvitation(await ask("POST", `${pathOf(name)}/invitation`)),
  role: async (name, role, areas) => say("PUT", `${pathOf(name)}/role`, { role, ...chosen(areas) }),
  "end-operator": async (name) => say("DELETE", pathOf(name)),
  tokens: async () => {
    for (const token of (await ask("GET", "/tokens")).tokens)
      console.log(`  ${describeToken(token)}`);
  },
  token: async (role, ...words) => {
    need(role && words.length > 0, "What for? token ROLE [DAYS] LABEL");
    const days = /^\d+$/.test(words[0]) ? Number(words.shift()) : undefined;
    const made = await ask("POST", "/tokens", { role, label: words.join(" "), days });
    console.error(`${made.message} (${made.expiresAt})`);
    console.log(made.token);
  },
  "end-token": async (id) =>
    say("DELETE", `/tokens/${encodeURIComponent(need(id, "Which one? Give its id."))}`),
  proposals: async () => {
    const { proposals } = await ask("GET", "/proposals");
    if (proposals.length === 0) console.log("Nothing waits for a second person.");
    for (const { id, action, subjectId, details, askedBy, expiresAt } of proposals)
      console.log(
        `  ${id}  ${action} ${plain(subjectId)} ${plain(JSON.stringify(details))}, ` +
          `asked by ${askedBy}, until ${expiresAt}`,
      );
  },
  confirm: (id) => decideProposal(id, "confirmed"),
  drop: (id) => decideProposal(id, "dropped"),
};

function decideProposal(id, status) {
  need(id, "Which one? `proposals` shows their ids.");
  return say("PUT", `/proposals/${encodeURIComponent(id)}`, { status });
}

const pathOf = (name) => `/operators/${encodeURIComponent(need(name, "Who? Give the name."))}`;

/** The token alone goes to the standard output, so that it can be led into a file. */
/** Areas with commas; without them a role brings its prepared set. */
const chosen = (areas) => (areas === undefined ? {} : { areas: areas.split(",") });

function printEntry({ name, role, token, expiresAt }) {
  console.error(`${name} may work at the desk as ${role} until ${expiresAt}. The token:`);
  console.log(token);
}

function printInvitation({ message, secret, expiresAt }) {
  console.error(
    `${plain(message)}\nThe link works once, until ${expiresAt}: in a browser, or its end as the ` +
      "secret of `enter`.",
  );
  console.log(entranceLink(secret));
}

const describeToken = ({ id, label, role, expiresAt }) =>
  `${id}  ${role ?? "the person"}  ${plain(label)}  until ${expiresAt}`;
