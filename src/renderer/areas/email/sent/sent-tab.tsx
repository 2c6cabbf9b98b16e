import { AtSign, Copy, Mail, MailX } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSentEmails } from '#data/project.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { narrowedBy } from '#lib/search.ts';
import { useIsNarrow } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useLacksFeature } from '#parts/account/release-lack.tsx';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { ExportDialogProps } from '#parts/export/export-dialog.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting, type Selection, useSelection } from '#parts/selection/use-selection.ts';
import { type SendEmail, useSendEmail } from '#parts/send-email/use-send-email.tsx';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { ListBody, ListFooter, ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import styles from '../email.module.css';
import { type SentFilter, type SentRow, sentColumns, sentRows } from './sent-columns';
import { SentDialog } from './sent-dialog';

const everything: SentFilter = { text: '', status: 'any' };

/** The latest emails that the service keeps, with the errors of those that weren't delivered. */
export function SentTab({ connectionId }: { connectionId: string }) {
  const { data, error, isFetching, refetch } = useSentEmails(connectionId, true);
  const newEmail = useSendEmail(connectionId);
  const [filter, setFilter] = useState(everything);
  const rows = useMemo(() => sentRows(data?.items ?? [], filter), [data, filter]);
  const frame = useRef<HTMLDivElement>(null);
  const selection = useSelection<SentRow>(JSON.stringify(filter), rowKey);
  const { press, clear } = useSelectionKeys(frame, selection);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <ErrorState {...failure} />;
  return (
    <ListFrame ref={frame} className={styles.sent} onKeyDown={press}>
      {failure && <OutdatedMessage {...failure} />}
      {!isSelecting(selection) && (
        <SentToolbar
          connectionId={connectionId}
          filter={filter}
          rows={rows}
          count={data?.items.length}
          email={newEmail}
          onFilter={setFilter}
        />
      )}
      {data === undefined ? (
        <>
          <LoadingStatus />
          <SkeletonTable avatar={false} rowHeight={52} />
        </>
      ) : (
        <SentList
          connectionId={connectionId}
          rows={rows}
          count={data.items.length}
          filter={filter}
          selection={selection}
          onUnselect={clear}
          onClear={() => setFilter(everything)}
        />
      )}
      <OmittedNote omitted={data?.omitted} />
      {newEmail.element}
    </ListFrame>
  );
}

interface SentListProps {
  connectionId: string;
  rows: readonly SentRow[];
  /** Number of emails without the filter. */
  count: number;
  filter: SentFilter;
  selection: Selection<SentRow>;
  onUnselect: () => void;
  onClear: () => void;
}

/** Below this width in CSS pixels, the subjects would have too little room. */
const narrowList = 720;

function SentList({ connectionId, rows, count, filter, selection, onUnselect, onClear }: SentListProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const [open, setOpen] = useState<SentRow | null>(null);
  const [isNarrow, measured] = useIsNarrow(narrowList);
  const place = useFocusWhenClosed(open !== null);
  const nameOf = useCallback(({ email, recipients }: SentRow) => (email.subject === '' ? recipients : email.subject), []);
  const list = useListSelection({ selection, items: rows, nameOf });
  if (count === 0) return <EmptyState icon={MailX} title={t('email.sent.none')} text={t('email.sent.none.text')} />;
  const by = narrowedBy(filter.text, filter.status !== 'any');
  const failed = rows.filter(({ error }) => error !== null).length;
  const counts = { count: formatNumber(rows.length, locale), failed: formatNumber(failed, locale) };
  return (
    <>
      {isSelecting(selection) && (
        <SentBar connectionId={connectionId} selection={selection} matching={rows.length} onAll={list.onAll} onClear={onUnselect} />
      )}
      {rows.length === 0 ? (
        <NoMatchState
          title={t('email.sent.no-match', { by })}
          text={t('email.sent.no-match.text')}
          by={by}
          clearLabel={t('users.no-match.clear', { by })}
          onClear={onClear}
        />
      ) : (
        <ListBody ref={measured}>
          <div ref={place} tabIndex={-1} className={styles.filled}>
            <VirtualList
              label={t('email.sent.list')}
              columns={sentColumns({ messages, isNarrow })}
              count={rows.length}
              itemAt={(index) => rows[index]}
              getKey={rowKey}
              rowHeight={52}
              selection={list}
              onOpen={setOpen}
            />
          </div>
        </ListBody>
      )}
      <ListFooter role="status" end={t('email.sent.limit')}>
        <span>{t('email.sent.counts', counts)}</span>
      </ListFooter>
      {open !== null && <SentDialog connectionId={connectionId} row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const rowKey = ({ email }: SentRow) => email.id;

interface SentToolbarProps {
  connectionId: string;
  filter: SentFilter;
  rows: readonly SentRow[];
  /** Number of emails without the filter; undefined until they were read. */
  count: number | undefined;
  email: SendEmail;
  onFilter: (filter: SentFilter) => void;
}

/** Search and filter of the sent emails, the export of those that match, or of all, and a new email. */
function SentToolbar({ connectionId, filter, rows, count, email, onFilter }: SentToolbarProps) {
  const { t } = useMessages();
  const nothing = count === 0 ? t('email.sent.export.nothing') : undefined;
  // An outbox has emails that the list doesn't have any longer.
  const isAll = useLacksFeature(connectionId, 'email-outbox');
  const buttons = (
    <>
      <ExportButton
        connectionId={connectionId}
        kind="sent-emails"
        scopes={exportScopes(rows, { listed: count, isAll, note: t('export.scope.matching.note') })}
        disabledReason={count === undefined ? t('ui.loading') : nothing}
      />
      <Button icon={Mail} disabledReason={email.disabledReason} onClick={() => email.open([])}>
        {t('send-email.title')}
      </Button>
    </>
  );
  return (
    <ListToolbar label={t('email.sent.toolbar')} end={buttons}>
      <SearchInput
        className={styles.search}
        label={t('email.sent.search')}
        placeholder={t('email.sent.search.hint')}
        value={filter.text}
        onValueChange={(text) => onFilter({ ...filter, text })}
      />
      <Segmented
        label={t('email.sent.status')}
        value={filter.status}
        options={[
          { value: 'any', label: t('email.sent.status.any') },
          { value: 'failed', label: t('email.sent.status.failed') },
        ]}
        onValueChange={(status) => onFilter({ ...filter, status })}
      />
    </ListToolbar>
  );
}

interface Listed {
  /** Number of emails without the filter. */
  readonly listed: number | undefined;
  /** Whether these are all that are exported. */
  readonly isAll: boolean;
  readonly note: string;
}

/** Returns what can be exported: those that match, if that isn’t all or none, and all. */
function exportScopes(rows: readonly SentRow[], { listed, isAll, note }: Listed): ExportDialogProps['scopes'] {
  const all = { scope: { kind: 'all' }, count: isAll ? (listed ?? null) : null } as const;
  if (rows.length === listed || rows.length === 0) return [all];
  return [{ scope: { kind: 'ids', ids: rows.map(rowKey) }, count: rows.length, note }, all];
}

interface SentBarProps {
  connectionId: string;
  selection: Selection<SentRow>;
  matching: number;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the selected emails, which the service only lists: copied and exported. Replaces the toolbar. */
function SentBar({ connectionId, selection, matching, onAll, onClear }: SentBarProps) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const ids = [...selection.items.keys()];
  const addresses = new Set([...selection.items.values()].flatMap(({ email }) => email.to ?? []));
  return (
    <SelectionFrame selection={selection} matching={matching} onAll={onAll} onClear={onClear}>
      <Button
        icon={AtSign}
        disabledReason={addresses.size === 0 ? t('overview.emails.unknown') : undefined}
        onClick={() => copy([...addresses].join('\n'))}
      >
        {t('bulk.copy-recipients')}
      </Button>
      <Button icon={Copy} onClick={() => copy(ids.join('\n'))}>
        {t('selection.copy-ids')}
      </Button>
      <ExportButton hasText connectionId={connectionId} kind="sent-emails" scopes={[{ scope: { kind: 'ids', ids }, count: ids.length }]} />
    </SelectionFrame>
  );
}
