import { useRef, useState } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextArea } from "../../parts/TextArea.tsx";
import { UploadField } from "../../parts/UploadField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { finishAttachment } from "../../stores/attachment.ts";
import { messagesOf } from "../../stores/messages.ts";
import { notify } from "../../stores/notice.ts";
import { checkText } from "../../stores/text-rule.ts";
import { reply } from "../../stores/ticket.ts";
import { createUpload } from "../../stores/upload.ts";
import type { TicketLimits } from "./ticket-limits.ts";

interface ReplyProps {
  ticketId: string;
  limits: TicketLimits;
}

export function ReplyModal({ ticketId, limits }: ReplyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isSent = useRef(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        ارسال پاسخ
      </button>
      <Modal
        isOpen={isOpen}
        title="ارسال پاسخ"
        about={ticketId}
        onClose={close}
        onClosed={() => {
          // The result is shown after the dialog closes: screen readers ignore the page behind an
          // open dialog.
          if (isSent.current) notify("success", "پیام شما با موفقیت ارسال شد!");
          isSent.current = false;
        }}
      >
        <ReplyForm
          ticketId={ticketId}
          limits={limits}
          onSent={() => {
            isSent.current = true;
            close();
          }}
        />
      </Modal>
    </>
  );
}

function ReplyForm({ ticketId, limits, onSent }: ReplyProps & { onSent: () => void }) {
  const [upload] = useState(() => createUpload(limits.imageMaxBytes));
  const { form, field, isSending, problem } = useFields({
    form: "reply",
    start: { content: "" },
    check: (_, value) => checkText(value, "لطفاً پیام خود را وارد کنید.", limits.text),
    send: async ({ content }) => {
      const attachment = await finishAttachment(upload);
      if ("messages" in attachment) return attachment.messages;
      const outcome = await reply(ticketId, { content, imageUrl: attachment.imageUrl });
      if (!outcome.ok) return messagesOf(outcome);
      onSent();
      return {};
    },
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      <TextArea label="پیام شما" maximum={limits.text.maximum} {...field("content")} />
      <UploadField label="تصویر (اختیاری)" name="image" upload={upload} message="" />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending}>
        {isSending ? "در حال ارسال…" : "ارسال پاسخ"}
      </SubmitButton>
    </form>
  );
}
