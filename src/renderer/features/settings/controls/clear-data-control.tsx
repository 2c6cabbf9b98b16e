import { useState } from 'react';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { ClearDataDialog } from '../clear-data/clear-data-dialog';
import type { ControlProps } from '../setting-row';

/** Clears all local data. */
export function ClearDataControl({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {t('clear-data.open')}
      </Button>
      {isOpen && <ClearDataDialog onClose={() => setOpen(false)} />}
    </>
  );
}
