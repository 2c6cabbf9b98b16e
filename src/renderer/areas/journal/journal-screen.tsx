import { History } from 'lucide-react';
import type { RefObject } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { JournalFilter } from '#contract/journal/journal-entry.ts';
import { useShownWhenLoaded } from '#data/user-pages.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { narrowedBy } from '#lib/search.ts';
import { useNarrowness } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useIsListed, useJournalEntries } from '#parts/journal/use-entries.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { usePanelWidth, useRowFocus } from '#parts/side-panel.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { LoadingStatus, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ListBody, ListFrame } from '#ui/layout/list-frame.tsx';
import { SplitPane } from '#ui/layout/split-pane.tsx';
import { paths } from '#window/routes.ts';
import type { JournalPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import { filterOf, isFiltered } from './filter-of';
import styles from './journal.module.css';
import { journalPlace } from './journal-place';
import { JournalFooter } from './list/journal-footer';
import { JournalList } from './list/journal-list';
import { JournalToolbar } from './list/journal-toolbar';
import { EntryPanel } from './panel/entry-panel';

/** What Latchkey has changed: of one connection, or of all. The URL contains all of its state. */
export function JournalScreen() {
  const { connection: connectionId } = useParams();
  const { t } = useMessages();
  const [search] = useSearchParams();
  const place = journalPlace(search);
  const pathOf = (next: JournalPlace) => (connectionId === undefined ? paths.allJournals(next) : paths.journal(connectionId, next));
  const go = useChangeUrlState(journalPlace, pathOf);
  const [width, setWidth] = usePanelWidth('journal.panel-width');
  const open = /^\d{1,15}$/.test(place.entry ?? '') ? Number(place.entry) : null;
  const close = () => go({ entry: undefined });
  const list = useRowFocus(open !== null);
  const panel = open !== null && (
    <EntryPanel
      key={open}
      seq={open}
      onClose={close}
      onOpen={(seq) => go({ entry: String(seq) })}
      onFilter={(change) => go({ ...noFilters, ...change })}
    />
  );
  return (
    <SplitPane panel={panel} panelLabel={t('journal.panel')} onClose={close} width={width} onWidthChange={setWidth}>
      <Entries
        connectionId={connectionId}
        place={place}
        openSeq={open}
        list={list}
        onChange={(change) => go(change, { replace: true })}
        onOpen={(seq) => go({ entry: String(seq) }, { replace: open !== null })}
      />
    </SplitPane>
  );
}

const noFilters = {
  q: undefined,
  actor: undefined,
  connection: undefined,
  kind: undefined,
  result: undefined,
  time: undefined,
  from: undefined,
  to: undefined,
  changes: undefined,
  about: undefined,
  job: undefined,
} satisfies JournalPlace;

interface EntriesProps {
  connectionId: string | undefined;
  place: JournalPlace;
  openSeq: number | null;
  list: RefObject<HTMLDivElement | null>;
  onChange: (change: JournalPlace) => void;
  onOpen: (seq: number) => void;
}

function Entries({ connectionId, place, ...rest }: EntriesProps) {
  const { t } = useMessages();
  const now = useNow();
  const [narrowness, measured] = useNarrowness(720, 520);
  const wanted = filterOf(place, connectionId, now);
  const { shown, isStale } = useShownWhenLoaded(wanted, useIsListed(wanted));
  return (
    <ListFrame ref={measured}>
      {connectionId === undefined && <h1 className={styles.title}>{t('shell.screen.journal')}</h1>}
      <JournalToolbar connectionId={connectionId} place={place} filter={wanted} narrowness={narrowness} onChange={rest.onChange} />
      <Rows key={JSON.stringify(shown)} place={place} filter={shown} isStale={isStale} {...rest} />
      <JournalFooter />
    </ListFrame>
  );
}

interface RowsProps extends Omit<EntriesProps, 'connectionId'> {
  filter: JournalFilter;
  isStale: boolean;
}

/** The list, or the state in its place. The toolbar stays, so that another filter can be chosen. */
function Rows({ place, filter, isStale, openSeq, list, onChange, onOpen }: RowsProps) {
  const { t } = useMessages();
  const entries = useJournalEntries(filter);
  const failure = entries.error && { report: reportOf(entries.error), onRetry: entries.retry, busy: entries.isFetching };
  const by = narrowedBy(place.q ?? '', isFiltered(place));
  const isEmpty = entries.entries?.length === 0;
  const isNarrowed = (place.q ?? '') !== '' || isFiltered(place);
  return (
    <>
      {entries.entries !== undefined && failure && <OutdatedMessage {...failure} />}
      {entries.entries === undefined && failure && (
        <ListBody>
          <ErrorState {...failure} />
        </ListBody>
      )}
      {entries.entries === undefined && !failure && (
        <ListBody>
          <LoadingStatus />
          <SkeletonTable rowHeight={36} />
        </ListBody>
      )}
      {isEmpty && (
        <ListBody>
          {isNarrowed ? (
            <NoMatchState
              title={t('journal.no-match')}
              text={t('journal.no-match.text')}
              by={by}
              clearLabel={t('users.no-match.clear', { by })}
              onClear={() => onChange(noFilters)}
            />
          ) : (
            <EmptyState icon={History} title={t('journal.empty')} text={t('journal.empty.text')} />
          )}
        </ListBody>
      )}
      {entries.entries !== undefined && !isEmpty && (
        <JournalList ref={list} list={entries} foldsJobs={place.job === undefined} openSeq={openSeq} isStale={isStale} onOpen={onOpen} />
      )}
    </>
  );
}
