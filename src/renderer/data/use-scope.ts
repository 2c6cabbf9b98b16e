import type { Environment } from '#contract/bridge/connection-choices.ts';
import { useReadOnlyReason } from './read-only';
import { useScreenAccount, useScreenScope } from './scope';
import { useConnection } from './topics';

interface Scope {
  readonly connectionId: string;
  /** Why nothing can be changed, through the connection or on the screen; undefined where it can. */
  readonly readOnly: string | undefined;
  readonly environment: Environment | undefined;
}

/** Returns the connection of the screen, and what applies to all that it changes. Throws outside the screens of connections. */
export function useScope(): Scope {
  const { connectionId, blocked } = useScreenScope();
  const readOnly = useReadOnlyReason(connectionId);
  const environment = useConnection(connectionId)?.environment;
  return { connectionId, readOnly: blocked ?? readOnly, environment };
}

/** Returns the same of an account's screen, with the ID of the account. Throws `signed-out` outside the screens of accounts. */
export function useAccountScope(): Scope & { readonly accountId: string } {
  const { id: accountId } = useScreenAccount();
  return { ...useScope(), accountId };
}
