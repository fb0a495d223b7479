import { readTogether, readFirst, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { Vault } from "../../base/vault.ts";
import {
  type Fingerprint,
  type HolderRow,
  type Mark,
  findCardFingerprint,
  findDevices,
  findHolder,
  findHoldersOfCard,
  findIdentityFingerprint,
  findOwnFingerprints,
} from "../../people/freeze/freeze-statements.ts";
import { fingerprintPhone } from "../../people/freeze/statements.ts";

interface Marked {
  marks: Mark[];
  people: HolderRow[];
}

/**
 * Finds the people and marks that a freeze stops; null when the person, card or device does not
 * exist.
 */
export async function findMarked(
  { db, vault }: Shop,
  { kind, id }: { kind: "person" | "card" | "identity" | "device"; id: string },
): Promise<Marked | null> {
  switch (kind) {
    case "person": {
      const [people, cards] = await readTogether(db, [
        findHolder(db, id),
        findOwnFingerprints(db, id),
      ]);
      return people.length === 0
        ? null
        : { people, marks: [...(await marksOf(vault, people)), ...cards.map(cardMark)] };
    }
    case "device": {
      const holder = await readFirst(findHolder(db, id));
      if (!holder || holder.phone === null) return null;
      const results = await readAll(findDevices(db, holder.phone));
      const people = [...new Map(results.map((row) => [row.user_id, row])).values()];
      return {
        people,
        marks: [
          ...people.map(({ user_id: value }) => ({ kind: "person", value }) as const),
          ...results.map(({ visitor_hash: value }) => ({ kind: "device", value }) as const),
        ],
      };
    }
    default: {
      const find = kind === "card" ? findCardFingerprint : findIdentityFingerprint;
      const card = await find(db, id).first<Fingerprint>();
      if (!card) return null;
      const people = await readAll(findHoldersOfCard(db, card.fingerprint));
      return { people, marks: [...(await marksOf(vault, people)), cardMark(card)] };
    }
  }
}

function cardMark({ fingerprint }: Pick<Fingerprint, "fingerprint">): Mark {
  return { kind: "card", value: fingerprint };
}

async function marksOf(vault: Vault, people: readonly HolderRow[]): Promise<Mark[]> {
  const marks = await Promise.all(
    people.map(async ({ user_id: value, phone }): Promise<Mark[]> => [
      { kind: "person", value },
      ...(phone === null
        ? []
        : [{ kind: "phone", value: await fingerprintPhone(vault, phone) } as const]),
    ]),
  );
  return marks.flat();
}
