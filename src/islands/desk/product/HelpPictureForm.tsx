import { useEffect, useState } from "react";
import { fitHelp } from "../../../art/fit-help.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import type { ProductPage, Question } from "../../../stores/desk/catalogue.ts";
import { dropHelpPicture, showHelpPicture } from "../../../stores/desk/pictures.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { ChoosePicture, PictureButtons } from "./PictureFields.tsx";

const PROBLEMS = {
  unreadable: "این تصویر خوانده نشد. یک عکس JPG، PNG یا WebP انتخاب کنید.",
  small: "این تصویر کوچک است و خوانده نمی‌شود. تصویری دست‌کم ۲۰۰ در ۲۰۰ پیکسل انتخاب کنید.",
};

interface HelpPictureFormProps {
  product: ProductPage;
  question: Question;
  onClose: () => void;
}

/** Sets or removes the picture that shows the buyer where the answer to a question is found. */
export function HelpPictureForm({ product, question, onClose }: HelpPictureFormProps) {
  const before = product.helpPictures[question.id];
  const [chosen, setChosen] = useState<{ picture: Blob; url: string } | null>(null);
  const [alt, setAlt] = useTyped<string>(`alt:${question.id}`, before?.alt ?? "");
  const [unfit, setUnfit] = useState("");
  const { formOf, messageOf, problem, isSending, send } = useSending(["alt"]);
  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.url);
    },
    [chosen],
  );
  const choose = async (file: File) => {
    const picture = await fitHelp(file);
    setUnfit(typeof picture === "string" ? PROBLEMS[picture] : "");
    setChosen(typeof picture === "string" ? null : { picture, url: URL.createObjectURL(picture) });
  };
  const decide = async (ask: () => ReturnType<typeof showHelpPicture>) => {
    if (await send(() => withToast(ask()))) onClose();
  };
  const shown = chosen?.url ?? before?.url;
  return (
    <form
      {...formOf(async () => {
        if (chosen) await decide(() => showHelpPicture(product, question.id, chosen.picture, alt));
      })}
      className="flex flex-col gap-4"
    >
      {(problem || unfit) !== "" && <ErrorBox message={problem || unfit} />}
      {shown !== undefined && (
        <img className="help-shown" src={shown} alt={alt} width={320} height={320} />
      )}
      <ChoosePicture onChoose={(file) => void choose(file)}>
        {shown === undefined ? "انتخاب تصویر" : "انتخاب تصویر دیگر"}
      </ChoosePicture>
      {chosen && (
        <TextField
          label="تصویر چه نشان می‌دهد (برای کسی که نمی‌بیند)"
          name="alt"
          dir="auto"
          autoComplete="off"
          value={alt}
          message={messageOf("alt")}
          onChange={setAlt}
        />
      )}
      <p className="hint">
        همهٔ تصویر در یک مربع جا می‌گیرد؛ پیش از آن، دور جایی را که باید دیده شود ببرید. خریدار آن را
        زیر «کجاست؟» کنار پرسش می‌بیند. نام و شناسهٔ کسی در آن نباشد.
      </p>
      <PictureButtons
        isChosen={chosen !== null}
        isSending={isSending}
        drop={before ? "تصویر را بردار" : null}
        onDrop={() => void decide(() => dropHelpPicture(product, question.id))}
        onClose={onClose}
      />
    </form>
  );
}
