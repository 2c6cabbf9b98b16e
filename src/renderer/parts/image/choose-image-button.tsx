import { ImageUp } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { FileButton } from '#ui/inputs/file-button.tsx';

const accepted = 'image/png,image/jpeg,image/gif,image/webp,image/bmp';

interface ChooseImageButtonProps {
  disabledReason: string | undefined;
  isReading: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Opens the system's dialog for image files. */
export function ChooseImageButton({ disabledReason, isReading, onChoose }: ChooseImageButtonProps) {
  const { t } = useMessages();
  return (
    <FileButton
      icon={ImageUp}
      busy={isReading}
      disabledReason={disabledReason}
      label={t('image.choose')}
      fileLabel={t('image.file')}
      accept={accepted}
      onChoose={onChoose}
    />
  );
}
