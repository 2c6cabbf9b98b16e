import { useState } from 'react';
import type { ContactChannel } from '../../../contract/service/models/models';
import type { OldEmailFate } from '../../lib/rules/removal/old-email';
import { useMessages } from '../../lib/use-messages';
import { useChangeEmail } from '../../queries/user/emails';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { type EmailOwner, emailTexts } from './email-owner';
import { OldEmailField } from './old-email-field';
import { useRetireOrSay } from './use-retire-or-say';

interface MakePrimaryDialogProps {
  owner: EmailOwner;
  email: ContactChannel;
  /** The address that is primary now. */
  old: ContactChannel;
  onClose: () => void;
}

/** Makes an address primary, and asks what becomes of the one that was: it can still be used to sign in. */
export function MakePrimaryDialog({ owner: { of, setup }, email, old, onClose }: MakePrimaryDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const [fate, setFate] = useState<OldEmailFate>('keep');
  const { mutateAsync: change } = useChangeEmail(of);
  const retire = useRetireOrSay(of);
  const { blocked, warning } = useRemovalEffect(of.actor, setup)({ kind: 'email', id: old.id });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('own-emails.make-primary.title', { email: email.value })}
      consequence={t('own-emails.make-primary.text', { email: old.value })}
      confirmLabel={t('own-emails.make-primary')}
      environment={environment}
      onConfirm={async () => {
        await change({ id: email.id, change: { is_primary: true } });
        const isDone = await retire(old.value, fate);
        if (isDone) show({ tone: 'good', title: ({ t }) => t(emailTexts[of.actor].madePrimary, { email: email.value }) });
      }}
    >
      <OldEmailField email={old.value} isUsed isKept fate={fate} onChange={setFate} blocked={blocked} />
      {fate !== 'keep' && warning !== undefined && <p>{warning}</p>}
    </ConfirmDialog>
  );
}
