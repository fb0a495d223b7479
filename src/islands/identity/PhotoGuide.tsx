import { Check } from "lucide-react";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { PhotoExample } from "./PhotoExample.tsx";

/** Shows and lists the documents that must be readable on the photo. */
export function PhotoGuide({ shopName }: { shopName: string }) {
  const sentence = `این تصویر را برای احراز هویت در ${shopName} می‌فرستم`;
  const parts = [
    "کارت ملی یا شناسنامهٔ شما",
    "همان کارت بانکی که شماره‌اش را نوشته‌اید؛ CVV2 را می‌توانید بپوشانید",
    `برگه‌ای با دست‌خط شما: «${sentence}»، با تاریخ امروز و امضا`,
  ];
  return (
    <section className="notice" aria-labelledby="photo-guide">
      <h3 id="photo-guide" className="mb-2">
        هر سه در یک عکس، خوانا و کنار هم:
      </h3>
      <PhotoExample />
      <ul className="mt-3 flex flex-col gap-1.5 text-sm">
        {parts.map((part, index) => (
          <li key={part} className="flex items-start gap-2">
            <Check size={18} className="mt-1 shrink-0 text-firouzeh" aria-hidden="true" />
            <span className="flex-1" data-copied>
              {part}
            </span>
            {index === parts.length - 1 && (
              <span className="-my-2">
                <CopyButton text={sentence} label="کپی متن دست‌نویس" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
