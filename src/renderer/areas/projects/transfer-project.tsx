import { useState } from 'react';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useTransferProject } from '#data/own-projects.ts';
import { useOwnTeams } from '#data/own-teams.ts';
import { useConnection } from '#data/topics.ts';
import { projectName } from '#lib/rules/owner-projects.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { FailedRead } from './failed-read';

interface TransferProjectProps {
  connectionId: string;
  accountId: string;
  project: AdminProject;
  onClose: () => void;
}

/** Transfers a project to another team of the account, after saying who gains and who loses access. Open as long as it is rendered. */
export function TransferProject({ connectionId, accountId, project, onClose }: TransferProjectProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { id, owner_team_id: ownerId } = project;
  const name = projectName(project);
  const teams = useOwnTeams(connectionId, accountId, true);
  const { mutateAsync: transfer } = useTransferProject(connectionId, accountId, id);
  const others = teams.data?.items.filter((team) => team.id !== ownerId) ?? [];
  const [chosen, setChosen] = useState('');
  const team = others.find((one) => one.id === chosen) ?? others[0];
  const owner = teams.data?.items.find((one) => one.id === ownerId);
  const { run, isPending, failure } = useAction(
    async (to: { id: string; display_name: string }) => {
      await transfer(to.id);
      show({ tone: 'good', title: ({ t }) => t('projects.transferred', { name, team: to.display_name }) });
    },
    { onDone: onClose, toastsLate: true },
  );
  const missing = teams.data === undefined ? undefined : t('projects.transfer.none');
  return (
    <FormDialog
      title={t('projects.transfer.title', { name })}
      description={t('projects.transfer.text')}
      environment={useConnection(connectionId)?.environment}
      actionLabel={t('projects.transfer')}
      busy={isPending || teams.isPending}
      disabledReason={team === undefined ? missing : undefined}
      onClose={onClose}
      onSubmit={() => team && void run(team)}
    >
      {teams.isPending && (
        <>
          <LoadingStatus />
          <Skeleton width="100%" height={32} />
        </>
      )}
      {teams.data === undefined && teams.error !== null && <FailedRead title={t('projects.create.teams.failed')} query={teams} />}
      {teams.data !== undefined && team === undefined && <p>{missing}</p>}
      {team !== undefined && (
        <>
          <Field label={t('projects.transfer.team')}>
            {(control) => (
              <Select {...control} value={team.id} onChange={({ target }) => setChosen(target.value)}>
                {others.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.display_name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Callout tone="warn" title={t('projects.transfer.gain', { team: team.display_name })}>
            {owner ? t('projects.transfer.lose', { team: owner.display_name }) : t('projects.transfer.lose-unknown')}
          </Callout>
        </>
      )}
      <OmittedNote omitted={teams.data?.omitted} />
      <ErrorCallout report={failure} />
    </FormDialog>
  );
}
