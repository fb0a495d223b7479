import { createHash, randomBytes } from "node:crypto";
import { need } from "./call.mjs";

export const tokenCommands = {
  token: (name) => {
    need(name, "Whose token? Give the operator's name.");
    const token = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(token).digest("hex");
    console.log(`The token, for ${name} alone (DESK_TOKEN):\n  ${token}`);
    console.log("Its hash, to be added to those in the shop's setting DESK_TOKENS:");
    console.log(`  ${JSON.stringify({ [name]: hash })}`);
  },
};
