import { Mail, MonitorX, VenetianMask } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { readRawUser } from '#data/raw.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { visibleName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useOfflineReason } from '#parts/local-index/use-offline-reason.ts';
import { type RowMenuContent, useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import type { Selection } from '#parts/selection/use-selection.ts';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import type { ListMenu } from '#ui/data/list/use-row-clicks.ts';
import { paths } from '#window/routes.ts';
import { DeleteUserDialog } from '../delete-user-dialog';
import { ImpersonateDialog } from '../impersonate/impersonate-dialog';
import { RevokeSessionsDialog } from '../revoke-sessions-dialog';
import type { BulkActions } from '../selection/use-bulk-actions';
import { useSeveralMenu } from '../selection/use-several-menu';

interface UserMenuOptions {
  readonly connectionId: string;
  readonly email: SendEmail;
  readonly onOpen: (userId: string) => void;
  /** Runs after a user was deleted. */
  readonly onDeleted: (userId: string) => void;
}

interface Request {
  readonly kind: 'impersonate' | 'revoke' | 'delete';
  readonly user: ServerUser;
}

/**
 * Returns the menu of the users of a list, selected ones included, and an element with the menu and the dialog of what was chosen. Render it
 * outside of what goes with the rows, so that other rows don't close it.
 */
export function useUserMenu(
  options: UserMenuOptions,
  selection: Selection<ServerUser>,
  bulk: BulkActions,
): { menu: ListMenu<ServerUser>; element: ReactNode } {
  const one = useMenuOfOne(options);
  const several = useSeveralMenu(options.connectionId, selection, bulk);
  const { menu, element } = useRowMenu((user: ServerUser) => several(user) ?? one.contentOf(user));
  return {
    menu,
    element: (
      <>
        {element}
        {one.dialog}
      </>
    ),
  };
}

/** Returns a function that lists what the menu of a user offers, and the dialog of what was chosen. */
function useMenuOfOne(options: UserMenuOptions): { contentOf: (user: ServerUser) => RowMenuContent; dialog: ReactNode } {
  const { connectionId, email, onOpen } = options;
  const { t } = useMessages();
  const nameOf = useListedName();
  const curl = useCurl(connectionId);
  const readOnly = useReadOnlyReason(connectionId);
  const offline = useOfflineReason(connectionId);
  const disabledReason = readOnly ?? offline;
  const forbidden = useForbiddenReason('impersonation');
  const [request, setRequest] = useState<Request | null>(null);
  const contentOf = (user: ServerUser): RowMenuContent => {
    const opens = (kind: Request['kind']) => ({ disabledReason, onSelect: () => setRequest({ kind, user }) });
    return {
      name: nameOf(user),
      onOpen: () => onOpen(user.id),
      id: user.id,
      email: user.primary_email,
      path: paths.user(connectionId, user.id),
      readJson: () => readRawUser(connectionId, user.id),
      curl: curl({ access: 'server', path: `/users/${encodeURIComponent(user.id)}` }),
      actions: [
        {
          icon: VenetianMask,
          label: t('impersonation.impersonate.menu'),
          ...opens('impersonate'),
          disabledReason: disabledReason ?? forbidden,
        },
        { icon: MonitorX, label: t('users.sessions.revoke'), ...opens('revoke') },
        { icon: Mail, label: t('send-email.title'), disabledReason: email.disabledReason, onSelect: () => email.open([user]) },
      ],
      remove: { label: t('users.delete.menu'), ...opens('delete') },
    };
  };
  return { contentOf, dialog: request !== null && <UserDialog {...options} {...request} onClose={() => setRequest(null)} /> };
}

type UserDialogProps = Pick<UserMenuOptions, 'connectionId' | 'onDeleted'> & Request & { onClose: () => void };

function UserDialog({ kind, onDeleted, ...props }: UserDialogProps) {
  if (kind === 'impersonate') return <ImpersonateDialog {...props} />;
  if (kind === 'revoke') return <RevokeSessionsDialog {...props} />;
  return <DeleteUserDialog {...props} onDeleted={() => onDeleted(props.user.id)} />;
}

/** Returns the name of a user of the list, also of one without a name. */
export function listedName({ t }: Translator, { display_name: name, primary_email: email }: ServerUser): string {
  return visibleName(name) ?? email ?? t('users.unnamed');
}

/** Returns a function that names a user of the list. It stays the same in a language. */
export function useListedName(): (user: ServerUser) => string {
  const messages = useMessages();
  return useCallback((user) => listedName(messages, user), [messages]);
}
