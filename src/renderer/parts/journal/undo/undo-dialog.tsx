import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ShownUndo } from '#contract/bridge/undo.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { timeNear } from '#lib/intl/days.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { curlCommand } from '#parts/row-menu/use-curl.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { removeUndoOffer } from '#window/undo.ts';
import { useActorName } from '../actor';
import { aboutOf, sentenceText } from '../entry-sentence';
import styles from './undo.module.css';
import { UndoFrame, UndoLosses } from './undo-frame';
import { UndoRequests } from './undo-requests';
import { UndoRows } from './undo-rows';
import { undoReasonText } from './undo-texts';
import { useRunUndo } from './use-run-undo';

interface UndoDialogProps {
  /** Number of the entry. */
  seq: number;
  onClose: () => void;
}

/** What undoing a write does, planned against a fresh read, before it is done. */
export function UndoDialog({ seq, onClose }: UndoDialogProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useUndoPlan(seq);
  const plan = data?.plan;
  const title = useUndoTitle(data?.entry);
  const close = () => {
    // The key continues with the change before. One that isn't done yet stays.
    if (plan !== undefined && plan.reason !== null && plan.reason !== 'running') removeUndoOffer(seq);
    onClose();
  };
  const running = useRunUndo({
    plan,
    send: (request) => api.undo.run({ seq, ...request }),
    done: 'journal.undo.done',
    partly: (sent) => (messages) => messages.t('journal.undo.partly', sent),
    onDone() {
      removeUndoOffer(seq);
      onClose();
    },
    refetch: () => void refetch(),
  });
  const changes = plan?.rows.filter(({ effect }) => effect !== 'kept').length ?? 0;
  const undo = changes === 0 ? t('journal.undo.confirm') : t('journal.undo.confirm-count', { count: changes });
  return (
    <UndoFrame
      title={title}
      description={data === undefined ? <Skeleton width={320} /> : <UndoAbout entry={data.entry} plan={data.plan} />}
      plan={plan && { ...plan, isUndoable: plan.reason === null }}
      reading={{ error, isFetching, refetch: () => void refetch() }}
      running={running}
      confirm={plan?.isDoubtful === true ? t('journal.undo.anyway') : undo}
      extra={plan && <CopyCurl plan={plan} />}
      explainsUnknown={plan?.isDoubtful !== true}
      onClose={close}
    >
      {(secrets) => plan && <Plan plan={plan}>{secrets}</Plan>}
    </UndoFrame>
  );
}

/** Reads an entry, and plans its undo, each time that a dialog is opened. */
function useUndoPlan(seq: number) {
  return useQuery({
    queryKey: ['undo', seq],
    queryFn: async (): Promise<{ entry: JournalEntry | null; plan: ShownUndo }> => {
      const [entry, plan] = await Promise.all([api.journal.read({ seq }), api.undo.plan({ seq })]);
      return { entry, plan };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function Plan({ plan, children }: { plan: ShownUndo; children: ReactNode }) {
  const messages = useMessages();
  const { t } = messages;
  const { reason, rows, others, losses, isDoubtful } = plan;
  return (
    <>
      {reason !== null && (
        <Callout tone="neutral" title={t('journal.undo.refused')}>
          {undoReasonText(messages, reason)}
        </Callout>
      )}
      {isDoubtful && (
        <Callout tone="warn" title={t('journal.undo.doubtful')}>
          {t('journal.undo.doubtful.text')}
        </Callout>
      )}
      {rows.length > 0 && <UndoRows rows={rows} others={others} />}
      <UndoLosses losses={losses} />
      {reason === null && children}
      {reason === null && <UndoRequests reads={plan.reads} writes={plan.writes} />}
    </>
  );
}

function CopyCurl({ plan }: { plan: ShownUndo }) {
  const { t } = useMessages();
  const connection = useConnection(plan.connectionId ?? undefined);
  if (connection === undefined) return null;
  return (
    <CopyTextButton variant="plain" value={() => plan.writes.map((request) => curlCommand({ ...connection, ...request })).join('\n\n')}>
      {t('row-menu.copy-curl')}
    </CopyTextButton>
  );
}

/** Returns the question of the dialog, which names the change as the journal does. */
function useUndoTitle(entry: JournalEntry | null | undefined): string {
  const messages = useMessages();
  if (entry === null || entry === undefined) return messages.t('journal.undo.title');
  return messages.t('journal.undo.title-of', { sentence: sentenceText(messages, entry) });
}

/** Who made the change, to what and when, and when it was read again. */
function UndoAbout({ entry, plan: { readAtMillis, connectionId } }: { entry: JournalEntry | null; plan: ShownUndo }) {
  const { t, locale } = useMessages();
  const now = useNow();
  const connection = useConnection(connectionId ?? undefined);
  const nameOf = useActorName();
  const about = entry === null ? null : aboutOf(entry);
  return (
    <div className={styles.about}>
      <span>
        {about !== null && (
          <>
            <bdi {...(about.isPersonal ? { 'data-personal': '' } : {})}>{about.text}</bdi>
            {' · '}
          </>
        )}
        {entry !== null && t('journal.undo.made', { actor: nameOf(entry.actor), time: dateTime(entry.timeMillis, locale) })}
        {readAtMillis !== null && ` ${t('journal.undo.read-at', { time: timeNear(readAtMillis, now, locale) })}`}
      </span>
      {connection !== undefined && <EnvironmentBadge connection={connection} />}
    </div>
  );
}
