import { errorText, reportOf } from '../../lib/error-text';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/button';
import { Callout } from '../../ui/callout';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { LoadingStatus, Skeleton } from '../../ui/skeleton';
import { TextInput } from '../../ui/text-input';
import { newTeam, type ProjectOwnerChoice } from './use-project-owner';

interface OwnerTeamFieldProps {
  choice: ProjectOwnerChoice;
  /** Whether the form was submitted without a name for the new team. */
  missing: boolean;
}

/** Asks which team will own a new project: one of the user's teams, or a new one. */
export function OwnerTeamField({ choice, missing }: OwnerTeamFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  const { teams, chosen } = choice;
  if (teams.data === undefined) {
    if (teams.error === null) {
      return (
        <>
          <LoadingStatus />
          <Skeleton width="100%" height={32} />
        </>
      );
    }
    const failure = errorText(messages, reportOf(teams.error));
    const retry = (
      <Button busy={teams.isFetching} onClick={() => void teams.refetch()}>
        {t('ui.retry')}
      </Button>
    );
    return (
      <Callout tone="bad" title={t('projects.create.teams.failed')} action={retry}>
        {failure.title}
      </Callout>
    );
  }
  return (
    <>
      {teams.data.length > 0 && (
        <Field label={t('projects.create.team')} help={t('projects.create.team.help')}>
          {(control) => (
            <Select {...control} value={chosen} onChange={(event) => choice.select(event.target.value)}>
              {teams.data.map(({ id, display_name: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={newTeam}>{t('projects.create.team.new')}</option>
            </Select>
          )}
        </Field>
      )}
      {chosen === newTeam && (
        <Field
          label={t('projects.create.team.name')}
          help={teams.data.length > 0 ? undefined : t('projects.create.team.none')}
          error={missing ? t('projects.create.team.name.missing') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={100}
              value={choice.newTeamName}
              onChange={(event) => choice.setNewTeamName(event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
