import type { DeskEndpoint } from "../../contract/desk/endpoint.ts";
import { decideProposal, listProposals } from "../../contract/desk/proposal.ts";
import type { RequestArguments } from "../../contract/request.ts";
import { newOperator } from "./operator.ts";
import type { TestShop } from "./shop.ts";

/** Confirms or drops a proposal as a new second person. */
export async function confirmAsSecond(
  shop: TestShop,
  proposalId: string | null | undefined,
  status: "confirmed" | "dropped" = "confirmed",
) {
  const second = await newOperator(shop, { role: "finance" });
  return second.ask(decideProposal, {
    params: { id: proposalId ?? "nothing was asked" },
    body: { status },
  });
}

/**
 * Makes a call of the desk, and has a second person confirm its proposal, if there is one. If the
 * confirmation is refused, the proposal is dropped. Returns the answer to the call or that refusal.
 */
export async function byTwo<Call extends DeskEndpoint>(
  shop: TestShop,
  call: Call,
  ...request: RequestArguments<Call>
) {
  const asked = await shop.desk(call, ...request);
  const { proposalId } = asked.body as { proposalId?: string | null };
  if (!proposalId) return asked;
  const { status, body } = await confirmAsSecond(shop, proposalId);
  if (status !== 200) await confirmAsSecond(shop, proposalId, "dropped");
  return status === 200 ? asked : { ...asked, status, body: { ...asked.body, ...body } };
}

/**
 * Makes a call that gives something away. If it needs a second person, one confirms it, and the
 * call is made again.
 */
export async function giveByTwo<Answer extends { status: number; body: object }>(
  shop: TestShop,
  give: () => Promise<Answer>,
): Promise<Answer> {
  const first = await give();
  if ((first.body as { code?: string }).code !== "asked_second") return first;
  const { proposals } = (await shop.desk(listProposals)).body;
  await confirmAsSecond(shop, proposals.findLast(({ action }) => action.startsWith("give_"))?.id);
  return give();
}
