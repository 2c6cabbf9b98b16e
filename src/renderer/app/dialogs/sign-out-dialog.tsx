import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { useAccountsOf, useConnection } from '#data/topics.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type SignOutTarget, useSignOutDialog } from '#window/open-dialogs.ts';
import { useSignOut } from './use-sign-out';

/** Asks before signing out, and says what that ends. */
export function SignOutDialog() {
  const asked = useSignOutDialog((state) => state.asked);
  const connection = useConnection(asked?.connectionId);
  return asked && connection && <OpenSignOutDialog target={asked} connection={connection} />;
}

function OpenSignOutDialog({ target, connection }: { target: SignOutTarget; connection: Connection }) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const hide = useSignOutDialog((state) => state.hide);
  const all = useAccountsOf(connection.id);
  const account = all.find(({ id }) => id === target.accountId);
  const { signOut, signOutAll } = useSignOut();
  const name = useConnectionNames().get(connection.id) ?? connection.name;
  const consequence = useConsequence(account === undefined ? all : [account], name, account === undefined);
  // Another window may have signed it out in the meantime.
  if (target.accountId !== null && account === undefined) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || hide()}
      title={account === undefined ? t('shell.account.sign-out-all.title') : t('profile.sign-out.title', { name: nameOf(account) })}
      consequence={consequence}
      confirmLabel={t('shell.account.sign-out')}
      danger
      environment={connection.environment}
      onConfirm={() => (account === undefined ? signOutAll(connection.id, all) : signOut(account))}
    />
  );
}

/** Names anonymous accounts, which are lost, and sessions that end elsewhere as well. */
function useConsequence(accounts: readonly Account[], connection: string, isAll: boolean): string {
  const { t } = useMessages();
  const hasAnonymous = accounts.some(({ state }) => state === 'anonymous');
  const hasShared = accounts.some(({ isShared }) => isShared);
  const texts = [
    ...(hasAnonymous ? [t(isAll ? 'shell.account.sign-out-all.anonymous' : 'profile.sign-out.anonymous')] : []),
    ...(hasShared ? [t(isAll ? 'shell.account.sign-out-all.shared' : 'profile.sign-out.shared', { connection })] : []),
  ];
  return texts.length > 0 ? texts.join(' ') : t('profile.sign-out.consequence', { connection });
}
