/** The sentence with which the shop refuses it. */
export const OWN_THING = "این دربارهٔ حساب خود شماست؛ همکار دیگری باید به آن رسیدگی کند.";

/** Says to operators that they decide nothing about their own account as a shopper. */
export function OwnAccountNotice({ isOwn = false }: { isOwn?: boolean | undefined }) {
  return isOwn ? (
    <p role="status" className="notice notice-zaferan">
      {OWN_THING}
    </p>
  ) : null;
}
