import { Ban, CircleCheck, Copy, KeySquare, Mail, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useDeleteUser } from '#data/users.ts';
import { copyText } from '#lib/copy-text.ts';
import { userName, useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { RiskCallout } from '#parts/removal/risk-callout.tsx';
import { useRemovalRisks } from '#parts/removal/use-removal-risks.ts';
import { useTextToType } from '#parts/removal/use-text-to-type.ts';
import { useSendEmail } from '#parts/send-email/use-send-email.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import { CreateSessionDialog } from '../impersonate/create-session-dialog';
import { LiftRestrictionDialog, RestrictDialog } from './restrict-dialog';

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
  const [restricting, setRestricting] = useState<'restrict' | 'lift' | null>(null);
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
        {/* Releases before 2.8.65 have no such field. */}
        {user.restricted_by_admin !== undefined && (
          <MenuItem icon={Ban} disabledReason={disabledReason} onSelect={() => setRestricting('restrict')}>
            {t(user.restricted_by_admin ? 'users.restrict.change' : 'users.restrict.menu')}
          </MenuItem>
        )}
        {user.restricted_by_admin === true && (
          <MenuItem icon={CircleCheck} disabledReason={disabledReason} onSelect={() => setRestricting('lift')}>
            {t('users.unrestrict.menu')}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} danger disabledReason={disabledReason} onSelect={() => setDeleting(true)}>
          {t('users.delete')}
        </MenuItem>
      </Menu>
      {email.element}
      {isCreating && <CreateSessionDialog connectionId={connectionId} user={user} onClose={() => setCreating(false)} />}
      {restricting === 'restrict' && <RestrictDialog connectionId={connectionId} user={user} onClose={() => setRestricting(null)} />}
      {restricting === 'lift' && <LiftRestrictionDialog connectionId={connectionId} user={user} onClose={() => setRestricting(null)} />}
      {isDeleting && <DeleteUserDialog connectionId={connectionId} user={user} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  );
}

interface DeleteUserDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a user after a text was typed: the user's own, or the connection's name where its safety level requires that. */
function DeleteUserDialog({ connectionId, user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const remove = useDeleteUser(connectionId, user.id);
  const name = useUserName()(user);
  const textToType = useTextToType(connectionId, { id: user.id, email: user.primary_email });
  const { texts, checking } = useRemovalRisks({ connectionId, userId: user.id, teamId: null, readsGrants: true });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('users.delete.title', { name })}
      consequence={t('users.delete.consequence')}
      confirmLabel={t('users.delete')}
      danger
      environment={connection?.environment}
      typeToConfirm={textToType}
      disabledReason={checking}
      onConfirm={async () => {
        await remove();
        show({ tone: 'good', title: (messages) => messages.t('users.delete.done', { name: userName(messages, user) }) });
        onDeleted();
      }}
    >
      <RiskCallout texts={texts} />
    </ConfirmDialog>
  );
}
