import { useConnection } from '#data/topics.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';

/**
 * Returns the text that names a user before a removal: the email, or the ID where there is none or it is concealed. Undefined where the
 * connection's safety level requires the connection's name instead.
 */
export function useTextToType(connectionId: string, user: { readonly id: string; readonly email?: string | null }): string | undefined {
  const connection = useConnection(connectionId);
  return connection?.safety === 'type-to-destroy' ? undefined : shownNameToType(user.email, user.id);
}
