import type { Inquiry } from "./inquiry.ts";
import { createZibalInquiry } from "./zibal-inquiry.ts";

export type InquiryFact = "phone" | "card" | "iban";

/** The facts that the shop asks an inquiry provider about; empty when none is configured. */
export interface Inquiries {
  facts: readonly InquiryFact[];
  /** The provider's name in the log. */
  name: "zibal";
  provider: Inquiry;
}

/** The settings of the shop that are about inquiries. */
interface InquirySettings {
  PROVIDER_TIMEOUT_MS: number;
  /** Names of facts, separated by commas. */
  INQUIRY_FACTS: string;
  INQUIRY_ORIGIN: string;
  INQUIRY_TOKEN?: string;
}

export function openInquiries(
  settings: InquirySettings,
  fetch: typeof globalThis.fetch,
): Inquiries {
  return {
    facts: settings.INQUIRY_FACTS.split(",").filter((fact) => fact !== "") as InquiryFact[],
    name: "zibal",
    provider: createZibalInquiry({
      origin: settings.INQUIRY_ORIGIN,
      token: settings.INQUIRY_TOKEN ?? "",
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
      fetch,
    }),
  };
}
