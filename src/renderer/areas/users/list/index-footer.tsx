import { UsersRound } from 'lucide-react';
import type { IndexState } from '#contract/bridge/local-index.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import type { IndexedUsers } from '#data/local-index.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { timeNear } from '#lib/intl/days.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { narrowedBy } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IndexLine } from '#parts/local-index/index-line.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { ListFooter } from '#ui/layout/list-frame.tsx';
import { hasNoParts } from '../filters/filter-parts';
import styles from '../users-screen.module.css';

interface IndexFooterProps {
  index: IndexState;
  pages: IndexedUsers;
  /** Whether the list has no search and no filter. */
  isAll: boolean;
}

/** How many users the list has, how old the index is, and where it is stored. */
export function IndexFooter({ index, pages, isAll }: IndexFooterProps) {
  const messages = useMessages();
  const { t } = messages;
  const now = useNow();
  const membersAsOf = pages.found?.membersAsOfMillis ?? null;
  return (
    <ListFooter end={<span className={styles.stored}>{t(index.isTemporary ? 'index.stored.temporary' : 'index.stored')}</span>}>
      <span role="status" className={styles.total}>
        <FoundCount index={index} pages={pages} isAll={isAll} />
      </span>
      {pages.error !== null && <RetryButton size="sm" report={reportOf(pages.error)} onRetry={pages.retry} />}
      <IndexLine index={index} />
      {membersAsOf !== null && <span>{t('index.members-as-of', { time: timeNear(membersAsOf, now, messages.locale) })}</span>}
    </ListFooter>
  );
}

function FoundCount({ index, pages, isAll }: IndexFooterProps) {
  const { t, locale } = useMessages();
  if (pages.error !== null) return t('users.page-failed');
  const { found } = pages;
  if (found === undefined) return null;
  const { count, isExact } = found.total;
  const shown = formatNumber(count, locale);
  const all = { total: index.users, shownTotal: formatNumber(index.users, locale) };
  const text = !isExact
    ? t('users.found.least', { shown, ...all })
    : isAll
      ? t('users.total', { count, shown })
      : t('users.found', { shown, ...all });
  return index.asOfMillis === null ? t('users.found.so-far', { text }) : text;
}

interface NoIndexedUsersProps {
  index: IndexState;
  search: string;
  filter: UserQuery;
  onClear: () => void;
}

/** Stands for the rows of a list without users: none match, none exist, or none were read yet. */
export function NoIndexedUsers({ index, search, filter, onClear }: NoIndexedUsersProps) {
  const { t } = useMessages();
  const isIncomplete = index.asOfMillis === null;
  const missing = isIncomplete ? 'index.no-match.text' : index.unread > 0 ? 'index.no-match.unread' : 'users.found.none.text';
  const isFiltered = !hasNoParts(filter);
  if (search === '' && !isFiltered) {
    return (
      <div className={styles.none}>
        <EmptyState
          icon={UsersRound}
          title={t(isIncomplete ? 'index.none.title' : 'users.none.title')}
          text={t(isIncomplete ? 'index.none.text' : 'users.none.text')}
        />
      </div>
    );
  }
  const by = narrowedBy(search, isFiltered);
  return (
    <div className={styles.none}>
      <NoMatchState
        title={t('users.no-match.title', { by })}
        text={t(missing)}
        by={isIncomplete ? 'search' : by}
        clearLabel={t('users.no-match.clear', { by })}
        onClear={onClear}
      />
    </div>
  );
}
