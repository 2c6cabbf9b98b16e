import { Ban, Braces, CircleCheck, Copy, Eraser, KeySquare, Mail, MonitorX, MoreHorizontal, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useConnection } from '#data/topics.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { useSendEmail } from '#parts/send-email/use-send-email.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { DeleteUserDialog } from '../delete-user-dialog';
import { useEraseUser } from '../erase-user';
import { CreateSessionDialog } from '../impersonate/create-session-dialog';
import { RevokeSessionsDialog } from '../revoke-sessions-dialog';
import { LiftRestrictionDialog, RestrictDialog } from './restrict-dialog';
import { UserJsonDialog } from './user-json-dialog';

interface UserMenuProps {
  connectionId: string;
  user: ServerUser;
  /** Why the user can't be changed. */
  disabledReason: string | undefined;
  onDeleted: () => void;
}

type Request = 'json' | 'erase' | 'session' | 'revoke' | 'restrict' | 'lift' | 'delete';

/** What can be done with a user as a whole. */
export function UserMenu({ connectionId, user, disabledReason, onDeleted }: UserMenuProps) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const [request, setRequest] = useState<Request | null>(null);
  const email = useSendEmail(connectionId);
  const forbidden = useForbiddenReason('impersonation');
  const item = (to: Request) => ({ disabledReason, onSelect: () => setRequest(to) });
  return (
    <>
      <Menu trigger={<IconButton label={t('users.actions')} icon={MoreHorizontal} />} align="end">
        <MenuItem icon={Copy} onSelect={() => copy(user.id)}>
          {t('users.copy-id')}
        </MenuItem>
        <MenuItem icon={Braces} onSelect={() => setRequest('json')}>
          {t('users.json.show')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Mail} disabledReason={disabledReason ?? email.disabledReason} onSelect={() => email.open([user])}>
          {t('send-email.title')}
        </MenuItem>
        <MenuItem icon={KeySquare} {...item('session')} disabledReason={disabledReason ?? forbidden}>
          {t('impersonation.session.menu')}
        </MenuItem>
        {/* Releases before 2.8.65 have no such field. */}
        {user.restricted_by_admin !== undefined && (
          <MenuItem icon={Ban} {...item('restrict')}>
            {t(user.restricted_by_admin ? 'users.restrict.change' : 'users.restrict.menu')}
          </MenuItem>
        )}
        {user.restricted_by_admin === true && (
          <MenuItem icon={CircleCheck} {...item('lift')}>
            {t('users.unrestrict.menu')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={MonitorX} {...item('revoke')}>
          {t('users.sessions.revoke')}
        </MenuItem>
        <MenuItem icon={Eraser} onSelect={() => setRequest('erase')}>
          {t('users.erase.menu')}
        </MenuItem>
        <MenuItem icon={Trash2} danger {...item('delete')}>
          {t('users.delete')}
        </MenuItem>
      </Menu>
      {email.element}
      {request !== null && dialogOf(request, { connectionId, user, onClose: () => setRequest(null), onDeleted })}
    </>
  );
}

interface DialogProps extends Pick<UserMenuProps, 'connectionId' | 'user' | 'onDeleted'> {
  onClose: () => void;
}

function dialogOf(request: Request, { onDeleted, ...props }: DialogProps): ReactNode {
  if (request === 'json') return <UserJsonDialog connectionId={props.connectionId} userId={props.user.id} onClose={props.onClose} />;
  if (request === 'erase') return <EraseUserDialog {...props} />;
  if (request === 'session') return <CreateSessionDialog {...props} />;
  if (request === 'revoke') return <RevokeSessionsDialog {...props} />;
  if (request === 'restrict') return <RestrictDialog {...props} />;
  if (request === 'lift') return <LiftRestrictionDialog {...props} />;
  return <DeleteUserDialog {...props} onDeleted={onDeleted} />;
}

interface EraseUserDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

/** Asks before what this computer has of a user is erased: in local indexes, and in entries of the journal. Nothing changes at the service. */
function EraseUserDialog({ connectionId, user, onClose }: EraseUserDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const name = useUserName()(user);
  const erase = useEraseUser(connectionId, user);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('users.erase.title', { name })}
      consequence={t('users.erase.text')}
      confirmLabel={t('users.erase')}
      danger
      environment={useConnection(connectionId)?.environment}
      onConfirm={async () => {
        const count = await erase();
        show({
          tone: 'good',
          title: ({ t: text }) => text('users.erase.done', { name }),
          text: ({ t: text }) => text('users.erase.entries', { count }),
        });
      }}
    />
  );
}
