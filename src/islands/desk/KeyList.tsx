import { useStore } from "@nanostores/react";
import { Modal } from "../../parts/Modal.tsx";
import { $isKeyListOpen, $keys, capOf, showKeys } from "../../stores/desk/keys.ts";
import { useKeys } from "./keys.ts";

/** The list of the keys that work on this screen, opened by `?`. */
export function KeyList() {
  const isOpen = useStore($isKeyListOpen);
  const groups = Object.values(useStore($keys)).filter((group) => group !== undefined);
  useKeys("همه‌جا", [{ code: "Slash", isShift: true, label: "همین فهرست", act: showKeys }]);
  return (
    <Modal
      isOpen={isOpen}
      title="کلیدهای این صفحه"
      onClose={() => {
        $isKeyListOpen.set(false);
      }}
    >
      <p className="mb-4 text-sm text-muted">
        کلید جای خود را روی صفحه‌کلید دارد و با زبان فارسی هم کار می‌کند؛ در خانه‌های نوشتن نه.
      </p>
      {groups.map((group) => (
        <section key={group.title} className="mb-4">
          <h3 className="mb-1 text-sm text-muted">{group.title}</h3>
          <dl className="key-list">
            {group.keys.map((key) => (
              <div key={capOf(key)}>
                <dt>{key.label}</dt>
                <dd>
                  <kbd dir="ltr" lang="en" translate="no">
                    {capOf(key)}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
