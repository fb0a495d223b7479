import { useEffect, useState } from "react";
import type { TicketSummary } from "../../../contract/ticket.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextArea } from "../../parts/TextArea.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { UploadField } from "../../parts/UploadField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { finishAttachment } from "../../stores/attachment.ts";
import { messagesOf } from "../../stores/messages.ts";
import { checkText } from "../../stores/text-rule.ts";
import { openTicket } from "../../stores/ticket.ts";
import { createUpload } from "../../stores/upload.ts";
import type { TicketLimits } from "./ticket-limits.ts";
import type { Topic } from "./TicketTopic.tsx";

/** The delivered item that a ticket reports a problem with. */
export interface ProblemItem {
  id: string;
  name: string;
}

interface TicketFormProps {
  item: ProblemItem | null;
  /** The subject that the shopper chose, if the ticket is about no item. */
  topic: Topic | null;
  limits: TicketLimits;
  onOpened: (ticket: TicketSummary) => void;
}

export function TicketForm(props: TicketFormProps) {
  const { item, topic, limits } = props;
  const { form, upload, isSending, problem, field } = useTicketForm(props);
  // Focuses a field, because the button that chose the subject is gone.
  useEffect(() => {
    if (topic)
      form.ref.current
        ?.querySelector<HTMLElement>(`[name="${topic.title ? "description" : "title"}"]`)
        ?.focus();
  }, [topic, form.ref]);
  return (
    <form {...form} className="flex flex-col gap-4">
      {item && (
        <p className="notice">
          دربارهٔ{" "}
          <span translate="no" className="font-semibold">
            {item.name}
          </span>
        </p>
      )}
      {topic?.orderAddress && (
        <p className="notice">
          تا ۲۴ ساعت پس از تحویل، گزارش کنار خود کد زودتر رسیدگی می‌شود:{" "}
          <a className="link" href={topic.orderAddress}>
            رفتن به سفارش
          </a>
        </p>
      )}
      <TextField label="عنوان" dir="auto" autoComplete="off" {...field("title")} />
      <TextArea label="توضیحات" maximum={limits.text.maximum} {...field("description")} />
      <UploadField label="تصویر (اختیاری)" name="image" upload={upload} message="" />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending}>
        {isSending ? "در حال ثبت تیکت…" : "ثبت تیکت"}
      </SubmitButton>
    </form>
  );
}

function useTicketForm({ item, topic, limits, onOpened }: TicketFormProps) {
  const [upload] = useState(() => createUpload(limits.imageMaxBytes));
  const fields = useFields({
    form: "ticket",
    start: {
      title: cutTitle(item ? `مشکل در ${item.name}` : (topic?.title ?? ""), limits),
      description: "",
    },
    check: (name, value) =>
      name === "title"
        ? checkText(value, "لطفاً عنوان تیکت را وارد کنید.", limits.title)
        : checkText(value, "لطفاً توضیحات تیکت را وارد کنید.", limits.text),
    send: async ({ title, description }) => {
      const attachment = await finishAttachment(upload);
      if ("messages" in attachment) return attachment.messages;
      const ticket = {
        title,
        description,
        imageUrl: attachment.imageUrl,
        orderItemId: item?.id ?? null,
      };
      const outcome = await openTicket(ticket);
      if (!outcome.ok) return messagesOf(outcome);
      onOpened(outcome.value.ticket);
      return {};
    },
  });
  return { ...fields, upload };
}

/** Cuts the proposed title to the length that the contract accepts. */
function cutTitle(title: string, { title: { maximum } }: TicketLimits): string {
  return Array.from(title).slice(0, maximum).join("");
}
