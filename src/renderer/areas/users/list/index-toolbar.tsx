import { Plus } from 'lucide-react';
import type { FoundUsers } from '#contract/bridge/local-index.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserScope } from '#contract/query/user-query.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { formatAtLeast, formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { ExportDialogProps, ExportScopeChoice } from '#parts/export/export-dialog.tsx';
import { ImportButton } from '#parts/import-button.tsx';
import { useOfflineReason } from '#parts/local-index/use-offline-reason.ts';
import { Button } from '#ui/inputs/button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { ColumnsMenu } from '../columns/columns-menu';
import { shownPaths, type UserTable } from '../columns/use-user-table';
import styles from '../users-screen.module.css';
import type { IndexedPlace } from './use-indexed-place';

interface IndexToolbarProps {
  connectionId: string;
  /** What the list shows. */
  scope: UserScope;
  /** Number of all users. */
  total: number;
  place: IndexedPlace;
  table: UserTable;
  found: Omit<FoundUsers, 'users'> | undefined;
  /** Receives the search at each key. */
  onTyped: (text: string) => void;
  onCreate: () => void;
}

/** The search of the index, with the number of users it found, and the columns. */
export function IndexToolbar({ connectionId, scope, total, place, table, found, onTyped, onCreate }: IndexToolbarProps) {
  const { t, locale } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const offline = useOfflineReason(connectionId);
  const isAll = toQueryText(scope.query) === '';
  const all: ExportScopeChoice = { scope: { kind: 'all' }, count: total };
  const matching: ExportScopeChoice = { scope: { kind: 'matching', scope }, count: found?.total.isExact ? found.total.count : null };
  const scopes: ExportDialogProps['scopes'] = isAll ? [{ ...matching, note: t('export.scope.matching.all') }, all] : [matching, all];
  const end = (
    <span className={styles.toolbarEnd}>
      <ColumnsMenu connectionId={connectionId} table={table} />
      <ImportButton connectionId={connectionId} kind="users" disabledReason={readOnly ?? offline} />
      <ExportButton
        connectionId={connectionId}
        kind="users"
        scopes={scopes}
        paths={shownPaths(table)}
        indexAsOfMillis={found?.asOfMillis ?? null}
      />
      <Button variant="primary" icon={Plus} disabledReason={readOnly ?? offline} onClick={onCreate}>
        {t('users.create')}
      </Button>
    </span>
  );
  const isSearching = place.search !== '' && found !== undefined;
  const { count = 0, isExact = true } = found?.total ?? {};
  const shown = isExact ? formatNumber(count, locale) : formatAtLeast(count, locale);
  return (
    <ListToolbar label={t('users.toolbar')} className={styles.overFilters} end={end}>
      <DelayedSearchInput
        // A view starts without a search, also where what was typed wasn’t in the address yet.
        key={place.viewId}
        className={styles.indexSearch}
        label={t('users.search')}
        placeholder={t('users.search.index')}
        value={place.search}
        note={isSearching ? t('users.found.took', { shown, millis: Math.max(1, Math.round(found.tookMillis)) }) : undefined}
        onTyped={onTyped}
        onValueChange={place.setSearch}
      />
    </ListToolbar>
  );
}
