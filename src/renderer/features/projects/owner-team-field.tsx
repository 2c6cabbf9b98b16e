import { errorText, reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/inputs/button';
import { Field } from '../../ui/inputs/field';
import { Select } from '../../ui/inputs/select';
import { TextInput } from '../../ui/inputs/text-input';
import { newTeam, type ProjectOwnerChoice } from './use-project-owner';

interface OwnerTeamFieldProps {
  choice: ProjectOwnerChoice;
  /** Whether the form was submitted without a name for the new team. */
  missing: boolean;
}

/** Asks which team will own a new project: one of the user's teams, or a new one. Renders nothing where projects have no owner team. */
export function OwnerTeamField({ choice, missing }: OwnerTeamFieldProps) {
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
  return (
    <>
      {choice.isRequired && (
        <Callout tone="accent" title={t('projects.create.team.required')}>
          {t('projects.create.team.required.next')}
        </Callout>
      )}
      {items.length > 0 && (
        <Field label={t('projects.create.team')} help={t('projects.create.team.help')}>
          {(control) => (
            <Select {...control} value={choice.chosen} onChange={(event) => choice.select(event.target.value)}>
              {items.map(({ id, display_name: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={newTeam}>{t('projects.create.team.new')}</option>
            </Select>
          )}
        </Field>
      )}
      <OmittedNote omitted={omitted} />
      {choice.chosen === newTeam && <NewTeamField choice={choice} isFirst={isFirst} missing={missing} />}
    </>
  );
}

function NewTeamField({ choice, isFirst, missing }: OwnerTeamFieldProps & { isFirst: boolean }) {
  const { t } = useMessages();
  return (
    <Field
      label={t('projects.create.team.name')}
      help={isFirst ? t('projects.create.team.none') : undefined}
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
  );
}

interface FailedReadProps {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

function FailedRead({ title, query: { error, isFetching, refetch } }: FailedReadProps) {
  const messages = useMessages();
  const retry = (
    <Button busy={isFetching} onClick={() => void refetch()}>
      {messages.t('ui.retry')}
    </Button>
  );
  return (
    <Callout tone="bad" title={title} action={retry}>
      {errorText(messages, reportOf(error)).title}
    </Callout>
  );
}
