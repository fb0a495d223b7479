import { readTogether, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { countAgainstLimit } from "../../base/rate-limit.ts";
import { DAY_MS } from "../../base/time.ts";
import { type EarlierSends, sendsCap } from "./rules.ts";
import { findReturn } from "./known-statements.ts";
import * as sends from "./send-statements.ts";
import type { Work } from "./work.ts";

/** Reads the earlier codes that the limits count, in one call. */
export async function readEarlier(
  { db, settings }: Shop,
  requester: sends.Requester,
  work: Work | null,
  now: number,
): Promise<EarlierSends> {
  const [phone, address, [strangers], used, returns] = await readTogether(db, [
    sends.phoneSends(db, requester, now),
    sends.addressSends(db, requester, now),
    sends.strangersSends(db, requester, settings, now),
    sends.findWork(db, work?.salt ?? ""),
    findReturn(db, requester, now),
  ]);
  const { isKnownBrowser } = requester;
  const fromNetwork = phone.filter((row) => row.network_hash === requester.networkHash);
  return {
    phone: phone.map((row) => row.created_at),
    phoneFromNetwork: isKnownBrowser ? [] : fromNetwork.map((row) => row.created_at),
    address: address.map((row) => row.created_at),
    addressDayCount: isKnownBrowser ? 0 : (strangers?.address_count ?? 0),
    networkDayCount: isKnownBrowser ? 0 : (strangers?.network_count ?? 0),
    shopCount: isKnownBrowser ? 0 : (strangers?.count ?? 0),
    workedCount: strangers?.worked_count ?? 0,
    isWorkUsed: used.length > 0,
    mayReturn: returns.length > 0,
  };
}

/** Logs, each once a day, that half of the budget is spent and that half of the cap is spent. */
export async function warnHalfSpent({ db, settings }: Shop, now: number): Promise<void> {
  const sent = await readFirst(sends.sendsOfHalfCap(db, settings, now));
  const isCapNear = (sent?.count ?? 0) >= Math.ceil(sendsCap(settings) / 2);
  for (const half of isCapNear ? ["budget", "cap"] : ["budget"])
    if ((await countAgainstLimit(db, "siege", half, now, DAY_MS)) === 1)
      console.warn(JSON.stringify({ alarm: "sign_in_siege", halfSpent: half }));
}
