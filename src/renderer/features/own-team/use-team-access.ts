import { useMemo } from 'react';
import { missingRight, type TeamAccess, type TeamAction } from '../../lib/rules/team-rights';
import { useMessages } from '../../lib/use-messages';
import { useReadOnlyReason } from '../../stores/read-only';

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
