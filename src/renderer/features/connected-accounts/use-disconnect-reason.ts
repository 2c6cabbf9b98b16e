import { featureSince } from '../../../contract/features';
import { removalRefusal, removalRefusalText, type SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';

/** Returns why an account can’t be disconnected; undefined where it can. */
export function useDisconnectReason(connectionId: string, id: string, setup: SignInSetup | undefined): string | undefined {
  const messages = useMessages();
  const { t } = messages;
  const readOnly = useReadOnlyReason(connectionId);
  const canDisconnect = useConnection(connectionId)?.features?.['oauth-providers'];
  if (canDisconnect === false) return t('connected.disconnect.release', { release: featureSince['oauth-providers'] });
  if (canDisconnect === undefined) return t('connected.disconnect.unknown');
  if (readOnly !== undefined) return readOnly;
  const refusal = removalRefusal({ kind: 'provider', id }, setup);
  return refusal === null ? undefined : removalRefusalText(messages, refusal);
}
