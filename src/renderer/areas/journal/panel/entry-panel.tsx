import { FileX, Terminal, Undo2, X } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { fieldsOf } from '#contract/journal/changed-fields.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { ChangeBox } from '#parts/journal/change-box.tsx';
import { CreateAgainButton } from '#parts/journal/create-again/create-again-button.tsx';
import { changesOf } from '#parts/journal/entry-changes.ts';
import { aboutOf, EntryAbout, EntryMark, EntryTitle } from '#parts/journal/entry-sentence.tsx';
import { UndoButton } from '#parts/journal/undo/undo-button.tsx';
import { useJournalEntry } from '#parts/journal/use-entries.ts';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { paths } from '#window/routes.ts';
import { showRollBack } from '#window/undo.ts';
import type { JournalPlace } from '#window/url-state.ts';
import { callOf } from '../written-call';
import { EntryFacts, ImpersonationFact } from './entry-facts';
import { EntryNote } from './entry-note';
import { useEntryTarget } from './entry-target';
import styles from './panel.module.css';

interface EntryPanelProps {
  seq: number;
  onClose: () => void;
  onOpen: (seq: number) => void;
  onFilter: (change: JournalPlace) => void;
}

/** One entry beside the list, in all its states; Escape closes it. */
export function EntryPanel({ seq, onClose, onOpen, onFilter }: EntryPanelProps) {
  const { t } = useMessages();
  const { data: entry, error, isFetching, refetch } = useJournalEntry(seq);
  const close = <IconButton label={t('journal.close')} icon={X} onClick={onClose} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the panel isn’t a control; it handles Escape for the controls in it
    <div className={styles.panel} onKeyDown={(event) => pressedKey(event) === 'Escape' && !event.defaultPrevented && onClose()}>
      {entry ? (
        <Entry entry={entry} close={close} onOpen={onOpen} onFilter={onFilter} onChanged={() => void refetch()} />
      ) : (
        <>
          <div className={styles.head}>
            <span className={styles.names}>{entry === undefined && error === null && <EntrySkeleton />}</span>
            {close}
          </div>
          {error !== null && entry === undefined && (
            <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />
          )}
          {entry === null && <EmptyState icon={FileX} title={t('journal.gone')} text={t('journal.gone.text')} />}
        </>
      )}
    </div>
  );
}

function EntrySkeleton() {
  return (
    <>
      <LoadingStatus />
      <Skeleton width={180} height={18} />
      <Skeleton width={120} />
      <Skeleton height={140} />
    </>
  );
}

interface EntryProps extends Pick<EntryPanelProps, 'onOpen' | 'onFilter'> {
  entry: JournalEntry;
  close: React.ReactNode;
  onChanged: () => void;
}

function Entry({ entry, close, onOpen, onFilter, onChanged }: EntryProps) {
  const { t } = useMessages();
  const target = useEntryTarget(entry);
  const hasAbout = entry.personal === null || aboutOf(entry) !== null;
  const about = <EntryAbout entry={entry} />;
  return (
    <>
      <header className={styles.head}>
        <div className={styles.names}>
          <h2>
            <EntryTitle entry={entry} />
          </h2>
          <p>
            {hasAbout && (target === null || entry.personal === null ? about : <Link to={target.path}>{about}</Link>)}
            <EntryMark entry={entry} />
          </p>
        </div>
        {close}
      </header>
      <div className={styles.content}>
        <EntryFacts entry={entry} />
        <ImpersonationFact entry={entry} />
        <Links entry={entry} onOpen={onOpen} onFilter={onFilter} />
        <Outcome entry={entry} />
        {entry.personal === null ? <p className={styles.quiet}>{t('journal.erased.text')}</p> : <EntryDiff entry={entry} />}
        <EntryNote entry={entry} onSaved={onChanged} />
      </div>
      <Footer entry={entry} />
    </>
  );
}

/** The entries that undo it, and that it undoes, and those of the same job or configuration. */
function Links({ entry, onOpen, onFilter }: Pick<EntryProps, 'entry' | 'onOpen' | 'onFilter'>) {
  const { undoes, undoneBy, job, source, connectionId } = entry;
  const { t } = useMessages();
  const navigate = useNavigate();
  const readOnly = useReadOnlyReason(connectionId ?? undefined);
  if (undoes === null && undoneBy === null && job === null) return null;
  return (
    <div className={styles.value}>
      {undoneBy !== null && (
        <Button size="sm" onClick={() => onOpen(undoneBy)}>
          {t('journal.show-undo')}
        </Button>
      )}
      {undoes !== null && (
        <Button size="sm" onClick={() => onOpen(undoes)}>
          {t('journal.show-undone')}
        </Button>
      )}
      {job !== null && (
        <>
          <Button size="sm" onClick={() => onFilter({ job })}>
            {t(source === 'apply' ? 'journal.show-apply' : 'journal.show-job')}
          </Button>
          {source === 'apply' ? (
            <Button size="sm" icon={Undo2} disabledReason={readOnly} onClick={() => showRollBack(job)}>
              {t('journal.roll-back')}
            </Button>
          ) : (
            <Button
              size="sm"
              onClick={() => void navigate(connectionId === null ? paths.allJobs({ job }) : paths.jobs(connectionId, { job }))}
            >
              {t('jobs.open')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** Why it failed, or that it isn't known whether it was done. */
function Outcome({ entry: { outcome } }: { entry: JournalEntry }) {
  const messages = useMessages();
  const { t } = messages;
  if (outcome === null) return <p className={styles.quiet}>{t('journal.in-progress.text')}</p>;
  if (outcome.result === 'unknown') return <Callout tone="warn">{t('journal.unknown.text')}</Callout>;
  if (outcome.result === 'done') return null;
  const { code, known, status, requestId } = outcome;
  const report = reportOf({
    code: code ?? 'internal',
    ...(known === null ? {} : { known }),
    ...(status === null ? {} : { status }),
    ...(requestId === null ? {} : { requestId }),
  });
  return <p className={styles.error}>{errorText(messages, report).title}</p>;
}

/** What they delete is created again, and not restored. */
const deletions: ReadonlySet<string> = new Set(['users.delete', 'teams.delete']);

/** What can be done with an entry. */
function Footer({ entry }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const copy = useCopyWithToast();
  const target = useEntryTarget(entry);
  const call = callOf(entry);
  const access = entry.actor.kind === 'account' ? 'client' : entry.actor.id === 'server' ? 'server' : 'admin';
  const body = fieldsOf(entry.personal?.request).body;
  const curl = useCurl(entry.connectionId ?? '')({
    access,
    path: call?.path ?? '',
    method: call?.method,
    ...(body === undefined ? {} : { body }),
  });
  const canCopy = call !== null && entry.personal !== null && curl !== undefined;
  return (
    <footer className={styles.footer}>
      {deletions.has(entry.endpoint) ? <CreateAgainButton entry={entry} /> : <UndoButton entry={entry} />}
      {canCopy && (
        <Button variant="plain" icon={Terminal} onClick={() => copy(curl())}>
          {t('row-menu.copy-curl')}
        </Button>
      )}
      {target !== null && (
        <Button variant="plain" className={styles.end} onClick={() => void navigate(target.path)}>
          {t(target.label)}
        </Button>
      )}
    </footer>
  );
}

/** What an entry changed, a box for each field. In privacy mode, all values are concealed. */
function EntryDiff({ entry }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const { changes, unchanged, isOldKnown } = useMemo(() => changesOf(entry), [entry]);
  if (changes.length === 0 && unchanged === 0) return null;
  return (
    <div className={styles.changes}>
      {changes.map((change) => (
        <ChangeBox key={change.field ?? ''} change={change} />
      ))}
      {changes.length === 0 && <p className={styles.quiet}>{t('journal.diff.none')}</p>}
      {changes.length > 0 && unchanged > 0 && <p className={styles.quiet}>{t('journal.diff.unchanged', { count: unchanged })}</p>}
      {!isOldKnown && changes.length > 0 && entry.actor.kind !== 'none' && <p className={styles.quiet}>{t('journal.diff.unknown')}</p>}
    </div>
  );
}
