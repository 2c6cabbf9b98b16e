import { Plus } from 'lucide-react';
import { useState } from 'react';
import { featureSince } from '../../../../contract/features';
import type { ConnectedAccount } from '../../../blocks/connected-accounts/connected-accounts';
import { useMessages } from '../../../lib/use-messages';
import { useConnection } from '../../../stores/connections';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Button } from '../../../ui/inputs/button';
import { AddAccountDialog } from './add-account-dialog';

interface AddAccountButtonProps {
  connectionId: string;
  userId: string;
  accounts: readonly ConnectedAccount[];
  /** IDs of the providers that the project has enabled. */
  providers: readonly string[];
}

/** Adds an account at a provider to a user, without the user. */
export function AddAccountButton(props: AddAccountButtonProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Plus} disabledReason={useAddReason(props)} onClick={() => setOpen(true)}>
        {t('users.connected.add')}
      </Button>
      {isOpen && <AddAccountDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns why no account can be added; undefined where one can. */
function useAddReason({ connectionId, providers }: AddAccountButtonProps): string | undefined {
  const { t } = useMessages();
  const hasObjects = useConnection(connectionId)?.features?.['oauth-providers'];
  const readOnly = useReadOnlyReason(connectionId);
  if (hasObjects === false) return t('users.connected.add.release', { release: featureSince['oauth-providers'] });
  if (hasObjects === undefined) return t('users.connected.add.unknown-release');
  return readOnly ?? (providers.length === 0 ? t('connected.no-providers') : undefined);
}
