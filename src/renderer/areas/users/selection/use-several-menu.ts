import { Braces, MonitorX, UserRoundPlus } from 'lucide-react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { RowMenuContent } from '#parts/row-menu/row-menu.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { readRawUsers } from '../data';
import type { BulkActions } from './use-bulk-actions';

/** Returns a function that lists what the menu of a user offers who is one of several selected ones: the menu is about all of them. Null for others. */
export function useSeveralMenu(
  connectionId: string,
  selection: Selection<ServerUser>,
  bulk: BulkActions,
): (user: ServerUser) => RowMenuContent | null {
  const { t, locale } = useMessages();
  const { items, isAllMatching } = selection;
  const { disabledReason } = bulk;
  return (user) => {
    // All that match have more than a menu can copy.
    if (isAllMatching || items.size < 2 || !items.has(user.id)) return null;
    const ids = [...items.keys()];
    const emails = [...items.values()].flatMap(({ primary_email: email }) => email ?? []);
    return {
      name: t('selection.count', { count: items.size, shown: formatNumber(items.size, locale) }),
      id: ids.join('\n'),
      email: emails.length === 0 ? null : emails.join('\n'),
      readJson: () => readRawUsers(connectionId, { desc: true }, ids),
      actions: [
        {
          icon: MonitorX,
          label: t('users.bulk.revoke-sessions'),
          disabledReason,
          onSelect: () => bulk.preview({ kind: 'users.revokeSessions' }),
        },
        { icon: UserRoundPlus, label: t('users.bulk.add-to-team'), disabledReason, onSelect: () => bulk.openForm('users.addToTeam') },
        { icon: Braces, label: t('bulk.set-metadata'), disabledReason, onSelect: () => bulk.openForm('users.setMetadata') },
      ],
      remove: { label: t('bulk.delete'), disabledReason, onSelect: () => bulk.preview({ kind: 'users.delete' }) },
    };
  };
}
