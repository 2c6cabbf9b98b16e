import { useCallback } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { formatNumber } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import type { useUserPages } from '../../../queries/user-pages';
import type { ListSelection } from '../../../ui/data/list/list-selection';
import { useToasts } from '../../../ui/feedback/toasts';
import { useListedName } from '../list/use-user-menu';
import { maxRange, type Selection } from './use-selection';

/** Returns the selection as the list of users uses it. */
export function useListSelection(selection: Selection, pages: ReturnType<typeof useUserPages>): ListSelection<ServerUser> {
  const { t } = useMessages();
  const nameOf = useListedName();
  const show = useToasts((state) => state.show);
  const label = useCallback((user: ServerUser) => t('users.select', { name: nameOf(user) }), [t, nameOf]);
  const noteLimit = (rows: number) => {
    if (rows > maxRange)
      show({ tone: 'neutral', title: ({ t, locale }) => t('users.selection.limit', { limit: formatNumber(maxRange, locale) }) });
  };
  return {
    isEmpty: selection.items.size === 0,
    has: ({ id }) => selection.items.has(id),
    label,
    onToggle: (row, user) => selection.toggle(row, user),
    onExtend(from, to) {
      noteLimit(Math.abs(to - from) + 1);
      selection.extend(from, to, pages.usersBetween);
    },
    onAll() {
      noteLimit(pages.count);
      selection.selectAll(pages.count, pages.usersBetween);
    },
  };
}
