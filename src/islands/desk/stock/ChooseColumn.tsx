import { useStore } from "@nanostores/react";
import { $import, dropFile } from "../../../stores/desk/import.ts";
import { type ImportLimits, takeColumn } from "../../../stores/desk/import-file.ts";
import { Columns } from "./Columns.tsx";

interface ChooseColumnProps {
  productId: string;
  limits: ImportLimits;
}

/** Asks which column has the codes, before anything of the file is sent. */
export function ChooseColumn({ productId, limits }: ChooseColumnProps) {
  const { file } = useStore($import);
  if (!file) return null;
  return (
    <>
      <p>
        <b>
          کدام ستون «<bdi>{file.name}</bdi>» کدهاست؟
        </b>{" "}
        از نام و شکل آن پیدا نیست. هنوز چیزی فرستاده نشده است.
      </p>
      <Columns file={file} onTake={(column) => void takeColumn(productId, column, limits)} />
      <button type="button" className="button-quiet self-start" onClick={() => void dropFile()}>
        کنار گذاشتن
      </button>
    </>
  );
}
