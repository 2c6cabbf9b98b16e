import type { UserPages } from '#data/user-pages.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { ListFooter } from '#ui/layout/list-frame.tsx';

/** How many members were read, and whether the next page failed. */
export function MembersFooter({ pages: { count, hasMore, error, omitted, retry } }: { pages: UserPages }) {
  const { t, locale } = useMessages();
  const counts = { count, shown: formatNumber(count, locale) };
  return (
    <ListFooter role="status">
      {error === null ? (
        t(hasMore ? 'members.loaded' : 'team.members.count', counts)
      ) : (
        <>
          <span>{t('members.page-failed')}</span>
          <RetryButton size="sm" report={reportOf(error)} onRetry={retry} />
        </>
      )}
      <OmittedNote omitted={omitted} />
    </ListFooter>
  );
}
