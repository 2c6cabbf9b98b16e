import { VenetianMask } from 'lucide-react';
import { useState } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { ImpersonateDialog } from './impersonate-dialog';

interface ImpersonateButtonProps {
  connectionId: string;
  user: ServerUser;
  disabledReason: string | undefined;
}

/** Opens the dialog that starts an impersonation. */
export function ImpersonateButton({ connectionId, user, disabledReason }: ImpersonateButtonProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={VenetianMask} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {t('impersonation.impersonate')}
      </Button>
      {isOpen && <ImpersonateDialog connectionId={connectionId} user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
