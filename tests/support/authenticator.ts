import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** An authenticator in software, for tests without a browser: one ES256 passkey with a counter. */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const text = (value: string) => Buffer.from(value, "utf8");

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** `origin` is the origin of the page on which the authenticator is used. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(24);
  let counter = 0;

  const clientData = (type: "create" | "get", challenge: string, page = origin) =>
    text(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: page, crossOrigin: false }));

  function authenticatorData(flags: number, credential: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(new URL(origin).hostname),
      Buffer.from([flags]),
      count,
      credential,
    ]);
  }

  /** The public key in the format of COSE. */
  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);

  const answer = <Response>(response: Response) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
    response,
  });

  return {
    register(options: { challenge: string }) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(
        USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), length, id, coseKey]),
      );
      const attestation = Buffer.concat([
        Buffer.from("a3", "hex"),
        Buffer.from("63", "hex"),
        text("fmt"),
        Buffer.from("64", "hex"),
        text("none"),
        Buffer.from("67", "hex"),
        text("attStmt"),
        Buffer.from("a0", "hex"),
        Buffer.from("68", "hex"),
        text("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return answer({
        clientDataJSON: clientData("create", options.challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    /** Shows the passkey, perhaps on a page of another origin. */
    show(options: { challenge: string }, page = origin) {
      counter += 1;
      const data = authenticatorData(USER_PRESENT | USER_VERIFIED);
      const client = clientData("get", options.challenge, page);
      const signature = createSign("SHA256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}
