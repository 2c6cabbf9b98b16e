import { Gauge, MailX } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Omitted } from '#contract/definitions.ts';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { useIsNarrow } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ReleaseLack, useLacksFeature } from '#parts/account/release-lack.tsx';
import { ExportButton } from '#parts/export/export-button.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting, type Selection, useSelection } from '#parts/selection/use-selection.ts';
import type { ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { ListBody, ListFooter, ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { paths } from '#window/routes.ts';
import { deliveryState } from '../delivery-section';
import styles from '../email.module.css';
import { OutboxBar } from './outbox-bar';
import { outboxColumns } from './outbox-columns';
import { useOutbox } from './outbox-data';
import { OutboxDialog } from './outbox-dialog';
import { type OutboxFilter, outboxFilterOf, progressOf, statesWithin } from './outbox-states';

/** Below this width in CSS pixels, the subjects would have too little room. */
const narrowList = 760;

const emailKey = ({ id }: OutboxEmail) => id;

interface OutboxListProps {
  connectionId: string;
  emails: readonly OutboxEmail[];
  selection: ListSelection<OutboxEmail>;
  /** Whether the details of an email are open. */
  isOpen: boolean;
  onOpen: (email: OutboxEmail) => void;
}

/** The emails of the outbox. */
function OutboxList({ connectionId, emails, selection, isOpen, onOpen }: OutboxListProps) {
  const messages = useMessages();
  const [isNarrow, measured] = useIsNarrow(narrowList);
  const place = useFocusWhenClosed(isOpen);
  return (
    <ListBody ref={measured}>
      <div ref={place} tabIndex={-1} className={styles.filled}>
        <VirtualList
          label={messages.t('email.outbox.list')}
          columns={outboxColumns({ connectionId, messages, isNarrow })}
          count={emails.length}
          itemAt={(index) => emails[index]}
          getKey={emailKey}
          rowHeight={52}
          onOpen={onOpen}
          selection={selection}
        />
      </div>
    </ListBody>
  );
}

/** The emails of the project on their way, and what became of them. */
export function OutboxTab({ connectionId }: { connectionId: string }) {
  const isKnownLack = useLacksFeature(connectionId, 'email-outbox');
  return isKnownLack ? <ReleaseLack feature="email-outbox" /> : <Outbox connectionId={connectionId} />;
}

function Outbox({ connectionId }: { connectionId: string }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filter = outboxFilterOf(search.get('state'));
  const [open, setOpen] = useState<OutboxEmail | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const selection = useSelection<OutboxEmail>(filter, emailKey);
  const { press, clear } = useSelectionKeys(frame, selection);
  const query = useOutbox(connectionId, filter);
  const { data, error, isFetching, refetch } = query;
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  const setFilter = (state: OutboxFilter) => void navigate(paths.outbox(connectionId, state), { replace: true });
  if (failure?.report.code === 'not-offered-by-service') return <ReleaseLack feature="email-outbox" />;
  const emails = data?.pages.flatMap(({ items }) => items) ?? [];
  const hasMore = query.hasNextPage;
  return (
    <ListFrame ref={frame} className={styles.sent} onKeyDown={press}>
      {data !== undefined && failure && <OutdatedMessage {...failure} />}
      {!isSelecting(selection) && <OutboxToolbar connectionId={connectionId} filter={filter} onFilter={setFilter} />}
      <OutboxRows
        connectionId={connectionId}
        emails={data && emails}
        hasMore={hasMore}
        selection={selection}
        onUnselect={clear}
        filter={filter}
        failure={failure}
        isOpen={open !== null}
        onOpen={setOpen}
        onClear={() => setFilter('all')}
      />
      {data !== undefined && emails.length > 0 && <OutboxFooter query={query} count={emails.length} />}
      <OmittedNote omitted={omittedOf(data?.pages ?? [])} />
      {/* Not in the list, which an action may take the last row of the filter from. */}
      {open !== null && <OutboxDialog connectionId={connectionId} listed={open} onClose={() => setOpen(null)} />}
    </ListFrame>
  );
}

function omittedOf(pages: readonly { readonly omitted?: Omitted }[]): Omitted | undefined {
  const found = pages.flatMap(({ omitted }) => omitted ?? []);
  const [first] = found;
  return first && { count: found.reduce((sum, { count }) => sum + count, 0), path: first.path };
}

interface OutboxRowsProps {
  connectionId: string;
  /** Undefined until the first page was read. */
  emails: readonly OutboxEmail[] | undefined;
  hasMore: boolean;
  selection: Selection<OutboxEmail>;
  onUnselect: () => void;
  filter: OutboxFilter;
  failure: Parameters<typeof ErrorState>[0] | null;
  isOpen: boolean;
  onOpen: (email: OutboxEmail) => void;
  onClear: () => void;
}

/** The list, or the state in its place. The toolbar stays, so that another filter can be chosen. */
function OutboxRows(props: OutboxRowsProps) {
  const { connectionId, emails, hasMore, selection, onUnselect, filter, failure, isOpen, onOpen, onClear } = props;
  const { t } = useMessages();
  const list = useEmailSelection(selection, emails ?? []);
  if (emails === undefined) {
    if (failure !== null) return <ErrorState {...failure} />;
    return (
      <>
        <LoadingStatus />
        <SkeletonTable avatar={false} rowHeight={52} />
      </>
    );
  }
  const bar = isSelecting(selection) && (
    <OutboxBar
      connectionId={connectionId}
      selection={selection}
      matching={hasMore ? null : emails.length}
      onAll={list.onAll}
      onClear={onUnselect}
    />
  );
  if (emails.length > 0)
    return (
      <>
        {bar}
        <OutboxList connectionId={connectionId} emails={emails} selection={list} isOpen={isOpen} onOpen={onOpen} />
      </>
    );
  if (filter === 'all') return <EmptyState icon={MailX} title={t('email.outbox.none')} text={t('email.outbox.none.text')} />;
  return (
    <NoMatchState
      title={t('email.outbox.no-match')}
      text={t('email.outbox.no-match.text')}
      by="filter"
      clearLabel={t('users.no-match.clear', { by: 'filter' })}
      onClear={onClear}
    />
  );
}

function useEmailSelection(selection: Selection<OutboxEmail>, emails: readonly OutboxEmail[]): ListSelection<OutboxEmail> {
  const { t } = useMessages();
  const nameOf = useCallback(({ subject }: OutboxEmail) => subject ?? t('email.sent.no-subject'), [t]);
  return useListSelection({ selection, items: emails, nameOf });
}

interface OutboxToolbarProps {
  connectionId: string;
  filter: OutboxFilter;
  onFilter: (filter: OutboxFilter) => void;
}

function OutboxToolbar({ connectionId, filter, onFilter }: OutboxToolbarProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const hasFigures = useConnection(connectionId)?.features?.['delivery-figures'] !== false;
  const progress = progressOf(filter);
  const exporting = <ExportButton connectionId={connectionId} kind="sent-emails" scopes={[{ scope: { kind: 'all' }, count: null }]} />;
  const button = hasFigures && (
    <Button icon={Gauge} onClick={() => void navigate(paths.email(connectionId, 'server'), { state: deliveryState })}>
      {t('email.delivery')}
    </Button>
  );
  return (
    <ListToolbar
      label={t('email.outbox.toolbar')}
      end={
        <>
          {exporting}
          {button}
        </>
      }
    >
      <Segmented
        label={t('email.outbox.progress')}
        value={progress}
        options={(['all', 'in-progress', 'error', 'ok'] as const).map((value) => ({ value, label: t(`email.outbox.progress.${value}`) }))}
        onValueChange={onFilter}
      />
      <Select
        aria-label={t('email.outbox.state')}
        value={filter === progress ? '' : filter}
        onChange={({ target }) => onFilter(target.value === '' ? progress : outboxFilterOf(target.value))}
      >
        <option value="">{t('email.outbox.state.any')}</option>
        {statesWithin(progress).map((status) => (
          <option key={status} value={status}>
            {t(`email.outbox.status.${status}`)}
          </option>
        ))}
      </Select>
    </ListToolbar>
  );
}

function OutboxFooter({ query, count }: { query: ReturnType<typeof useOutbox>; count: number }) {
  const { t, locale } = useMessages();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = hasNextPage && (
    <Button size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('email.outbox.more')}
    </Button>
  );
  const number = formatNumber(count, locale);
  return (
    <ListFooter role="status" end={more}>
      <span>{hasNextPage ? t('email.outbox.count.more', { count, number }) : t('email.outbox.count', { count, number })}</span>
    </ListFooter>
  );
}
