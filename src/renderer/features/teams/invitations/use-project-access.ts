import { useMemo } from 'react';
import type { TeamAccess } from '../../../lib/rules/team-rights';
import { useReadOnlyReason } from '../../../stores/read-only';

/** Returns what the project may do in a team: everything, unless the connection is read-only. */
export function useProjectAccess(connectionId: string): TeamAccess {
  const readOnly = useReadOnlyReason(connectionId);
  return useMemo(() => ({ lack: () => undefined, block: () => readOnly, readOnly }), [readOnly]);
}
