/**
 * The style of the bank's page: blue and grey, clearly different from the shop, so that people
 * notice that they are on the bank's page.
 */
export const style = `
:root { color-scheme: light dark; --paper: #eef1f6; --slip: #fff; --ink: #1c2536; --muted: #5a6579;
  --line: #8390a8; --hair: #d8deea;
  --deep: #1f4a8a; --on-deep: #fff; --warn: #7a4b00; --warn-wash: #fff1d6; --bad: #b3213c; }
@media (prefers-color-scheme: dark) { :root { --paper: #131926; --slip: #1c2435; --ink: #edf1f8;
  --muted: #a8b3c8; --line: #6f7d98;
  --hair: #303b53; --deep: #8db8ff; --on-deep: #0e1a30; --warn: #ffd591; --warn-wash: #3b2d10;
  --bad: #ff8fa1; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.8 Vazirmatn, Tahoma, "Segoe UI", sans-serif; }
a { color: var(--deep); }
h1 { font-size: 22px; margin-block: 0 8px; }
h2 { font-size: 17px; margin-block: 0 8px; }
small { display: block; color: var(--muted); font-size: 13px; }
.slip { max-inline-size: 440px; margin: 8vh auto; padding: 28px; background: var(--slip);
  border-radius: 16px; border: 1px solid var(--hair); }
.ribbon { display: flex; justify-content: space-between; margin: -28px -28px 24px;
  padding: 10px 28px; font-size: 14px; font-weight: 700;
  background: var(--warn-wash); color: var(--warn); border-radius: 15px 15px 0 0; }
.ribbon span { font-weight: 400; }
.amount { font-size: 18px; margin-block: 0 16px; font-variant-numeric: tabular-nums; }
.amount b { font-size: 32px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin-block: 0 20px;
  padding-block: 16px; border-block: 1px dashed var(--line); }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.digits, input { font-variant-numeric: tabular-nums; }
label { display: block; font-weight: 600; }
input { inline-size: 100%; block-size: 48px; padding-inline: 14px; font: inherit; font-size: 18px;
  letter-spacing: 0;
  color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 10px; }
input[aria-invalid] { border-color: var(--bad); }
.complaint { color: var(--bad); margin-block: 6px 0; }
.ways { display: grid; grid-template-columns: 2fr 1fr; gap: 12px; margin-block-start: 20px; }
button, .back { block-size: 48px; padding-inline: 20px; font: inherit; font-weight: 600;
  cursor: pointer; border-radius: 10px;
  border: 1px solid var(--line); background: transparent; color: inherit; }
.main, .back { background: var(--deep); border-color: var(--deep); color: var(--on-deep); }
.back { display: inline-flex; align-items: center; text-decoration: none; }
:focus-visible { outline: 2px solid var(--deep); outline-offset: 2px; }
.desk { max-inline-size: 760px; margin: 5vh auto; padding-inline: 20px; }
.card { background: var(--slip); border: 1px solid var(--hair); border-radius: 16px;
  padding: 20px 24px; margin-block: 16px; }
.inbox { list-style: none; margin: 0; padding: 0; }
.inbox li { padding-block: 14px; border-block-start: 1px solid var(--hair); }
.inbox li:first-child { border: 0; }
.inbox header { display: flex; justify-content: space-between; gap: 12px; color: var(--muted);
  font-size: 14px; }
.inbox p { margin: 4px 0 0; white-space: pre-line; }
.code { font-size: 22px; font-weight: 700; color: var(--deep); }
`;
