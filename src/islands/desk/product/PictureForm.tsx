import { useEffect, useState } from "react";
import { type CutCard, cutCard } from "../../../art/cut-card.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { $catalogue, type Subcategory } from "../../../stores/desk/catalogue.ts";
import {
  drawShares,
  dropPicture,
  ownPictureOf,
  showPicture,
} from "../../../stores/desk/pictures.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { ChoosePicture, PictureButtons } from "./PictureFields.tsx";
import type { OpenDialog } from "./open-dialog.ts";

interface PictureFormProps {
  asked: Extract<OpenDialog, { kind: "picture" }> | null;
  onClose: () => void;
}

/**
 * Replaces the drawn card of a subcategory by an operator's own picture, or removes that picture.
 */
export function PictureForm({ asked, onClose }: PictureFormProps) {
  return (
    <Modal
      isOpen={asked !== null}
      title={`تصویر ${asked?.subcategory.displayName ?? ""}`}
      onClose={onClose}
    >
      {asked && <Form subcategory={asked.subcategory} onClose={onClose} />}
    </Modal>
  );
}

const PROBLEMS = {
  unreadable: "این تصویر خوانده نشد. یک عکس JPG، PNG یا WebP انتخاب کنید.",
  small: "این تصویر کوچک است و تار دیده می‌شود. تصویری دست‌کم ۳۲۰ در ۲۰۰ پیکسل انتخاب کنید.",
};

function Form({ subcategory: asked, onClose }: { subcategory: Subcategory; onClose: () => void }) {
  const [chosen, setChosen] = useState<(CutCard & { urls: string[] }) | null>(null);
  const [unfit, setUnfit] = useState("");
  const { formOf, problem, isSending, send } = useSending();
  useEffect(
    () => () => {
      chosen?.urls.forEach((url) => {
        URL.revokeObjectURL(url);
      });
    },
    [chosen],
  );
  const choose = async (file: File) => {
    const cut = await cutCard(file);
    setUnfit(typeof cut === "string" ? PROBLEMS[cut] : "");
    setChosen(
      typeof cut === "string"
        ? null
        : { ...cut, urls: [cut.card, cut.small].map((blob) => URL.createObjectURL(blob)) },
    );
  };
  const decide = async (ask: () => ReturnType<typeof showPicture>) => {
    if (!(await send(() => withToast(ask())))) return;
    onClose();
    void drawShares(({ id }) => id === asked.id);
  };
  const drawn = ownPictureOf(asked);
  const [card = drawn, small = drawn] = chosen?.urls ?? [];
  return (
    <form
      {...formOf(async () => {
        if (chosen) await decide(() => showPicture(latest(asked), chosen));
      })}
      className="flex flex-col gap-4"
    >
      {(problem || unfit) !== "" && <ErrorBox message={problem || unfit} />}
      <div className="picture-sizes">
        <img src={card} alt="کارت، چنان که در صفحهٔ آن دیده می‌شود" width={320} height={200} />
        <img src={small} alt="همان، در ردیف‌ها و سبد" width={88} height={55} />
      </div>
      <ChoosePicture onChoose={(file) => void choose(file)}>
        {chosen ? "انتخاب تصویر دیگر" : "انتخاب تصویر"}
      </ChoosePicture>
      <p className="hint">
        میانهٔ تصویر به شکل کارت (۸ در ۵) بریده و همین‌جا کوچک می‌شود. همهٔ کالاهای این زیردسته آن را
        نشان می‌دهند؛ ارزش و ریجن کنار آن نوشته است. تنها تصویری بگذارید که حق به‌کاربردنش را دارید.
      </p>
      <PictureButtons
        isChosen={chosen !== null}
        isSending={isSending}
        drop={asked.ownPicture === null ? null : "کارت کشیده‌شده را بازگردان"}
        onDrop={() => void decide(() => dropPicture(latest(asked)))}
        onClose={onClose}
      />
    </form>
  );
}

/**
 * Returns the current subcategory. A refusal reloads the catalogue, so the next try has to send the
 * version of the new state.
 */
function latest(asked: Subcategory): Subcategory {
  const loaded = $catalogue.get();
  if (loaded.state !== "ready") return asked;
  const all = loaded.value.categories.flatMap(({ subcategories }) => subcategories);
  return all.find(({ id }) => id === asked.id) ?? asked;
}
