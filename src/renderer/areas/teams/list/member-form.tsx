import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { userName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { FormProps } from '#parts/selection/bulk-form.ts';
import { UserPicker } from '#parts/user-picker.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

/** Chooses the user who becomes a member of all selected teams. */
export function MemberForm({ connectionId, onPreview, onClose }: FormProps) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId)?.environment;
  const [user, setUser] = useState<ServerUser | null>(null);
  const submit = () => {
    if (user !== null) onPreview({ kind: 'teams.addMember', userId: user.id }, { user: userName(messages, user) });
  };
  return (
    <FormDialog
      title={t('bulk.title.teams.addMember')}
      environment={environment}
      actionLabel={t('bulk.preview')}
      busy={false}
      disabledReason={user === null ? t('members.add.missing') : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <UserPicker connectionId={connectionId} label={t('users.column.user')} value={user} onChange={setUser} />
    </FormDialog>
  );
}
