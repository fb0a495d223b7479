import { useStore } from "@nanostores/react";
import { ANSWER_PLACES } from "../../../../persian/answer-places.ts";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";
import { useFields } from "../../../parts/use-fields.ts";
import {
  $preparedAnswers,
  type PreparedAnswer,
  deleteAnswer,
  loadPreparedAnswers,
  writeAnswer,
} from "../../../stores/desk/prepared-answer.ts";
import { messagesOf } from "../../../stores/messages.ts";
import { Section } from "../settings/Section.tsx";

interface PreparedAnswersProps {
  /** The most characters of one answer. */
  textMax: number;
}

/** The prepared answers, to be written, changed and deleted. */
export function PreparedAnswers({ textMax }: PreparedAnswersProps) {
  const answers = useStore($preparedAnswers);
  const [open, setOpen] = useState<{ answer: PreparedAnswer | null } | null>(null);
  useEffect(() => void loadPreparedAnswers(), []);
  const close = () => {
    setOpen(null);
  };
  return (
    <Section
      title="پاسخ‌های آماده"
      loaded={answers}
      onRetry={() => void loadPreparedAnswers()}
      action={
        <button
          type="button"
          className="button-quiet button-small"
          onClick={() => {
            setOpen({ answer: null });
          }}
        >
          <Plus size={16} aria-hidden="true" />
          پاسخ تازه
        </button>
      }
    >
      {(rows) => (
        <>
          {rows.length === 0 && (
            <EmptyState
              text="پاسخ آماده‌ای نیست."
              next="آنچه هر روز می‌نویسید یک بار این‌جا بنویسید؛ نام، کد و مهلت از خود تیکت پر می‌شود."
            />
          )}
          <ul className="prepared-answers">
            {rows.map((answer) => (
              <li key={answer.id}>
                <div>
                  <b>{answer.title}</b>
                  <p>{answer.text}</p>
                  <small className="text-muted">
                    {answer.changedBy === null ? (
                      "از آغاز با فروشگاه"
                    ) : (
                      <>
                        <bdi>{answer.changedBy}</bdi>
                        <span>{` · `}</span>
                        <RelativeDate at={answer.changedAt} isShort />
                      </>
                    )}
                  </small>
                </div>
                <div className="row-acts">
                  <button
                    type="button"
                    className="button-quiet button-small"
                    aria-label={`تغییر «${answer.title}»`}
                    onClick={() => {
                      setOpen({ answer });
                    }}
                  >
                    تغییر
                  </button>
                  <Delete answer={answer} />
                </div>
              </li>
            ))}
          </ul>
          <Modal
            isOpen={open !== null}
            title={open?.answer ? "تغییر پاسخ آماده" : "پاسخ آمادهٔ تازه"}
            about={open?.answer?.id ?? ""}
            onClose={close}
          >
            {open && <Form before={open.answer} textMax={textMax} onDone={close} />}
          </Modal>
        </>
      )}
    </Section>
  );
}

interface FormProps {
  before: PreparedAnswer | null;
  textMax: number;
  onDone: () => void;
}

function Form({ before, textMax, onDone }: FormProps) {
  const { form, isSending, problem, field } = useFields({
    form: `prepared-answer:${before?.id ?? "new"}`,
    start: { title: before?.title ?? "", text: before?.text ?? "" },
    send: async (answer) => {
      const refused = await writeAnswer(answer, before);
      if (refused !== null) return messagesOf(refused);
      onDone();
      return {};
    },
  });
  const text = field("text");
  return (
    <form {...form} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField label="نام پاسخ" dir="auto" {...field("title")} />
      <TextArea label="متن" maximum={textMax} {...text} />
      <div className="flex flex-wrap items-center gap-2">
        <span className="label">گذاشتن در متن:</span>
        {Object.values(ANSWER_PLACES).map((place) => (
          <button
            key={place}
            type="button"
            className="button-quiet button-small"
            onClick={() => {
              text.onChange(`${text.value}${place}`);
            }}
          >
            {place}
          </button>
        ))}
      </div>
      <p className="hint">هنگام پاسخ دادن، این جاها از خود تیکت پر می‌شود.</p>
      <SubmitButton isSending={isSending} className="button button-decide">
        پاسخ را نگه دار
      </SubmitButton>
    </form>
  );
}

function Delete({ answer: { id, title } }: { answer: PreparedAnswer }) {
  const { open, modal } = useConfirmation(() => deleteAnswer(id));
  return (
    <>
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`پاک کردن «${title}»`}
        onClick={open}
      >
        پاک کردن
      </button>
      <ConfirmModal {...modal} title="پاک کردن پاسخ آماده" action="پاک کن">
        <p>{`«${title}» از فهرست همهٔ همکاران می‌رود. متنش در دفتر رویدادها می‌ماند.`}</p>
      </ConfirmModal>
    </>
  );
}
