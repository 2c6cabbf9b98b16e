import { Lock } from 'lucide-react';
import { featureSince } from '../../../contract/features';
import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useChangeSignInUse } from '../../queries/user/connected-accounts';
import type { UserOf } from '../../queries/user/user-of';
import { useConnection } from '../../stores/connections';
import { useSignInChangeReason } from '../../stores/sign-in-changes';
import { Icon } from '../../ui/data/icon';
import { GuardedSwitch } from '../sign-in-methods/guarded-switch';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { accountTexts } from './account-texts';
import { type ConnectedAccount, signInRival } from './connected-accounts';
import styles from './connected-accounts.module.css';

interface SignInUseProps {
  of: UserOf;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  setup: SignInSetup | undefined;
}

/** Whether an account is used for sign-in, which takes effect at once. */
export function SignInUse({ of, account, accounts, setup }: SignInUseProps) {
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
