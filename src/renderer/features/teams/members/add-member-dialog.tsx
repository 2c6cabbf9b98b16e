import { useState } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { FormFailure } from '../../../blocks/form/form-failure';
import { UserPicker } from '../../../blocks/user-picker/user-picker';
import { userName } from '../../../lib/rules/user-name';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import type { ProjectTeamRef } from '../../../queries/cache/keys';
import { useAddMember } from '../../../queries/teams/team-members';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { FormDialog } from '../../../ui/overlays/form-dialog';

/** Adds an existing user to the team. */
export function AddMemberDialog({ of, onClose }: { of: ProjectTeamRef; onClose: () => void }) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const [user, setUser] = useState<ServerUser | null>(null);
  const { mutateAsync: add } = useAddMember(of);
  const adding = useAction(
    async (chosen: ServerUser) => {
      await add(chosen.id);
      return chosen;
    },
    {
      onDone: (chosen) => {
        show({ tone: 'good', title: (messages) => messages.t('members.added', { name: userName(messages, chosen) }) });
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={t('members.add')}
      description={t('members.add.text')}
      environment={environment}
      actionLabel={t('members.add')}
      busy={adding.isPending}
      disabledReason={user === null ? t('members.add.missing') : undefined}
      onClose={onClose}
      onSubmit={() => {
        if (user !== null) void adding.run(user);
      }}
    >
      {adding.failure !== null && <FormFailure report={adding.failure} />}
      <UserPicker
        connectionId={of.connectionId}
        label={t('users.column.user')}
        value={user}
        teamId={of.teamId}
        onChange={(chosen) => {
          setUser(chosen);
          adding.reset();
        }}
      />
    </FormDialog>
  );
}
