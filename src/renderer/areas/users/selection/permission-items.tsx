import { usePermissionDefinitions } from '#data/permissions.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { MenuItem } from '#ui/overlays/menu.tsx';
import type { BulkActions } from './use-bulk-actions';

interface PermissionItemsProps {
  connectionId: string;
  kind: 'users.grantInProject' | 'users.revokeInProject';
  bulk: BulkActions;
}

/** The project’s permissions as items of a menu: one click previews the job. They are read once the menu is open. */
export function PermissionItems({ connectionId, kind, bulk }: PermissionItemsProps) {
  const messages = useMessages();
  const { t } = messages;
  const definitions = usePermissionDefinitions(connectionId, 'project', true);
  const items = definitions.data?.items ?? [];
  if (items.length === 0)
    return (
      <MenuItem disabledReason={definitions.error === null ? undefined : errorText(messages, reportOf(definitions.error)).title}>
        {t(definitions.isPending ? 'ui.loading' : 'users.bulk.no-permissions')}
      </MenuItem>
    );
  return items.map(({ id }) => (
    <MenuItem key={id} disabledReason={bulk.disabledReason} onSelect={() => bulk.preview({ kind, permissionId: id })}>
      <bdi>{id}</bdi>
    </MenuItem>
  ));
}
