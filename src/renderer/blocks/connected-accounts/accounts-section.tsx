import { Plug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Omitted } from '../../../contract/kit';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useMessages } from '../../lib/use-messages';
import type { UserOf } from '../../queries/user/user-of';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { AccountRow } from './account-row';
import { accountTexts } from './account-texts';
import type { ConnectedAccount } from './connected-accounts';
import { DisconnectDialog } from './disconnect-dialog';
import { TokenDialog } from './token-dialog';

interface AccountsSectionProps {
  of: UserOf;
  accounts: readonly ConnectedAccount[];
  /** What was left out of the service’s list. */
  omitted: Omitted | undefined;
  /** IDs of the providers that the project has enabled. */
  providers: readonly string[];
  setup: SignInSetup | undefined;
  /** The button that connects another account. */
  connect?: ReactNode;
}

/** The connected accounts, and what can be done with each. */
export function AccountsSection({ of, accounts, omitted, providers, setup, connect }: AccountsSectionProps) {
  const { t } = useMessages();
  const [open, setOpen] = useState<{ readonly dialog: 'disconnect' | 'token'; readonly account: ConnectedAccount } | null>(null);
  const list = useFocusWhenClosed(open?.dialog === 'disconnect');
  const close = () => setOpen(null);
  const texts = accountTexts[of.actor];
  return (
    <PageSection title={t('connected.title')} text={t(texts.text)} action={accounts.length > 0 && connect}>
      <Card ref={list} tabIndex={-1} role={accounts.length > 0 ? 'list' : undefined} aria-label={t('connected.title')}>
        {accounts.length === 0 && omitted === undefined && (
          <NoAccounts hasProviders={providers.length > 0} text={t(texts.noneText)} action={connect} />
        )}
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            of={of}
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
      {open?.dialog === 'disconnect' && <DisconnectDialog of={of} account={open.account} setup={setup} onClose={close} />}
      {open?.dialog === 'token' && (
        <TokenDialog
          of={of}
          account={open.account}
          isOnly={accounts.filter(({ provider }) => provider === open.account.provider).length === 1}
          onClose={close}
        />
      )}
    </PageSection>
  );
}

function NoAccounts({ hasProviders, text, action }: { hasProviders: boolean; text: string; action: ReactNode }) {
  const { t } = useMessages();
  if (!hasProviders) return <EmptyState icon={Plug} title={t('connected.no-providers')} text={t('connected.no-providers.text')} />;
  return <EmptyState icon={Plug} title={t('connected.none')} text={text} action={action} />;
}
