import { useQuery } from '@tanstack/react-query';
import { ChevronsDownUp, ChevronsUpDown, History as HistoryIcon, Info, Link2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { JournalEntry, JournalFilter } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatAtLeast, formatNumber, mediumDate } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { paths } from '#window/routes.ts';
import { journalRows } from '../entry-rows';
import { useDayText } from '../use-day-text';
import { type JournalEntries, useJournalEntries } from '../use-entries';
import styles from './history.module.css';
import { byHistoryKind, type HistoryKind } from './history-entries';
import { HistoryRow } from './history-row';
import { valueChangesOf } from './value-changes';

export interface HistoryProps {
  connectionId: string;
  /** ID of the user or team, or the name of the part (`partName`). */
  about: string;
  /** What it is called, which the rows don't say again. */
  names?: readonly string[];
  /** Whether it can be impersonated. */
  isUser?: boolean;
}

/** What was changed in Latchkey about something, the newest first. Fills its parent. */
export function History({ connectionId, about, names = [], isUser = false }: HistoryProps) {
  const filter: JournalFilter = { connectionId, about };
  const listed = useJournalEntries(filter);
  const { entries, error, newCount, showNew } = listed;
  // Only this app adds entries, so that what comes is what the user has just done.
  useEffect(() => {
    if (newCount > 0) showNew();
  });
  return (
    <div className={styles.history}>
      {entries === undefined && error === null && <HistorySkeleton />}
      {entries === undefined && error !== null && <ErrorState report={reportOf(error)} onRetry={listed.retry} busy={listed.isFetching} />}
      {entries?.length === 0 && <NoHistory />}
      {entries !== undefined && entries.length > 0 && <Timeline {...{ connectionId, about, entries, listed, names, isUser }} />}
      <Footer />
    </div>
  );
}

interface TimelineProps {
  connectionId: string;
  about: string;
  entries: readonly JournalEntry[];
  listed: JournalEntries;
  names: readonly string[];
  isUser: boolean;
}

function Timeline({ connectionId, about, entries, listed, names, isUser }: TimelineProps) {
  const { t, locale } = useMessages();
  const [kind, setKind] = useState<HistoryKind>('all');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const kinds = byHistoryKind(entries);
  const shown = kinds[isUser ? kind : 'all'];
  const countText = (count: number) => (listed.hasMore ? formatAtLeast(count, locale) : formatNumber(count, locale));
  const options = (['all', 'changes', 'impersonations'] as const).map((value) => ({
    value,
    label: t(`history.kind.${value}`, { count: countText(kinds[value].length) }),
  }));
  const expandable = shown.filter((entry) => valueChangesOf(entry).length > 0).map(({ seq }) => seq);
  const isAllOpen = expandable.length > 0 && expandable.every((seq) => open.has(seq));
  const toggle = (seq: number) =>
    setOpen((now) => (now.has(seq) ? new Set([...now].filter((one) => one !== seq)) : new Set([...now, seq])));
  return (
    <>
      <div className={styles.toolbar}>
        {isUser && <Segmented label={t('history.kinds')} value={kind} options={options} onValueChange={setKind} />}
        <span className={styles.space} />
        {expandable.length > 0 && (
          <Button
            variant="plain"
            size="sm"
            icon={isAllOpen ? ChevronsDownUp : ChevronsUpDown}
            onClick={() => setOpen(new Set(isAllOpen ? [] : expandable))}
          >
            {t(isAllOpen ? 'history.collapse' : 'history.expand')}
          </Button>
        )}
        <Link className={styles.view} to={paths.journal(connectionId, { about })}>
          <Icon of={HistoryIcon} size={14} />
          {t('history.view')}
        </Link>
      </div>
      <Days {...{ shown, names, open, toggle }}>
        {listed.hasMore && (
          <div className={styles.more}>
            <Button size="sm" busy={listed.isLoadingMore} onClick={listed.loadMore}>
              {t('history.older')}
            </Button>
          </div>
        )}
      </Days>
    </>
  );
}

interface DaysProps {
  shown: readonly JournalEntry[];
  names: readonly string[];
  open: ReadonlySet<number>;
  toggle: (seq: number) => void;
  children: ReactNode;
}

function Days({ shown, names, open, toggle, children }: DaysProps) {
  const { t } = useMessages();
  const now = useNow();
  const dayText = useDayText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={t('history.title')}>
      {shown.length === 0 && <p className={styles.none}>{t('history.none-of-kind')}</p>}
      {groupsOf(shown).map(({ startMillis, entries }) => (
        <section key={startMillis}>
          <h3 className={styles.day}>{dayText(startMillis, now)}</h3>
          <ol className={styles.rows}>
            {entries.map((entry) => (
              <HistoryRow key={entry.seq} entry={entry} names={names} isOpen={open.has(entry.seq)} onToggle={() => toggle(entry.seq)} />
            ))}
          </ol>
        </section>
      ))}
      {children}
    </section>
  );
}

/** The entries by day. Those of a job stand by themselves: a history has one of them, as a rule. */
function groupsOf(entries: readonly JournalEntry[]) {
  const groups: { readonly startMillis: number; readonly entries: JournalEntry[] }[] = [];
  for (const row of journalRows(entries)) {
    if (row.kind === 'day') groups.push({ startMillis: row.startMillis, entries: [] });
    else groups.at(-1)?.entries.push(row.entry, ...row.others);
  }
  return groups;
}

/** Returns since when the journal has entries, as a date; null while it isn't known, and without any. */
function useSince(): string | null {
  const { locale } = useMessages();
  const { end } = useTopic('journal.state');
  const { data } = useQuery({
    queryKey: ['journal', 'first', end === null],
    queryFn: async () => (await api.journal.list({ filter: {}, after: 0, limit: 1 })).entries[0]?.timeMillis ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined || data === null ? null : mediumDate(data, locale);
}

function NoHistory() {
  const { t } = useMessages();
  const date = useSince();
  return (
    <EmptyState
      icon={HistoryIcon}
      title={date === null ? t('history.none') : t('history.none-since', { date })}
      text={t('history.none.text')}
    />
  );
}

function Footer() {
  const { t } = useMessages();
  const { state, verification } = useTopic('journal.state');
  const date = useSince();
  const isBroken = verification === 'broken';
  return (
    <div className={styles.footer}>
      <span className={styles.limits}>
        <Icon of={Info} size={14} />
        <span>
          {t(state === 'unavailable' ? 'history.unavailable' : date === null ? 'history.limits' : 'history.limits-since', {
            date: date ?? '',
          })}
        </span>
      </span>
      {(verification === 'whole' || isBroken) && (
        <span className={cx(styles.verified, isBroken && styles.broken)}>
          <Icon of={isBroken ? TriangleAlert : Link2} size={14} />
          {t(isBroken ? 'history.broken' : 'history.verified')}
        </span>
      )}
    </div>
  );
}

function HistorySkeleton() {
  return (
    <div className={styles.scroll}>
      <LoadingStatus />
      <div className={styles.day}>
        <Skeleton width={96} />
      </div>
      {['46%', '62%', '38%', '54%', '42%'].map((width) => (
        <div key={width} className={styles.row}>
          <span className={styles.time}>
            <Skeleton width={34} />
          </span>
          <Skeleton circle width={24} height={24} />
          <div className={styles.placeholder}>
            <Skeleton width={width} />
            <Skeleton width="30%" />
          </div>
        </div>
      ))}
    </div>
  );
}
