import { Modal } from "../../parts/Modal.tsx";

/** The picture in a dialog that is open or just closing. */
export interface OpenedImage {
  imageUrl: string;
  isOpen: boolean;
}

interface ImageModalProps {
  image: OpenedImage | null;
  onChange: (image: OpenedImage | null) => void;
}

export function ImageModal({ image, onChange }: ImageModalProps) {
  return (
    <Modal
      isOpen={image?.isOpen ?? false}
      title="تصویر پیوست"
      onClose={() => onChange(image && { ...image, isOpen: false })}
      onClosed={() => onChange(null)}
    >
      {image && (
        <img
          src={image.imageUrl}
          alt="تصویر پیوست"
          className="large-picture mx-auto max-h-[75dvh] rounded-control object-contain"
        />
      )}
    </Modal>
  );
}
