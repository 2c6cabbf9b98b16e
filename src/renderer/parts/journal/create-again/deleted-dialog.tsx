import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SnapshotSummary } from '#contract/journal/snapshot.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './create-again.module.css';
import { CreateAgainDialog, snapshotName } from './create-again-dialog';

interface DeletedDialogProps {
  connectionId: string;
  onClose: () => void;
}

/** Lists the snapshots of a connection, each of which can be created again. */
export function DeletedDialog({ connectionId, onClose }: DeletedDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const [chosen, setChosen] = useState<SnapshotSummary | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['snapshots', 'list', connectionId],
    queryFn: () => api.snapshots.list({ connectionId }),
    staleTime: 0,
  });
  if (chosen !== null)
    return <CreateAgainDialog connectionId={connectionId} snapshot={chosen} onClose={() => setChosen(null)} onOpened={onClose} />;
  const retry = (
    <Button busy={isFetching} onClick={() => void refetch()}>
      {t('ui.retry')}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('snapshots.deleted.title')}
      description={t('snapshots.deleted.text', { connection: connection?.name ?? '' })}
      environment={connection?.environment}
      width={560}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      {error !== null && <ErrorCallout report={reportOf(error)} action={retry} />}
      {error === null && data === undefined && <SkeletonRows count={3} rowHeight={44} />}
      {data?.length === 0 && (
        <EmptyState icon={ArchiveRestore} title={t('snapshots.deleted.empty')} text={t('snapshots.deleted.empty.text')} />
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.snapshots} aria-label={t('snapshots.deleted.title')}>
          {data.map((snapshot) => (
            <SnapshotRow key={snapshot.id} snapshot={snapshot} onChoose={() => setChosen(snapshot)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SnapshotRow({ snapshot, onChoose }: { snapshot: SnapshotSummary; onChoose: () => void }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const client = useQueryClient();
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const name = snapshotName(messages, snapshot);
  const { id, kind, targetId, displayName, primaryEmail, imageUrl, takenAtMillis, newId, deletion } = snapshot;
  const remove = async () => {
    try {
      await api.snapshots.remove({ id });
      show({ tone: 'good', title: 'snapshots.deleted.removed' });
    } catch (thrown) {
      showFailure(thrown);
    }
    void client.invalidateQueries({ queryKey: ['snapshots', 'list'] });
  };
  return (
    <li className={styles.snapshot}>
      <Avatar id={targetId} name={displayName} email={primaryEmail} imageUrl={imageUrl} size={28} />
      <div className={styles.who}>
        <bdi>{name}</bdi>
        <span className={styles.detail}>{t(`snapshots.deleted.kind.${kind}`, { date: dateTime(takenAtMillis, locale) })}</span>
        {newId !== null && <Badge tone="good">{t('snapshots.deleted.again')}</Badge>}
        {newId === null && deletion === 'unknown' && <Badge tone="warn">{t('snapshots.deleted.unknown')}</Badge>}
      </div>
      <Button onClick={onChoose}>{t(newId === null ? 'snapshots.create-again.menu' : 'snapshots.deleted.details')}</Button>
      <IconButton label={t('snapshots.deleted.remove', { name })} icon={Trash2} onClick={() => void remove()} />
    </li>
  );
}
