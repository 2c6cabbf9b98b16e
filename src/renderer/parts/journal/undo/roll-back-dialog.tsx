import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { partSecret, type ShownApplyUndo } from '#contract/bridge/undo.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { EntrySentence } from '../entry-sentence';
import styles from './undo.module.css';
import { UndoFrame, UndoLosses } from './undo-frame';
import { UndoRequests } from './undo-requests';
import { UndoRows } from './undo-rows';
import { undoReasonText } from './undo-texts';
import { useRunUndo } from './use-run-undo';

interface RollBackDialogProps {
  /** ID of what was applied. */
  job: string;
  onClose: () => void;
}

interface ReadPlan {
  readonly plan: ShownApplyUndo;
  readonly entries: ReadonlyMap<number, JournalEntry>;
}

type Part = ShownApplyUndo['parts'][number];

/** Entries whose sentences are shown, of the newest ones. */
const maxEntries = 500;

/** Undoes all that was applied as one configuration, with one confirmation. */
export function RollBackDialog({ job, onClose }: RollBackDialogProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['roll-back', job],
    queryFn: async (): Promise<ReadPlan> => {
      const listed = api.journal.list({ filter: { job }, limit: maxEntries });
      const [plan, { entries }] = await Promise.all([api.undo.planApply({ job }), listed]);
      return { plan, entries: new Map(entries.map((entry) => [entry.seq, entry])) };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const plan = data?.plan;
  const running = useRunUndo({
    plan,
    send: (request) => api.undo.runApply({ job, ...request }),
    done: 'journal.roll-back.done',
    partly: (sent) => (messages) => messages.t('journal.roll-back.partly', sent),
    onDone: onClose,
    refetch: () => void refetch(),
  });
  return (
    <UndoFrame
      title={t('journal.roll-back.title')}
      description={t('journal.roll-back.text')}
      plan={plan && { connectionId: plan.connectionId, isUndoable: plan.parts.some(isUndoable), asks: asksOf(plan) }}
      reading={{ error, isFetching, refetch: () => void refetch() }}
      running={running}
      confirm={t('journal.roll-back.confirm')}
      onClose={onClose}
    >
      {(secrets) => data && <Plan data={data}>{secrets}</Plan>}
    </UndoFrame>
  );
}

const isUndoable = ({ undo }: Part) => undo.reason === null;

function asksOf({ parts }: ShownApplyUndo) {
  return parts.filter(isUndoable).flatMap(({ seq, undo }) => undo.asks.map((ask) => ({ ...ask, path: partSecret(seq, ask.path) })));
}

/** Each change with its values, or why it stays, and the requests of all. */
function Plan({ data: { plan, entries }, children }: { data: ReadPlan; children: ReactNode }) {
  const messages = useMessages();
  const { t } = messages;
  const undos = plan.parts.filter(isUndoable).map(({ undo }) => undo);
  const reads = new Map(undos.flatMap((undo) => undo.reads).map((read) => [read.path, read]));
  const losses = [...new Set(undos.flatMap((undo) => undo.losses))];
  return (
    <>
      {undos.length === 0 && <Callout tone="neutral" title={t('journal.roll-back.nothing')} />}
      {plan.parts.map(({ seq, undo }) => {
        const entry = entries.get(seq);
        return (
          <section key={seq} className={styles.content}>
            <h3 className={styles.heading}>{entry === undefined ? seq : <EntrySentence entry={entry} />}</h3>
            {undo.reason !== null && <p className={styles.note}>{undoReasonText(messages, undo.reason)}</p>}
            {undo.rows.length > 0 && <UndoRows rows={undo.rows} others={undo.others} />}
          </section>
        );
      })}
      <UndoLosses losses={losses} />
      {children}
      {undos.length > 0 && <UndoRequests reads={[...reads.values()]} writes={undos.flatMap((undo) => undo.writes)} />}
    </>
  );
}
