import { SelectField } from '../../blocks/form/select-field';
import { TextField } from '../../blocks/form/text-field';
import type { CallForm } from '../../blocks/form/use-call-form';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { FailedRead } from './failed-read';
import type { NewProjectValues } from './use-project-form';
import { newTeam, type ProjectOwnerChoice } from './use-project-owner';

interface OwnerTeamFieldProps {
  form: CallForm<NewProjectValues>;
  choice: ProjectOwnerChoice;
}

/** Asks which team will own a new project: one of the user's teams, or a new one. Renders nothing where projects have no owner team. */
export function OwnerTeamField({ form, choice }: OwnerTeamFieldProps) {
  const { t } = useMessages();
  const { teams, failedDetection } = choice;
  if (choice.isLoading) {
    return (
      <>
        <LoadingStatus />
        <Skeleton width="100%" height={32} />
      </>
    );
  }
  if (failedDetection) return <FailedRead title={t('projects.create.detection.failed')} query={failedDetection} />;
  if (!choice.isNeeded) return null;
  if (teams.data === undefined) return <FailedRead title={t('projects.create.teams.failed')} query={teams} />;
  const { items, omitted } = teams.data;
  const isFirst = items.length === 0 && omitted === undefined;
  const options = [
    ...items.map(({ id, display_name: label }) => ({ value: id, label })),
    { value: newTeam, label: t('projects.create.team.new') },
  ];
  return (
    <>
      {choice.isRequired && (
        <Callout tone="accent" title={t('projects.create.team.required')}>
          {t('projects.create.team.required.next')}
        </Callout>
      )}
      {items.length > 0 && <SelectField form={form} name="team" options={options} help={t('projects.create.team.help')} />}
      <OmittedNote omitted={omitted} />
      {form.values.team === newTeam && (
        <TextField form={form} name="team_name" help={isFirst ? t('projects.create.team.none') : undefined} maxLength={100} />
      )}
    </>
  );
}
