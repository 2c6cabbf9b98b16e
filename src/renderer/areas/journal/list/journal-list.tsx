import { GitCompareArrows, ListChecks, SquareTerminal, VenetianMask } from 'lucide-react';
import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { secondsTime } from '#lib/intl/days.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { roomFor } from '#lib/intl/room-for.ts';
import { useAfterPress } from '#lib/on-demand.ts';
import { useNarrowness } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { ActorPicture, useActorName } from '#parts/journal/actor.tsx';
import { type EntryRow, type JournalRow, jobSummary, journalRows, rowKey } from '#parts/journal/entry-rows.ts';
import { EntryAbout, EntryMark, EntrySentence, EntryTitle, entryState } from '#parts/journal/entry-sentence.tsx';
import { useDayText } from '#parts/journal/use-day-text.ts';
import type { JournalEntries } from '#parts/journal/use-entries.ts';
import { Icon } from '#ui/data/icon.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListBody } from '#ui/layout/list-frame.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from '../journal.module.css';
import { callOf } from '../written-call';

/** Rows before the end at which the next page is read. */
const lookAhead = 40;

interface JournalListProps {
  /** Receives the element that has the rows. */
  ref: Ref<HTMLDivElement>;
  list: JournalEntries;
  /** Whether entries of one job are one row. */
  foldsJobs: boolean;
  /** Number of the open entry. */
  openSeq: number | null;
  isStale: boolean;
  onOpen: (seq: number) => void;
}

/** The entries by day. New ones are shown when they are asked for, or at the top while nothing there can be pressed by mistake. */
export function JournalList({ ref, list, foldsJobs, openSeq, isStale, onOpen }: JournalListProps) {
  const { t } = useMessages();
  const [narrowness, measured] = useNarrowness(600, 440);
  const entries = list.entries ?? [];
  const rows = useMemo(() => journalRows(foldsJobs ? entries : entries.map((entry) => ({ ...entry, job: null }))), [entries, foldsJobs]);
  const columns = useJournalColumns(narrowness);
  const dayText = useDayText();
  const now = useNow();
  const open = rows.find((row) => row.kind === 'entry' && isOf(row, openSeq));
  const frame = useRef<HTMLDivElement>(null);
  const atTop = useShowNewAtTop(frame, list);
  const view = useCallback(
    (first: number, last: number) => {
      atTop(first === 0);
      if (last >= rows.length - lookAhead) list.loadMore();
    },
    [atTop, rows.length, list.loadMore],
  );
  return (
    <ListBody ref={measured} className={cx(styles.body, isStale && styles.stale)} aria-busy={isStale}>
      <div ref={frame} className={styles.frame}>
        <div ref={ref} className={styles.frame}>
          <VirtualList
            label={t('journal.list')}
            columns={columns}
            count={rows.length}
            itemAt={(index) => rows[index]}
            getKey={rowKey}
            selectedKey={open === undefined ? null : rowKey(open)}
            heading={(row) => (row.kind === 'day' ? <DayTitle text={dayText(row.startMillis, now)} count={row.count} /> : null)}
            hasNoHead
            hasMore={list.hasMore}
            onOpen={(row) => row.kind === 'entry' && onOpen(row.entry.seq)}
            onView={view}
          />
        </div>
        {list.newCount > 0 && (
          <div className={styles.pill}>
            <Button size="sm" variant="primary" onClick={list.showNew}>
              {t('journal.new', { count: list.newCount })}
            </Button>
          </div>
        )}
      </div>
    </ListBody>
  );
}

function isOf({ entry, others }: EntryRow, seq: number | null): boolean {
  return entry.seq === seq || others.some((other) => other.seq === seq);
}

/** Shows new entries automatically at the top of the list, while neither the pointer nor the focus is in it. */
function useShowNewAtTop(
  frame: { readonly current: HTMLElement | null },
  { newCount, showNew }: JournalEntries,
): (isAtTop: boolean) => void {
  const [isAtTop, setAtTop] = useState(true);
  const afterPress = useAfterPress();
  const show = useRef(showNew);
  show.current = showNew;
  useEffect(() => {
    const list = frame.current;
    if (newCount === 0 || !isAtTop || list === null) return undefined;
    const showIfQuiet = () => {
      if (!list.matches(':hover, :focus-within')) afterPress(() => show.current());
    };
    showIfQuiet();
    list.addEventListener('pointerleave', showIfQuiet);
    return () => list.removeEventListener('pointerleave', showIfQuiet);
  }, [newCount, isAtTop, frame, afterPress]);
  return setAtTop;
}

function DayTitle({ text, count }: { text: string; count: number }) {
  const { locale } = useMessages();
  return (
    <>
      <span>{text}</span>
      <span className={styles.dayCount}>{formatNumber(count, locale)}</span>
    </>
  );
}

/** The longest time of a day. */
const lateTime = new Date(2026, 11, 22, 22, 58, 58).getTime();

function useJournalColumns(narrowness: 0 | 1 | 2): Column<JournalRow>[] {
  const messages = useMessages();
  return useMemo(() => {
    const columns: Column<JournalRow>[] = [
      {
        id: 'time',
        header: null,
        width: roomFor(secondsTime(lateTime, messages.locale), 4),
        numeric: true,
        cell: (row) => row.kind === 'entry' && <span className={styles.time}>{secondsTime(row.entry.timeMillis, messages.locale)}</span>,
      },
      { id: 'actor', header: null, width: '20px', cell: (row) => row.kind === 'entry' && <ActorCell row={row} /> },
      {
        id: 'sentence',
        header: null,
        width: narrowness > 0 ? 'minmax(200px, 1fr)' : 'minmax(240px, 1fr)',
        cell: (row) => row.kind === 'entry' && <SentenceCell row={row} isShort={narrowness > 1} />,
      },
      { id: 'request', header: null, width: 'minmax(150px, 200px)', cell: (row) => row.kind === 'entry' && <RequestCell row={row} /> },
      {
        id: 'status',
        header: null,
        width: '44px',
        numeric: true,
        cell: (row) => row.kind === 'entry' && <StatusCell row={row} messages={messages} />,
      },
    ];
    return columns.filter(({ id }) => !(id === 'request' && narrowness > 0) && !(id === 'status' && narrowness > 1));
  }, [messages, narrowness]);
}

function ActorCell({ row: { entry } }: { row: EntryRow }) {
  const name = useActorName()(entry.actor);
  return (
    <span title={name}>
      <ActorPicture actor={entry.actor} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}

function SentenceCell({ row, isShort }: { row: EntryRow; isShort: boolean }) {
  const { t } = useMessages();
  const { entry, others } = row;
  return (
    <span className={styles.sentence}>
      {entry.job !== null && <Icon of={entry.source === 'apply' ? GitCompareArrows : ListChecks} size={14} />}
      {entry.impersonation !== null && (
        <span className={styles.impersonated} title={t('journal.impersonated')}>
          <Icon of={VenetianMask} size={14} />
          <VisuallyHidden>{t('journal.impersonated')}</VisuallyHidden>
        </span>
      )}
      {(entry.terminal || entry.source === 'terminal') && (
        <span className={styles.terminal} title={t('journal.made-in-terminal')}>
          <Icon of={SquareTerminal} size={14} />
          <VisuallyHidden>{t('journal.made-in-terminal')}</VisuallyHidden>
        </span>
      )}
      {others.length > 0 ? <JobSentence row={row} isShort={isShort} /> : <EntrySentence entry={entry} isShort={isShort} />}
    </span>
  );
}

function RequestCell({ row: { entry, others } }: { row: EntryRow }) {
  const { t } = useMessages();
  const call = callOf(entry);
  if (call === null) return <code className={styles.code}>{entry.endpoint}</code>;
  const path = others.length > 0 ? t('journal.job.requests', { count: others.length + 1 }) : call.shownPath;
  return (
    <code className={styles.code}>
      <span className={cx(styles.method, call.method === 'DELETE' && styles.bad)}>{call.method}</span>{' '}
      <span title={others.length > 0 ? undefined : call.path}>{path}</span>
    </code>
  );
}

function StatusCell({ row: { entry }, messages: { t } }: { row: EntryRow; messages: Translator }) {
  const state = entryState(entry);
  const status = entry.outcome?.status ?? null;
  return (
    <span className={cx(styles.status, state === 'failed' && styles.bad)}>
      {status ?? (state === 'open' ? '' : t('journal.no-status'))}
    </span>
  );
}

interface JobSentenceProps {
  /** The entries of one job. */
  row: EntryRow;
  /** Whether there is little room. */
  isShort: boolean;
}

/** "Granted beta_tester", and the number of users. */
function JobSentence({ row, isShort }: JobSentenceProps) {
  const { t, locale } = useMessages();
  const { like, users, worst } = useMemo(() => jobSummary([row.entry, ...row.others]), [row]);
  const entries = row.others.length + 1;
  // One user has a name.
  const isOfSeveral = users !== null && users > 1;
  const count = isOfSeveral ? t('journal.job.users', { count: users }) : t('journal.job.entries', { count: entries });
  const isApplied = row.entry.source === 'apply';
  return (
    <>
      {isApplied || like === null ? <span>{t(isApplied ? 'journal.apply' : 'journal.job')}</span> : <EntryTitle entry={like} />}
      {users === 1 && like !== null && !isApplied && <EntryAbout entry={like} />}
      <span className={cx(styles.quiet, styles.count)} {...(isShort ? { title: count, 'aria-label': count, role: 'img' } : {})}>
        {isShort ? formatNumber(isOfSeveral ? users : entries, locale) : count}
      </span>
      {worst !== null && <EntryMark entry={worst} isShort={isShort} />}
    </>
  );
}
