import { Copy, KeySquare, Mail, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { useSendEmail } from '../../../blocks/send-email/use-send-email';
import { copyText } from '../../../lib/copy-text';
import { useMessages } from '../../../lib/use-messages';
import { useToasts } from '../../../ui/feedback/toasts';
import { IconButton } from '../../../ui/inputs/icon-button';
import { Menu, MenuItem } from '../../../ui/overlays/menu';
import { CreateSessionDialog } from '../impersonate/create-session-dialog';
import { DeleteUserDialog } from './delete-user-dialog';

interface UserMenuProps {
  connectionId: string;
  user: ServerUser;
  /** Why the user can't be changed. */
  disabledReason: string | undefined;
  onDeleted: () => void;
}

/** What can be done with a user as a whole. */
export function UserMenu({ connectionId, user, disabledReason, onDeleted }: UserMenuProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isDeleting, setDeleting] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const email = useSendEmail(connectionId);
  const copy = async () => {
    if (await copyText(user.id)) show({ tone: 'good', title: 'ui.copied' });
  };
  return (
    <>
      <Menu trigger={<IconButton label={t('users.actions')} icon={MoreHorizontal} />} align="end">
        <MenuItem icon={Copy} onSelect={() => void copy()}>
          {t('users.copy-id')}
        </MenuItem>
        <MenuItem icon={Mail} disabledReason={disabledReason ?? email.disabledReason} onSelect={() => email.open([user])}>
          {t('send-email.title')}
        </MenuItem>
        <MenuItem icon={KeySquare} disabledReason={disabledReason} onSelect={() => setCreating(true)}>
          {t('impersonation.session.menu')}
        </MenuItem>
        <MenuItem icon={Trash2} danger disabledReason={disabledReason} onSelect={() => setDeleting(true)}>
          {t('users.delete')}
        </MenuItem>
      </Menu>
      {email.element}
      {isCreating && <CreateSessionDialog connectionId={connectionId} user={user} onClose={() => setCreating(false)} />}
      {isDeleting && <DeleteUserDialog connectionId={connectionId} user={user} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  );
}
