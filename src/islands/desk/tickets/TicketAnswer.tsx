import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { deadlineWords } from "../../../stores/desk/prepared-answer.ts";
import { type DeskTicket, answer, move } from "../../../stores/desk/ticket.ts";
import { serverNow } from "../../../stores/server-clock.ts";
import { AnswerChoice } from "./AnswerChoice.tsx";

interface TicketAnswerProps {
  ticket: DeskTicket;
  textMax: number;
  text: string;
  setText: (text: string) => void;
}

/** The shop's answer, and the buttons that change the status of the ticket. */
export function TicketAnswer({ ticket, textMax, text, setText }: TicketAnswerProps) {
  const { id } = ticket;
  const { formOf, send, isSending: isAnswering, problem, messageOf } = useSending(["content"]);
  // Separate from the answer: changing the status does not send the text.
  const moving = useSending();
  const isSending = isAnswering || moving.isSending;
  const reply = async () => {
    if (await send(() => answer(id, text))) setText("");
  };
  return (
    <form {...formOf(reply)} className="flex flex-col gap-3 p-4">
      {(problem || moving.problem) !== "" && <ErrorBox message={problem || moving.problem} />}
      <AnswerChoice fields={fieldsOf(ticket)} text={text} onChange={setText} />
      <TextArea
        label="پاسخ فروشگاه"
        name="content"
        value={text}
        message={messageOf("content")}
        maximum={textMax}
        onChange={setText}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          isSending={isSending}
          isDisabled={text.trim() === ""}
          className="button button-decide"
        >
          پاسخ را بفرست
        </SubmitButton>
        <button
          type="button"
          className="button-quiet button-decide"
          disabled={isSending || ticket.status === "In Progress"}
          onClick={() => void moving.send(() => move(id, "In Progress"))}
        >
          در دست بررسی
        </button>
        <button
          type="button"
          className="button-quiet button-decide"
          disabled={isSending}
          onClick={() => void moving.send(() => move(id, "Closed"))}
        >
          بستن تیکت
        </button>
      </div>
    </form>
  );
}

/** Returns the values for the fields of a prepared answer, from the ticket. */
const fieldsOf = ({ person, aboutWords, dueAt }: DeskTicket) => ({
  name: person.provenOwner ?? `${person.firstName} ${person.lastName}`.trim(),
  code: aboutWords,
  deadline: deadlineWords(dueAt, serverNow()),
});
