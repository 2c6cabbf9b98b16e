import { UsersRound } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { ServerUser } from '../../../contract/service/models/models';
import { cx } from '../../lib/class-names';
import { reportOf } from '../../lib/errors/error-text';
import { formatNumber } from '../../lib/format';
import { useIsNarrow } from '../../lib/use-is-narrow';
import { useMessages } from '../../lib/use-messages';
import { type UserFilter, useLoadedFilter, useUserPages } from '../../queries/user-pages';
import { VirtualList } from '../../ui/data/virtual-list';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { NoMatchState } from '../../ui/feedback/no-match-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/inputs/button';
import { ListBody, ListFooter } from '../../ui/layout/list-frame';
import { userColumns } from './user-columns';
import styles from './users-screen.module.css';

interface UsersListProps {
  connectionId: string;
  filter: UserFilter;
  selected: string | undefined;
  onOpen: (userId: string) => void;
  onClear: () => void;
}

/** Below this width in CSS pixels the last column would be cut off. */
const narrowList = 560;

/** The list for a filter. While the first page of a new filter loads, the old rows stay. */
export function UsersList({ connectionId, filter, ...rest }: UsersListProps) {
  const { shown, isStale } = useLoadedFilter(connectionId, filter);
  const [narrow, measured] = useIsNarrow(narrowList);
  return (
    <ListBody ref={measured} className={cx(styles.list, isStale && styles.stale)} aria-busy={isStale}>
      <Rows key={JSON.stringify(shown)} connectionId={connectionId} filter={shown} narrow={narrow} {...rest} />
    </ListBody>
  );
}

function Rows({ connectionId, filter, selected, narrow, onOpen, onClear }: UsersListProps & { narrow: boolean }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const pages = useUserPages(connectionId, filter);
  const columns = useMemo(() => userColumns(messages, narrow), [messages, narrow]);
  const open = useCallback((user: ServerUser) => onOpen(user.id), [onOpen]);
  if (pages.isLoading) return <SkeletonRows />;
  if (pages.error !== null && pages.count === 0) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  if (pages.count === 0 && pages.omitted === undefined) return <NoUsers filtered={Boolean(filter.q || filter.team)} onClear={onClear} />;
  const key = pages.hasMore ? 'users.loaded' : 'users.total';
  return (
    <>
      <VirtualList
        label={t('users.list')}
        columns={columns}
        count={pages.count}
        itemAt={pages.userAt}
        getKey={userKey}
        selectedKey={selected}
        onOpen={open}
        onView={pages.onView}
        hasMore={pages.hasMore}
      />
      <ListFooter role="status">
        {pages.error === null ? (
          t(key, { count: pages.count, shown: formatNumber(pages.count, locale) })
        ) : (
          <PageFailed onRetry={pages.retry} />
        )}
        <OmittedNote omitted={pages.omitted} />
      </ListFooter>
    </>
  );
}

const userKey = (user: ServerUser) => user.id;

function PageFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useMessages();
  return (
    <>
      <span>{t('users.page-failed')}</span>
      <Button size="sm" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </>
  );
}

function NoUsers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useMessages();
  if (!filtered) return <EmptyState icon={UsersRound} title={t('users.none.title')} text={t('users.none.text')} />;
  return (
    <NoMatchState
      title={t('users.no-match.title')}
      text={t('users.no-match.text')}
      clearLabel={t('users.no-match.clear')}
      onClear={onClear}
    />
  );
}
