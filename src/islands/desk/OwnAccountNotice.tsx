/** The sentence with which the shop refuses an operator's decision about their own account. */
export const OWN_THING = "این دربارهٔ حساب خود شماست؛ همکار دیگری باید به آن رسیدگی کند.";

/** Tells operators that they cannot decide about their own account as a shopper. */
export function OwnAccountNotice({ isOwn = false }: { isOwn?: boolean | undefined }) {
  return isOwn ? (
    <p role="status" className="notice notice-zaferan">
      {OWN_THING}
    </p>
  ) : null;
}
