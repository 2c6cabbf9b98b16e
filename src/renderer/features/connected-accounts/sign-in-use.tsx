import { Lock } from 'lucide-react';
import { featureSince } from '../../../contract/features';
import { removalRefusal, removalRefusalText, type SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { useMessages } from '../../lib/use-messages';
import { useChangeSignInUse } from '../../queries/account/connected-accounts';
import { useConnection } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';
import { Icon } from '../../ui/data/icon';
import { ReasonedSwitch } from '../../ui/inputs/reasoned-switch';
import { type ConnectedAccount, signInRival } from './connected-accounts';
import styles from './connected-accounts.module.css';

interface SignInUseProps {
  connectionId: string;
  accountId: string;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  setup: SignInSetup | undefined;
}

/** Whether an account is used for sign-in, which takes effect at once. The last sign-in method stays. */
export function SignInUse({ connectionId, accountId, account, accounts, setup }: SignInUseProps) {
  const { t } = useMessages();
  const showFailure = useFailureToast();
  const { mutateAsync: change } = useChangeSignInUse(connectionId, accountId);
  const action = useAction((isUsed: boolean) => change({ id: account.id, isUsed }).catch(showFailure));
  const reason = useSignInUseReason(connectionId, account, accounts, setup);
  return (
    <span className={styles.use}>
      <ReasonedSwitch
        label={t('connected.sign-in.of', { provider: providerName(account.provider) })}
        checked={action.pending?.[0] ?? account.allowsSignIn}
        busy={action.isPending}
        disabledReason={reason}
        onChange={(next) => void action.run(next)}
      />
      <span aria-hidden="true">{t('connected.sign-in')}</span>
      {reason !== undefined && <Icon of={Lock} size={14} />}
    </span>
  );
}

/** Returns why the use for sign-in can’t be changed; undefined where it can. */
function useSignInUseReason(
  connectionId: string,
  account: ConnectedAccount,
  accounts: readonly ConnectedAccount[],
  setup: SignInSetup | undefined,
): string | undefined {
  const messages = useMessages();
  const { t } = messages;
  const readOnly = useReadOnlyReason(connectionId);
  const hasObjects = useConnection(connectionId)?.features?.['oauth-providers'];
  if (hasObjects === false) return t('connected.sign-in.release', { release: featureSince['oauth-providers'] });
  if (hasObjects === undefined) return t('connected.sign-in.unknown');
  if (readOnly !== undefined) return readOnly;
  if (!account.allowsSignIn) {
    const rival = signInRival(account, accounts);
    return rival && t('connected.sign-in.other', { provider: providerName(rival.provider) });
  }
  const refusal = removalRefusal({ kind: 'provider', id: account.id }, setup);
  return refusal === null ? undefined : removalRefusalText(messages, refusal);
}
