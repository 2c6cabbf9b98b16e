import { z } from 'zod';
import { projectCreation } from '../../../contract/service/models/project-models';
import { type CallForm, useCallForm } from '../../blocks/form/use-call-form';
import { reportOf } from '../../lib/errors/error-text';
import { isOwnerTeamMissing } from '../../lib/rules/owner-team';
import { useMessages } from '../../lib/use-messages';
import { useCreateProject } from '../../queries/own-projects';
import { newTeam, type ProjectOwnerChoice } from './use-project-owner';

export interface NewProjectValues {
  display_name: string;
  /** The owner: the ID of a team, or `newTeam`. */
  team: string;
  team_name: string;
}

/** The service accepts empty names. */
const name = projectCreation.shape.display_name.trim().min(1).max(100);
const newProject = z.object({ display_name: name, team: z.string(), team_name: name.optional() });

interface Options {
  readonly connectionId: string;
  readonly accountId: string;
  readonly choice: ProjectOwnerChoice;
  readonly onCreated: (name: string) => void;
}

/** Returns the form of a new project, and of the team that will own it where there must be one. */
export function useProjectForm({ connectionId, accountId, choice, onCreated }: Options): CallForm<NewProjectValues> {
  const { t } = useMessages();
  const { mutateAsync: create } = useCreateProject(connectionId, accountId);
  const { isNeeded, suggested } = choice;
  const form = useCallForm<NewProjectValues, typeof newProject, string>({
    stored: { display_name: '', team: suggested, team_name: '' },
    isNew: true,
    fields: {
      display_name: { label: t('projects.create.name'), missing: t('projects.create.name.missing') },
      team: { label: t('projects.create.team') },
      team_name: { label: t('projects.create.team.name'), missing: t('projects.create.team.name.missing') },
    },
    schema: newProject,
    toInput: ({ team_name, ...rest }) => (isNeeded && rest.team === newTeam ? { ...rest, team_name } : rest),
    save: async ({ display_name, team, team_name }) => {
      const owner = team_name === undefined ? { teamId: team } : { newTeamName: team_name };
      const onOwner = (teamId: string) => {
        choice.remember(teamId);
        form.set({ team: teamId });
      };
      await create({ name: display_name, owner: isNeeded ? owner : null, onOwner }).catch(requireOwner);
      return display_name;
    },
    onSaved: onCreated,
  });
  const requireOwner = (thrown: unknown): never => {
    if (isOwnerTeamMissing(reportOf(thrown))) choice.require();
    throw thrown;
  };
  return { ...form, failure: form.failure !== null && isOwnerTeamMissing(form.failure) ? null : form.failure };
}
