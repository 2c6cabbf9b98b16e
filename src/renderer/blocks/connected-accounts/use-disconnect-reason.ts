import { featureSince } from '../../../contract/features';
import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useMessages } from '../../lib/use-messages';
import type { UserOf } from '../../queries/user/user-of';
import { useConnection } from '../../stores/connections';
import { useSignInChangeReason } from '../../stores/sign-in-changes';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';

/** Returns why an account can’t be disconnected; undefined where it can. */
export function useDisconnectReason({ actor, connectionId }: UserOf, id: string, setup: SignInSetup | undefined): string | undefined {
  const { t } = useMessages();
  const removal = useRemovalEffect(actor, setup)({ kind: 'provider', id });
  const readOnly = useSignInChangeReason(connectionId);
  const canDisconnect = useConnection(connectionId)?.features?.['oauth-providers'];
  if (canDisconnect === false) return t('connected.disconnect.release', { release: featureSince['oauth-providers'] });
  if (canDisconnect === undefined) return t('connected.disconnect.unknown');
  if (readOnly !== undefined) return readOnly;
  return removal.blocked;
}
