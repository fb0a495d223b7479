import { toPersianDigits } from "../../../persian/digits.ts";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import type { OpenedContent } from "../../stores/order.ts";

/** The codes of one item as a list. */
export function ContentCodes({ content: { codes, item } }: { content: OpenedContent }) {
  if (codes.state === "failed") return <ErrorBox message={codes.message} />;
  if (codes.state === "loading") {
    return (
      <Skeleton>
        <div className="flex flex-col gap-2">
          {Array.from({ length: item.quantity }, (_, index) => (
            <Bone key={index} className="h-16" />
          ))}
        </div>
      </Skeleton>
    );
  }
  if (codes.value.length === 0) return <EmptyState />;
  return (
    <>
      <ol className="flex flex-col gap-2">
        {codes.value.map((code, index) => (
          <li
            key={index}
            className="flex items-center justify-between gap-3 rounded-control border border-line bg-paper py-2 ps-4 pe-2"
          >
            <bdi
              dir="ltr"
              translate="no"
              className="code-text text-base font-semibold whitespace-pre-wrap"
            >
              {code}
            </bdi>
            <CopyButton text={code} label={`کپی کد ${toPersianDigits(index + 1)}`} />
          </li>
        ))}
      </ol>
      <p className="hint mt-4">
        این کد را تنها در سرویس مربوط وارد کنید و به کسی ندهید. مشکل کد را تا ۲۴ ساعت پس از تحویل به
        پشتیبانی اطلاع دهید.
      </p>
    </>
  );
}
