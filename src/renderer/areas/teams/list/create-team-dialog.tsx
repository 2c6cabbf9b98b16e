import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { teams } from '#contract/service/teams.ts';
import { useCreateProjectTeam } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { teamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { type CallForm, useCallForm } from '#parts/form/use-call-form.ts';
import { useFormField } from '#parts/form/use-form-field.ts';
import { ImageField } from '#parts/image/image-field.tsx';
import { UserPicker } from '#parts/user-picker.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { paths } from '#window/routes.ts';

interface NewTeamFields {
  display_name: string;
  profile_image_url: string | null;
  creator_user_id: string | null;
}

/** The service accepts empty names. */
const newTeam = teams.create.actors.project.body.extend({ display_name: z.string().trim().min(1) });

/** Creates a team, with or without its first member, and opens it. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { environment } = useScope();
  const form = useNewTeamForm();
  return (
    <FormDialog
      title={t('teams.create')}
      description={t('teams.create.text')}
      environment={environment}
      actionLabel={t('teams.create')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="display_name" />
      <ImageField
        id={undefined}
        name={form.values.display_name}
        imageUrl={form.values.profile_image_url}
        isDraft
        onSave={async (url) => form.set({ profile_image_url: url })}
        environment={environment}
      />
      <CreatorField form={form} />
    </FormDialog>
  );
}

function CreatorField({ form }: { form: CallForm<NewTeamFields> }) {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const [creator, setCreator] = useState<ServerUser | null>(null);
  const { label, error, onChange } = useFormField({ form, name: 'creator_user_id' });
  const choose = (user: ServerUser | null) => {
    setCreator(user);
    onChange(user?.id ?? null);
  };
  return (
    <UserPicker connectionId={connectionId} label={label} help={t('teams.creator.help')} error={error} value={creator} onChange={choose} />
  );
}

function useNewTeamForm(): CallForm<NewTeamFields> {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const create = useCreateProjectTeam(connectionId);
  return useCallForm<NewTeamFields, typeof newTeam, ServerTeam>({
    stored: { display_name: '', profile_image_url: null, creator_user_id: null },
    isNew: true,
    fields: {
      display_name: { label: t('create-team.name'), missing: t('create-team.name.missing') },
      profile_image_url: { label: t('teams.column.image') },
      creator_user_id: { label: t('teams.creator') },
    },
    schema: newTeam,
    toInput: ({ creator_user_id: creator, ...team }) => ({ ...team, ...(creator === null ? {} : { creator_user_id: creator }) }),
    save: (team) => create(team),
    errorFields: { USER_NOT_FOUND: 'creator_user_id', USER_ID_DOES_NOT_EXIST: 'creator_user_id' },
    onSaved: (team) => {
      show({ tone: 'good', title: (messages) => messages.t('create-team.done', { name: teamName(messages, team) }) });
      void navigate(paths.team(connectionId, team.id));
    },
  });
}
