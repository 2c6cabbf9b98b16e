import { nameToType } from '../../../contract/text/visible-text';
import { useConnection } from '../../stores/connections';
import { useSettings } from '../../stores/settings';

/**
 * Returns the text that names a user before a removal: the email, or the ID where there is none or it is concealed. Undefined where the
 * connection's safety level requires the connection's name instead.
 */
export function useTextToType(connectionId: string, user: { readonly id: string; readonly email?: string | null }): string | undefined {
  const connection = useConnection(connectionId);
  const { privacyMode } = useSettings();
  if (connection?.safety === 'type-to-destroy') return undefined;
  // A text that is concealed can't be typed.
  return privacyMode ? user.id : nameToType(user.email, user.id);
}
