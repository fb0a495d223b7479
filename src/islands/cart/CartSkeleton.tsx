import { Bone, Skeleton } from "../../parts/Skeleton.tsx";

/**
 * Contains a sentence, because on a slow connection it is shown for seconds until the island is
 * loaded.
 */
export function CartSkeleton() {
  return (
    <Skeleton>
      <div className="cart-columns">
        <div className="flex flex-col gap-3">
          <div className="card flex h-44 items-center justify-center p-4 lg:h-28">
            <p className="text-lg text-muted">سبد خرید شما آورده می‌شود؛ چند لحظه صبر کنید…</p>
          </div>
          <Bone className="h-44 lg:h-28" />
        </div>
        <Bone className="h-96" />
      </div>
    </Skeleton>
  );
}
