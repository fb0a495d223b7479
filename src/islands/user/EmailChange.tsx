/** The control beside a confirmed e-mail, which lets its owner type another one. */
export function EmailChange({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  if (!isOpen)
    return (
      <button type="button" className="link min-h-11 text-sm" onClick={onOpen}>
        تغییر یا حذف ایمیل
      </button>
    );
  return (
    <p className="text-sm text-muted">
      برای ذخیره، کدی به موبایل شما پیامک می‌شود. اگر خالی بماند، ایمیل پاک می‌شود.
    </p>
  );
}
