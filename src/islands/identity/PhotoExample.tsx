/** An example of the photo: document, bank card and handwriting side by side in one picture. */
export function PhotoExample() {
  return (
    <svg
      viewBox="0 0 320 150"
      role="img"
      aria-label="نمونهٔ عکس: کارت ملی و کارت بانکی کنار هم، و زیر آن‌ها برگهٔ دست‌نویس با تاریخ و امضا"
      className="photo-example"
    >
      <rect className="photo-table" x="1" y="1" width="318" height="148" rx="12" />
      <g className="photo-thing" transform="rotate(-2 236 40)">
        <rect x="172" y="12" width="128" height="58" rx="7" />
        <circle className="photo-ink" cx="276" cy="35" r="8" />
        <path className="photo-ink" d="M262 60a14 12 0 0 1 28 0z" />
        <path className="photo-line" d="M184 28h62M200 40h46M210 52h36" />
      </g>
      <g className="photo-thing photo-card" transform="rotate(2 88 40)">
        <rect x="24" y="12" width="128" height="58" rx="7" />
        <rect className="photo-chip" x="36" y="24" width="17" height="13" rx="3" />
        <path className="photo-digits" d="M36 50h22M65 50h22M94 50h22M123 50h18" />
        <path className="photo-line" d="M36 61h44" />
      </g>
      <g className="photo-thing" transform="rotate(-1 160 112)">
        <rect x="42" y="82" width="236" height="58" rx="3" />
        <path
          className="photo-pen"
          d="M262 96q-7 6-13 0t-13 0-13 0-13 0-13 0-13 0-13 0-13 0-13 0-13 0M262 110q-7 6-13 0t-13 0-13 0-13 0-13 0"
        />
        <path className="photo-pen" d="M262 126h-34" />
        <path
          className="photo-pen photo-signature"
          d="M66 128c14-22 20-22 14-6s10 2 18-6 4 10 20 2"
        />
      </g>
    </svg>
  );
}
