import { CircleAlert } from "lucide-react";

export function ErrorBox({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="notice notice-anar flex flex-wrap items-center gap-x-4 gap-y-3">
      <CircleAlert size={20} className="text-anar" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48">{message}</p>
      {onRetry && (
        <button type="button" className="button-quiet" onClick={onRetry}>
          تلاش دوباره
        </button>
      )}
    </div>
  );
}
