import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForbiddenReason } from '#data/policy.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ExportDialog, type ExportDialogProps } from './export-dialog';

interface ExportButtonProps extends Omit<ExportDialogProps, 'onClose'> {
  /** Whether its text is shown, beside other buttons with one. */
  hasText?: boolean;
  /** Why there is nothing to export. */
  disabledReason?: string | undefined;
}

/** Opens the dialog that exports what a list shows. */
export function ExportButton({ hasText = false, disabledReason, ...dialog }: ExportButtonProps) {
  const { t } = useMessages();
  const forbidden = useForbiddenReason('export');
  const reason = forbidden ?? disabledReason;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {hasText ? (
        <Button icon={Download} disabledReason={reason} onClick={() => setOpen(true)}>
          {t('export.open')}
        </Button>
      ) : (
        <IconButton icon={Download} label={t(`export.title.${dialog.kind}`)} disabledReason={reason} onClick={() => setOpen(true)} />
      )}
      {isOpen && <ExportDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
