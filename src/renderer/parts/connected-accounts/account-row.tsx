import { Lock } from 'lucide-react';
import { featureSince } from '#contract/features.ts';
import { useChangeSignInUse } from '#data/connected-accounts.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import type { SignInSetup } from '#lib/rules/sign-in-method-removal.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { ProviderIcon } from '#ui/data/provider-icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CardRow } from '#ui/layout/card.tsx';
import { GuardedSwitch } from '../sign-in-methods/guarded-switch';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { accountTexts } from './account-texts';
import { type ConnectedAccount, signInRival } from './connected-accounts';
import styles from './connected-accounts.module.css';
import { ReconnectButton } from './reconnect-button';

interface AccountRowProps {
  of: UserOf;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  /** Whether the project has the provider enabled. */
  isEnabled: boolean;
  setup: SignInSetup | undefined;
  onCheck: () => void;
  onDisconnect: () => void;
}

/** One connected account. Why it can’t be disconnected is said in a line. */
export function AccountRow({ of, account, accounts, isEnabled, setup, onCheck, onDisconnect }: AccountRowProps) {
  const { connectionId } = of;
  const { t } = useMessages();
  const name = providerName(account.provider);
  const reason = useDisconnectReason(of, account.id, setup);
  const address = account.email ?? account.accountId ?? undefined;
  const off = isEnabled ? undefined : t('connected.provider-off');
  return (
    <CardRow className={styles.row} role="listitem">
      <ProviderIcon id={account.provider} name={name} />
      <div className={styles.words}>
        <div className={styles.name}>
          <bdi>{name}</bdi>
          {!isEnabled && <Badge tone="warn">{t('connected.off')}</Badge>}
        </div>
        <span className={styles.detail}>{address === undefined ? t('connected.no-email') : <bdi dir="ltr">{address}</bdi>}</span>
        {reason !== undefined && <p className={styles.reason}>{reason}</p>}
        <SignInUse of={of} account={account} accounts={accounts} setup={setup} />
      </div>
      <div className={styles.tools}>
        <Button
          size="sm"
          disabledReason={off ?? (account.allowsTokens ? undefined : t('connected.token.not-allowed'))}
          aria-label={t('connected.token.of', { provider: name })}
          onClick={onCheck}
        >
          {t('connected.token')}
        </Button>
        {of.actor === 'account' && <ReconnectButton connectionId={connectionId} provider={account.provider} disabledReason={off} />}
        <Button size="sm" disabledReason={reason} aria-label={t('connected.disconnect.of', { provider: name })} onClick={onDisconnect}>
          {t('connected.disconnect')}
        </Button>
      </div>
    </CardRow>
  );
}

/** Returns why an account can’t be disconnected; undefined where it can. */
function useDisconnectReason({ actor, connectionId }: UserOf, id: string, setup: SignInSetup | undefined): string | undefined {
  const { t } = useMessages();
  const removal = useRemovalEffect(actor, setup)({ kind: 'provider', id });
  const readOnly = useSignInChangeReason(connectionId);
  const canDisconnect = useConnection(connectionId)?.features?.['oauth-providers'];
  if (canDisconnect === false) return t('connected.disconnect.release', { release: featureSince['oauth-providers'] });
  if (canDisconnect === undefined) return t('connected.disconnect.unknown');
  if (readOnly !== undefined) return readOnly;
  return removal.blocked;
}

interface SignInUseProps {
  of: UserOf;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  setup: SignInSetup | undefined;
}

/** Whether an account is used for sign-in, which takes effect at once. */
function SignInUse({ of, account, accounts, setup }: SignInUseProps) {
  const { t } = useMessages();
  const { mutateAsync: change } = useChangeSignInUse(of);
  const removal = useRemovalEffect(of.actor, setup)({ kind: 'provider', id: account.id });
  const lack = useSignInUseLack(of, account, accounts);
  const reason = lack ?? (account.allowsSignIn ? removal.blocked : undefined);
  return (
    <span className={styles.use}>
      <GuardedSwitch
        connectionId={of.connectionId}
        label={t('connected.sign-in.of', { provider: providerName(account.provider) })}
        isOn={account.allowsSignIn}
        removal={removal}
        disabledReason={lack}
        onChange={(isUsed) => change({ id: account.id, isUsed })}
      />
      <span aria-hidden="true">{t('connected.sign-in')}</span>
      {reason !== undefined && <Icon of={Lock} size={14} />}
    </span>
  );
}

/** Returns why the use for sign-in can’t be changed, apart from the rule of the last sign-in method; undefined where it can. */
function useSignInUseLack(of: UserOf, account: ConnectedAccount, accounts: readonly ConnectedAccount[]): string | undefined {
  const { t } = useMessages();
  const readOnly = useSignInChangeReason(of.connectionId);
  const hasObjects = useConnection(of.connectionId)?.features?.['oauth-providers'];
  if (hasObjects === false) return t('connected.sign-in.release', { release: featureSince['oauth-providers'] });
  if (hasObjects === undefined) return t('connected.sign-in.unknown');
  if (readOnly !== undefined || account.allowsSignIn) return readOnly;
  const rival = signInRival(account, accounts);
  return rival && t(accountTexts[of.actor].rival, { provider: providerName(rival.provider) });
}
