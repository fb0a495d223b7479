import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { answer } from "../../../stores/desk/queue-acts.ts";
import {
  $awaitsReply,
  $drafts,
  $otherHand,
  type QueuePane,
} from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";
import { KeyHint } from "../KeyHint.tsx";
import { TalkPicture } from "../TalkPicture.tsx";
import { deadlineWords } from "../../../stores/desk/prepared-answer.ts";
import { AnswerChoice } from "../tickets/AnswerChoice.tsx";
import { serverNow } from "../../../stores/server-clock.ts";

/** The id of the field that the key R focuses. */
export const REPLY_ID = "queue-reply";

/**
 * The messages of a ticket, and the field for the shop's answer. The typed answer is kept while
 * other things are open.
 */
export function Talk({ pane, operator }: { pane: QueuePane; operator: string }) {
  return (
    <div className="pane-talk">
      <h3>{pane.summary}</h3>
      <ol>
        {pane.talk.map((word) => (
          <li key={word.at + word.text} className={word.from === "shop" ? "talk-shop" : ""}>
            <p>
              <b>{word.by || "خریدار"}</b> <time dateTime={word.at}>{formatDate(word.at)}</time>
            </p>
            <p className="talk-text" dir="auto">
              {word.text}
            </p>
            {word.uploadId !== null && word.uploadId !== pane.uploadId && (
              <TalkPicture uploadId={word.uploadId} operator={operator} />
            )}
          </li>
        ))}
      </ol>
      {pane.isWaiting && <Reply pane={pane} />}
    </div>
  );
}

function Reply({ pane }: { pane: QueuePane }) {
  const key = keyOf(pane);
  const draft = useStore($drafts)[key] ?? "";
  const otherHand = useStore($otherHand);
  const { formOf, problem, refuse, isSending, send } = useSending();
  useEffect(() => {
    if ($awaitsReply.get()) document.querySelector<HTMLElement>(`#${REPLY_ID}`)?.focus();
    $awaitsReply.set(false);
  }, []);
  const submit = () =>
    send(async () => {
      if (otherHand !== null) return `${otherHand} این کار را در دست دارد.`;
      return draft.trim() === "" ? "لطفاً پیام خود را وارد کنید." : answer(pane, draft);
    });
  return (
    <form {...formOf(submit)} className="pane-reply">
      <AnswerChoice
        fields={fieldsOf(pane)}
        text={draft}
        onChange={(text) => {
          $drafts.setKey(key, text);
        }}
      />
      <label className="label" htmlFor={REPLY_ID}>
        پاسخ فروشگاه
      </label>
      <textarea
        id={REPLY_ID}
        className="field"
        rows={4}
        dir="auto"
        value={draft}
        onChange={(event) => {
          $drafts.setKey(key, event.target.value);
          refuse({});
        }}
        onKeyDown={(event) => {
          if (event.code === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void submit();
          }
          if (event.code === "Escape") event.currentTarget.blur();
        }}
      />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button">
        فرستادن پاسخ <KeyHint code="Enter" isCtrl />
      </SubmitButton>
    </form>
  );
}

/** Returns the values for the fields of a prepared answer, from the open ticket. */
const fieldsOf = ({ name, aboutWords, dueAt, isWaiting }: QueuePane) => ({
  name,
  code: aboutWords,
  deadline: isWaiting ? deadlineWords(dueAt, serverNow()) : "",
});
