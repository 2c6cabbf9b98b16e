import { useState } from 'react';
import { useMessages } from '../../../lib/use-messages';
import { useLock } from '../../../stores/lock';
import { Button } from '../../../ui/inputs/button';
import { PassphraseDialog } from '../passphrase/passphrase-dialog';
import type { ControlProps } from '../setting-row';

/** Moves secrets to a file that the passphrase seals, or back to memory. */
export function SealedControl({ describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const isSealed = useLock().secrets === 'sealed';
  const [isOpen, setOpen] = useState(false);
  const verb = t(isSealed ? 'settings.sealed.unseal' : 'settings.sealed.seal');
  return (
    <>
      <Button aria-describedby={describedBy} aria-disabled={isDisabled || undefined} onClick={() => isDisabled || setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <PassphraseDialog
          title={t(isSealed ? 'settings.sealed.unseal.title' : 'settings.sealed.seal.title')}
          description={t(isSealed ? 'settings.sealed.unseal.text' : 'settings.sealed.seal.text')}
          actionLabel={verb}
          danger={isSealed}
          task={isSealed ? 'unseal' : 'seal'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
