import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { makeDossierKeys } from "../../scripts/dossier/dossier.mjs";
import { seal, unseal } from "../../scripts/serve/away.mjs";

/** Sealed copies for another machine (docs/own-server.md). */

const keys = makeDossierKeys();
/** The bytes before the first piece, and those of a whole piece with its tag. */
const HEAD = 16 + 91;
const PIECE = 1_000_016;

async function* chunksOf(bytes: Buffer, size = 70_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sealed = (bytes: Buffer) => whole(seal(chunksOf(bytes), keys.DOSSIER_PUBLIC_KEY));
const opened = (bytes: Buffer, size?: number) =>
  whole(unseal(chunksOf(bytes, size), keys.DOSSIER_PRIVATE_KEY));

test.each([0, 1, 1_000_000, 1_000_001, 2_500_000])(
  "%i bytes come back as they were, and only with the private key",
  async (count) => {
    const bytes = randomBytes(count);
    const file = await sealed(bytes);
    expect((await opened(file)).equals(bytes)).toBe(true);
    expect((await opened(file, 30_001)).equals(bytes)).toBe(true);
    const other = makeDossierKeys().DOSSIER_PRIVATE_KEY;
    await expect(whole(unseal(chunksOf(file), other))).rejects.toThrow("authenticate");
  },
);

test("a file that was cut off, changed or put together anew is refused", async () => {
  const file = await sealed(randomBytes(2_500_000));
  const [first, second] = [HEAD, HEAD + PIECE].map((at) => file.subarray(at, at + PIECE)) as [
    Buffer,
    Buffer,
  ];
  const head = file.subarray(0, HEAD);
  const rest = file.subarray(HEAD + 2 * PIECE);
  const changed = Buffer.from(file);
  changed.writeUInt8(changed.readUInt8(HEAD + 5) ^ 1, HEAD + 5);
  const files = {
    "without its last piece": Buffer.concat([head, first, second]),
    "without its second piece": Buffer.concat([head, first, rest]),
    "with two pieces exchanged": Buffer.concat([head, second, first, rest]),
    "with a byte changed": changed,
    "cut off within a piece": file.subarray(0, -5),
    "with only its beginning": head,
    "with less than its beginning": file.subarray(0, 40),
    "of another kind": randomBytes(5_000),
  };
  const says = /authenticate|no sealed copy|tag length/i;
  for (const [what, bytes] of Object.entries(files)) {
    const error = await opened(bytes).then(() => null, String);
    expect([what, error]).toEqual([what, expect.stringMatching(says) as string]);
  }
});
