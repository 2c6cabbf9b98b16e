import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';

/** Offers to create again what an entry deleted, if a snapshot of it was kept. Nothing for other entries. */
export function CreateAgainButton({ entry }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const show = useConnectionDialogs((state) => state.show);
  const { seq, endpoint, outcome } = entry;
  const isDeletion = (endpoint === 'users.delete' || endpoint === 'teams.delete') && outcome?.result !== 'failed';
  const { data: snapshot, isPending } = useQuery({
    queryKey: ['snapshots', 'list', 'entry', seq],
    queryFn: () => api.snapshots.ofEntry({ seq }),
    enabled: isDeletion,
    staleTime: 0,
  });
  if (!isDeletion) return null;
  const reason = isPending ? t('ui.loading') : t('snapshots.none');
  return (
    <Button
      icon={RotateCcw}
      disabledReason={snapshot == null ? reason : undefined}
      onClick={() => snapshot != null && show({ kind: 'create-again', connectionId: snapshot.connectionId, snapshot })}
    >
      {t('snapshots.create-again.menu')}
    </Button>
  );
}
