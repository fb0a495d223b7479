import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  $catalogue,
  type Category,
  editCategory,
  newCategory,
} from "../../../stores/desk/catalogue.ts";
import { drawShares } from "../../../stores/desk/pictures.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { UrlNameField } from "./UrlNameField.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import { FormButtons } from "../FormButtons.tsx";

interface CategoryFormProps {
  asked: Extract<OpenDialog, { kind: "category" }> | null;
  onClose: () => void;
}

/** Makes a category, or renames one. */
export function CategoryForm({ asked, onClose }: CategoryFormProps) {
  const category = asked?.category ?? null;
  return (
    <Modal
      isOpen={asked !== null}
      title={category === null ? "دستهٔ تازه" : "نام دسته"}
      about={category?.type ?? ""}
      onClose={onClose}
    >
      <Form category={category} onClose={onClose} />
    </Modal>
  );
}

/**
 * Returns the current version. A refusal reloads the catalogue, so the next try has to send the
 * version of the new state.
 */
function versionNow({ type, version }: Category): string {
  const loaded = $catalogue.get();
  if (loaded.state !== "ready") return version;
  return loaded.value.categories.find((one) => one.type === type)?.version ?? version;
}

function Form({
  category,
  onClose,
}: {
  category: NonNullable<CategoryFormProps["asked"]>["category"];
  onClose: () => void;
}) {
  const form = `category:${category?.type ?? ""}`;
  const [displayName, setDisplayName] = useTyped<string>(
    `${form} name`,
    category?.displayName ?? "",
  );
  const [type, setType] = useTyped<string>(`${form} type`, "");
  const { formOf, messageOf, problem, isSending, send } = useSending(["displayName", "type"]);
  const submit = async () => {
    const isDone = await send(() =>
      withToast(
        category === null
          ? newCategory({ type, displayName })
          : editCategory(category.type, { displayName, version: versionNow(category) }),
      ),
    );
    if (!isDone) return;
    onClose();
    if (category !== null) void drawShares((one) => one.type === category.type);
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="نام، برای خریداران"
        name="displayName"
        dir="auto"
        autoComplete="off"
        value={displayName}
        message={messageOf("displayName")}
        onChange={setDisplayName}
      />
      {category === null && (
        <UrlNameField
          name="type"
          prefix="/products/"
          value={type}
          message={messageOf("type")}
          onChange={setType}
        />
      )}
      <FormButtons isSending={isSending} onClose={onClose}>
        {category === null ? "دسته را بساز" : "نام را عوض کن"}
      </FormButtons>
    </form>
  );
}
