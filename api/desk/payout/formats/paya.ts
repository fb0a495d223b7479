import { payoutRowRefusals } from "../../../../contract/desk/payout.ts";
import { TEHRAN_MS, tehranDay, writePersian } from "../../../../persian/calendar.ts";
import { type FileRow, type PayoutFormat } from "./format.ts";

/**
 * The group file of paya, `.ccti`: a local form of the customer credit transfer of ISO 20022. No
 * specification of a bank was available. The format follows several programs that make such files;
 * where they differ, it contains the minimum. Three things are uncertain: the namespace (some files
 * have none), whether a bank repeats `EndToEndId` in its answer, and whether a name may contain
 * letters that are not Persian. Try a file with one row first: docs/deploy.md.
 */
export const paya: PayoutFormat = {
  needsPayer: true,
  destination: ({ iban }) => iban,
  refuseRow: ({ iban, amountToman }, maxToman) => {
    if (iban === "") return payoutRowRefusals.ibanNeeded;
    return amountToman > maxToman ? payoutRowRefusals.payaTooLarge : null;
  },
  earlier: [],
  write({ number, madeAt, payer }, rows) {
    if (!payer) throw new Error("A paya file needs its payer");
    const id = payer.iban + number;
    const sum = rows.reduce((total, { amountRial }) => total + amountRial, 0);
    const totals = `<NbOfTxs>${String(rows.length)}</NbOfTxs><CtrlSum>${String(sum)}</CtrlSum>`;
    const name = `<Nm>${payer.name}</Nm>`;
    const lines = [
      '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">',
      "<CstmrCdtTrfInitn>",
      `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${jalaliTime(madeAt)}</CreDtTm>${totals}<InitgPty>${name}</InitgPty></GrpHdr>`,
      `<PmtInf><PmtInfId>1</PmtInfId><PmtMtd>TRF</PmtMtd>${totals}`,
      `<ReqdExctnDt>${jalaliDay(madeAt)}</ReqdExctnDt><Dbtr>${name}</Dbtr>`,
      `<DbtrAcct><Id><IBAN>${payer.iban}</IBAN></Id></DbtrAcct>`,
      `<DbtrAgt><FinInstnId><BIC>${CENTRAL_BANK}</BIC></FinInstnId></DbtrAgt>`,
      ...rows.map(writeRow),
      "</PmtInf>",
      "</CstmrCdtTrfInitn>",
      "</Document>",
      "",
    ];
    return { name: `${id}.ccti`, type: "application/xml", text: lines.join("\r\n") };
  },
};

/** The bank code in all known files. It is the same for every paying bank. */
const CENTRAL_BANK = "BMJIIRTHXXX";

function writeRow({ tracking, amountRial, owner, iban }: FileRow): string {
  return [
    `<CdtTrfTxInf><PmtId><InstrId>EMPTY</InstrId><EndToEndId>${tracking}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="IRR">${String(amountRial)}</InstdAmt></Amt>`,
    `<Cdtr><Nm>${owner}</Nm></Cdtr>`,
    `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`,
  ].join("");
}

/** The time in Tehran in the Persian calendar, in the form of paya files: 1404-08-01T09:30:00. */
const jalaliTime = (moment: number) =>
  `${jalaliDay(moment)}T${new Date(moment + TEHRAN_MS).toISOString().slice(11, 19)}`;

const jalaliDay = (moment: number) => writePersian(tehranDay(moment));
