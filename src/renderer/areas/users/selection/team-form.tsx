import { useState } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { usePermissionDefinitions } from '#data/permissions.ts';
import { useConnection } from '#data/topics.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { teamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { FormProps } from '#parts/selection/bulk-form.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { TeamPicker } from '../permissions/team-picker';

interface TeamFormProps extends FormProps {
  kind: 'users.addToTeam' | 'users.removeFromTeam' | 'users.grantInTeam' | 'users.revokeInTeam';
}

/** Chooses the team of an action, and the permission of one that has it. */
export function TeamForm({ connectionId, kind, onPreview, onClose }: TeamFormProps) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId)?.environment;
  const [team, setTeam] = useState<ServerTeam | null>(null);
  const [permissionId, setPermissionId] = useState('');
  const hasPermission = kind === 'users.grantInTeam' || kind === 'users.revokeInTeam';
  const missing =
    team === null ? t('users.teams.choose') : hasPermission && permissionId === '' ? t('users.bulk.no-permission') : undefined;
  const submit = () => {
    if (team === null || missing !== undefined) return;
    const place = { teamId: team.id };
    onPreview(hasPermission ? { kind, ...place, permissionId } : { kind, ...place }, { team: teamName(messages, team) });
  };
  return (
    <FormDialog
      title={t(`users.bulk.title.${kind}`)}
      environment={environment}
      actionLabel={t('bulk.preview')}
      busy={false}
      disabledReason={missing}
      onClose={onClose}
      onSubmit={submit}
    >
      {hasPermission && <PermissionField connectionId={connectionId} value={permissionId} onChange={setPermissionId} />}
      <TeamPicker connectionId={connectionId} chosen={team} onChoose={setTeam} />
    </FormDialog>
  );
}

interface PermissionFieldProps {
  connectionId: string;
  value: string;
  onChange: (id: string) => void;
}

function PermissionField({ connectionId, value, onChange }: PermissionFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  const definitions = usePermissionDefinitions(connectionId, 'team', true);
  const error = definitions.error === null ? undefined : errorText(messages, reportOf(definitions.error)).title;
  return (
    <Field label={t('users.bulk.permission')} error={error}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t(definitions.isPending ? 'ui.loading' : 'users.bulk.permission.choose')}</option>
          {definitions.data?.items.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
