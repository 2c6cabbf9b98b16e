import { type PermissionKind, usePermissionDefinitions } from '#data/permissions.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { MenuItem } from '#ui/overlays/menu.tsx';

interface PermissionItemsProps {
  connectionId: string;
  kind: PermissionKind;
  /** Why none can be chosen now. */
  disabledReason: string | undefined;
  onChoose: (permissionId: string) => void;
}

/** Reads the permissions that a bar offers as soon as it is shown, so that keys which are pressed right after a menu opens find them. */
export function usePermissionsOfBar(connectionId: string, kind: PermissionKind): void {
  usePermissionDefinitions(connectionId, kind, true);
}

/** The permissions of a kind as items of a menu: one click chooses. */
export function PermissionItems({ connectionId, kind, disabledReason, onChoose }: PermissionItemsProps) {
  const messages = useMessages();
  const { t } = messages;
  const definitions = usePermissionDefinitions(connectionId, kind, true);
  const items = definitions.data?.items ?? [];
  if (items.length === 0)
    return (
      <MenuItem disabledReason={definitions.error === null ? undefined : errorText(messages, reportOf(definitions.error)).title}>
        {t(definitions.isPending ? 'ui.loading' : 'bulk.no-permissions')}
      </MenuItem>
    );
  return items.map(({ id }) => (
    <MenuItem key={id} disabledReason={disabledReason} onSelect={() => onChoose(id)}>
      <bdi>{id}</bdi>
    </MenuItem>
  ));
}
