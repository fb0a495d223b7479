import { type ReactNode, useState } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import {
  type WholePerson,
  exportData,
  forget,
  freezePerson,
  release,
  signOut,
} from "../../../stores/desk/person.ts";
import type { Outcome } from "../../../stores/call.ts";
import { notify } from "../../../stores/notice.ts";
import { download } from "../download.ts";

interface ActsProps {
  id: string;
  /** The freeze in force. */
  frozen: WholePerson["freezes"][number] | undefined;
  /** True for finance and owners. */
  canDecideMoney: boolean;
}

type Act = "freeze" | "release" | "signOut" | "forget";

const WORDS: Record<Act, { title: string; action: string; text: string; needsReason: boolean }> = {
  freeze: {
    title: "مسدود کردن",
    action: "مسدود کن",
    text: "خرید، برداشت، دیدن کد و هدیه می‌ایستد؛ ورود، تیکت و دیدن داده‌های خودش باز می‌ماند. دلیل را خود شخص می‌خواند.",
    needsReason: true,
  },
  release: {
    title: "برداشتن مسدودی",
    action: "مسدودی را بردار",
    text: "همهٔ آنچه این مسدودی ایستانده بود، دوباره به راه می‌افتد.",
    needsReason: true,
  },
  signOut: {
    title: "خروج از همهٔ دستگاه‌ها",
    action: "خارج کن",
    text: "شخص باید دوباره با کد پیامکی وارد شود. هدیه‌های بازنشده تا زمانی که خودش بخواهد می‌ایستند.",
    needsReason: false,
  },
  forget: {
    title: "فراموش کردن",
    action: "درخواست پاک شدن را بنویس",
    text: "داده‌های این شخص پس از تأیید نفر دوم پاک می‌شود، جز آنچه دفترها لازم دارند. بازگشتی ندارد.",
    needsReason: true,
  },
};

/** The acts of operators for and against a person, each with its reason. */
export function Acts({ id, frozen, canDecideMoney }: ActsProps) {
  const [act, setAct] = useState<Act | null>(null);
  const [reason, setReason] = useState("");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const open = (chosen: Act) => {
    setProblem("");
    setMessage("");
    setAct(chosen);
  };
  const run = async (chosen: Act): Promise<Outcome<{ message: string }>> => {
    if (chosen === "freeze") return freezePerson(id, reason);
    if (chosen === "release") return release(id, frozen?.id ?? "", reason);
    return chosen === "signOut" ? signOut(id) : forget(id, reason);
  };
  const confirm = async () => {
    if (act === null) return;
    setIsBusy(true);
    const outcome = await run(act);
    setIsBusy(false);
    if (outcome.ok) {
      notify("success", outcome.value.message);
      setAct(null);
      setReason("");
      return;
    }
    setMessage(outcome.fields["reason"] ?? "");
    setProblem(
      outcome.fields["reason"] === undefined
        ? [outcome.message, outcome.details].filter(Boolean).join(" ")
        : "",
    );
  };
  const give = async () => {
    const outcome = await exportData(id);
    if (!outcome.ok) {
      notify("error", outcome.message);
      return;
    }
    const text = JSON.stringify(outcome.value, null, 2);
    download({ name: `person-${id}.json`, type: "application/json", text });
  };
  const words = act === null ? null : WORDS[act];
  return (
    <div className="act-row">
      {frozen ? (
        canDecideMoney && (
          <Button
            onPress={() => {
              open("release");
            }}
          >
            برداشتن مسدودی…
          </Button>
        )
      ) : (
        <Button
          onPress={() => {
            open("freeze");
          }}
        >
          مسدود کردن…
        </Button>
      )}
      <Button
        onPress={() => {
          open("signOut");
        }}
      >
        خروج از همه‌جا…
      </Button>
      {canDecideMoney && (
        <>
          <Button onPress={() => void give()}>گرفتن همهٔ داده‌ها</Button>
          <Button
            onPress={() => {
              open("forget");
            }}
          >
            فراموش کردن…
          </Button>
        </>
      )}
      <ConfirmModal
        isOpen={act !== null}
        title={words?.title ?? ""}
        action={words?.action ?? ""}
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => void confirm()}
        onClose={() => {
          setAct(null);
        }}
      >
        <p>{words?.text}</p>
        {words?.needsReason === true && (
          <div className="mt-4">
            <TextField
              label="دلیل"
              name="reason"
              dir="auto"
              value={reason}
              message={message}
              onChange={setReason}
            />
          </div>
        )}
      </ConfirmModal>
    </div>
  );
}

function Button({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="button-quiet" onClick={onPress}>
      {children}
    </button>
  );
}
