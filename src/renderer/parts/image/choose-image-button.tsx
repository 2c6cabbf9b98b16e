import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';

const accepted = 'image/png,image/jpeg,image/gif,image/webp,image/bmp';

interface ChooseImageButtonProps {
  disabledReason: string | undefined;
  isReading: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Opens the system's dialog for image files. */
export function ChooseImageButton({ disabledReason, isReading, onChoose }: ChooseImageButtonProps) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={ImageUp} busy={isReading} disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {t('image.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={t('image.file')}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
