import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { ChoiceField } from "../../../parts/ChoiceField.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  $catalogue,
  type Catalogue,
  type Subcategory,
  editSubcategory,
  newSubcategory,
} from "../../../stores/desk/catalogue.ts";
import { drawShares } from "../../../stores/desk/pictures.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { HueField } from "./HueField.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import { UrlNameField } from "./UrlNameField.tsx";
import { FormButtons } from "../FormButtons.tsx";

type About = Extract<OpenDialog, { kind: "subcategory" }>;

interface SubcategoryFormProps {
  asked: About | null;
  tutorials: Catalogue["tutorials"];
  onClose: () => void;
}

/** Makes a subcategory, or changes its facts. */
export function SubcategoryForm({ asked, tutorials, onClose }: SubcategoryFormProps) {
  return (
    <Modal
      isOpen={asked !== null}
      title={asked?.subcategory ? `تغییر ${asked.subcategory.displayName}` : "زیردستهٔ تازه"}
      about={asked?.subcategory?.id ?? asked?.type ?? ""}
      onClose={onClose}
    >
      {asked && <Form asked={asked} tutorials={tutorials} onClose={onClose} />}
    </Modal>
  );
}

/** Returns the facts as they are typed: a list has one line for each entry. */
function draftOf(subcategory: Subcategory | null) {
  return {
    displayName: subcategory?.displayName ?? "",
    latinName: subcategory?.latinName ?? "",
    urlName: subcategory?.urlName ?? "",
    hue: String(subcategory?.hue ?? 200),
    tagline: subcategory?.tagline ?? "",
    regionNotice: subcategory?.regionNotice ?? "",
    redeemUrl: subcategory?.redeemUrl ?? "",
    redeemSteps: subcategory?.redeemSteps.join("\n") ?? "",
    tutorial: subcategory?.tutorial ?? "",
    words: subcategory?.words.join("\n") ?? "",
  };
}
type Draft = ReturnType<typeof draftOf>;

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const factsOf = (draft: Draft) => ({
  displayName: draft.displayName,
  latinName: draft.latinName,
  hue: draft.hue,
  tagline: draft.tagline,
  regionNotice: draft.regionNotice,
  redeemUrl: draft.redeemUrl.trim() === "" ? null : draft.redeemUrl.trim(),
  redeemSteps: linesOf(draft.redeemSteps),
  tutorial: draft.tutorial === "" ? null : draft.tutorial,
  words: linesOf(draft.words),
});

/**
 * Returns the current version. A refusal reloads the catalogue, so the next try has to send the
 * version of the new state.
 */
function versionNow({ id, version }: Subcategory): string {
  const loaded = $catalogue.get();
  if (loaded.state !== "ready") return version;
  const all = loaded.value.categories.flatMap(({ subcategories }) => subcategories);
  return all.find((one) => one.id === id)?.version ?? version;
}

function Form({ asked, tutorials, onClose }: SubcategoryFormProps & { asked: About }) {
  const { subcategory, type } = asked;
  const [draft, setDraft] = useTyped(
    `subcategory:${subcategory?.id ?? type}`,
    draftOf(subcategory),
  );
  const { formOf, messageOf, problem, isSending, send } = useSending(Object.keys(draft));
  const set = (name: keyof Draft) => (value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
  };
  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    message: messageOf(name),
    onChange: set(name),
  });
  const submit = async () => {
    const facts = factsOf(draft);
    await send(async () => {
      const outcome = await withToast(
        subcategory === null
          ? newSubcategory({ ...facts, type, urlName: draft.urlName })
          : editSubcategory(subcategory.id, { ...facts, version: versionNow(subcategory) }),
      );
      if (!outcome.ok) return outcome;
      onClose();
      const id = subcategory?.id ?? ("id" in outcome.value ? outcome.value.id : "");
      void drawShares((one) => one.id === id);
      return outcome;
    });
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <div className="field-pair">
        <TextField {...field("displayName")} label="نام فارسی" dir="auto" autoComplete="off" />
        <TextField
          {...field("latinName")}
          label="نام لاتین، روی کارت"
          dir="ltr"
          autoComplete="off"
        />
      </div>
      {subcategory === null && <UrlNameField {...field("urlName")} prefix={`/products/${type}/`} />}
      <HueField {...field("hue")} />
      <TextField
        {...field("tagline")}
        label="یک جمله: این کارت‌ها به چه کار می‌آیند"
        dir="auto"
        autoComplete="off"
      />
      <TextField
        {...field("regionNotice")}
        label="هشدار ریجن: حساب خریدار باید در کدام کشور باشد"
        dir="auto"
        autoComplete="off"
      />
      <TextField
        {...field("redeemUrl")}
        label="صفحهٔ فعال‌سازی؛ {code} جای کد است، خالی یعنی ندارد"
        dir="ltr"
        autoComplete="off"
      />
      <TextArea {...field("redeemSteps")} label="گام‌های فعال‌سازی، هر سطر یکی" maximum={3600} />
      <ChoiceField
        label="آموزش"
        value={draft.tutorial}
        choices={[["", "هیچ‌کدام"], ...tutorials.map(({ slug, title }) => [slug, title] as const)]}
        onChange={set("tutorial")}
      />
      <TextArea
        {...field("words")}
        label="واژه‌هایی که مردم با آن‌ها می‌جویند، هر سطر یکی"
        maximum={4800}
      />
      <p className="hint">
        کارت آن همین حالا کشیده می‌شود و تا یک دقیقه در جست‌وجو هم هست. تصویر هم‌رسانی‌اش را هم
        مرورگر شما پس از این دکمه می‌کشد.
      </p>
      <FormButtons isSending={isSending} onClose={onClose}>
        {subcategory === null ? "زیردسته را بساز" : "عوض کن"}
      </FormButtons>
    </form>
  );
}
