import { useMemo } from 'react';
import { missingRight, type TeamAction } from '../../lib/rules/team-rights';
import { useMessages } from '../../lib/use-messages';
import { useReadOnlyReason } from '../../stores/read-only';

/** What an account may do in a team. */
export interface TeamAccess {
  /** Returns why the account may not do it, or undefined if it may. Reading isn't affected by the connection's safety level. */
  readonly lack: (action: TeamAction) => string | undefined;
  /** Returns why a control of the action is disabled, or undefined if it isn't. */
  readonly block: (action: TeamAction) => string | undefined;
  /** Why nothing can be changed at all. */
  readonly readOnly: string | undefined;
}

/** Returns what an account with these permissions may do in a team. */
export function useTeamAccess(connectionId: string, granted: ReadonlySet<string>): TeamAccess {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  return useMemo(() => {
    const lack = (action: TeamAction) => {
      const permission = missingRight(action, granted);
      return permission === null ? undefined : t('team.permission-needed', { permission });
    };
    return { lack, block: (action) => readOnly ?? lack(action), readOnly };
  }, [granted, readOnly, t]);
}
