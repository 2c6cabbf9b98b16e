import { Plug, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Omitted } from '../../../contract/kit';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { AccountRow } from './account-row';
import type { ConnectedAccount } from './connected-accounts';
import { DisconnectDialog } from './disconnect-dialog';
import { TokenDialog } from './token-dialog';
import { useConnectReason } from './use-connect-reason';

interface AccountsSectionProps {
  connectionId: string;
  accountId: string;
  accounts: readonly ConnectedAccount[];
  /** What was left out of the service’s list. */
  omitted: Omitted | undefined;
  /** IDs of the providers that the project has enabled. */
  providers: readonly string[];
  setup: SignInSetup | undefined;
}

/** The connected accounts, and what can be done with each. */
export function AccountsSection({ connectionId, accountId, accounts, omitted, providers, setup }: AccountsSectionProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [open, setOpen] = useState<{ readonly dialog: 'disconnect' | 'token'; readonly account: ConnectedAccount } | null>(null);
  const list = useFocusWhenClosed(open?.dialog === 'disconnect');
  const close = () => setOpen(null);
  const reason = useConnectReason(connectionId, providers, accounts);
  const here = paths.connectedAccounts(connectionId);
  const connect = (
    <Button icon={Plus} disabledReason={reason} onClick={() => void navigate(paths.linkProvider(connectionId, here))}>
      {t('connected.connect')}
    </Button>
  );
  return (
    <PageSection title={t('connected.title')} text={t('connected.text')} action={accounts.length > 0 && connect}>
      <Card ref={list} tabIndex={-1} role={accounts.length > 0 ? 'list' : undefined} aria-label={t('connected.title')}>
        {accounts.length === 0 && omitted === undefined && <NoAccounts hasProviders={providers.length > 0}>{connect}</NoAccounts>}
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            connectionId={connectionId}
            accountId={accountId}
            account={account}
            accounts={accounts}
            isEnabled={providers.includes(account.provider)}
            setup={setup}
            onCheck={() => setOpen({ dialog: 'token', account })}
            onDisconnect={() => setOpen({ dialog: 'disconnect', account })}
          />
        ))}
      </Card>
      <OmittedNote omitted={omitted} />
      {open?.dialog === 'disconnect' && (
        <DisconnectDialog connectionId={connectionId} accountId={accountId} account={open.account} onClose={close} />
      )}
      {open?.dialog === 'token' && (
        <TokenDialog
          connectionId={connectionId}
          accountId={accountId}
          account={open.account}
          isOnly={accounts.filter(({ provider }) => provider === open.account.provider).length === 1}
          onClose={close}
        />
      )}
    </PageSection>
  );
}

function NoAccounts({ hasProviders, children }: { hasProviders: boolean; children: ReactNode }) {
  const { t } = useMessages();
  if (!hasProviders) return <EmptyState icon={Plug} title={t('connected.no-providers')} text={t('connected.no-providers.text')} />;
  return <EmptyState icon={Plug} title={t('connected.none')} text={t('connected.none.text')} action={children} />;
}
