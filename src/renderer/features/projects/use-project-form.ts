import { z } from 'zod';
import { type AdminProject, projectCreation } from '../../../contract/service/models/project-models';
import { type CallForm, useCallForm } from '../../blocks/form/use-call-form';
import { reportOf } from '../../lib/errors/error-text';
import { isOwnerTeamMissing } from '../../lib/rules/owner-team';
import { projectName } from '../../lib/rules/project/project-name';
import { useMessages, useStoredMessages } from '../../lib/use-messages';
import { useCreateProject } from '../../queries/project/own-projects';
import type { CopiedConfig } from './copy/project-copy';
import { newTeam, type ProjectOwnerChoice } from './use-project-owner';

export interface NewProjectValues {
  display_name: string;
  description: string;
  /** The owner: the ID of a team, or `newTeam`. */
  team: string;
  team_name: string;
}

/** What a copy starts with. */
export interface CopiedProject {
  readonly source: AdminProject;
  readonly config: CopiedConfig;
}

const maxName = 100;
/** The service accepts empty names. */
const name = projectCreation.shape.display_name.trim().min(1).max(maxName);
const newProject = z.object({ display_name: name, description: z.string(), team: z.string(), team_name: name.optional() });

interface Options {
  readonly connectionId: string;
  readonly accountId: string;
  readonly choice: ProjectOwnerChoice;
  /** Absent for a project with the service's defaults. */
  readonly copy?: CopiedProject | undefined;
  readonly onCreated: (project: AdminProject) => void;
}

/** Returns the form of a new project, and of the team that will own it where there must be one. */
export function useProjectForm({ connectionId, accountId, choice, copy, onCreated }: Options): CallForm<NewProjectValues> {
  const { t } = useMessages();
  const { t: stored } = useStoredMessages();
  const { mutateAsync: create } = useCreateProject(connectionId, accountId);
  const { isNeeded, suggested } = choice;
  const proposed = copy === undefined ? '' : stored('projects.copy.name', { name: projectName(copy.source) }).slice(0, maxName);
  const form = useCallForm<NewProjectValues, typeof newProject, AdminProject>({
    stored: { display_name: proposed, description: copy?.source.description ?? '', team: suggested, team_name: '' },
    isNew: true,
    fields: {
      display_name: { label: t('projects.create.name'), missing: t('projects.create.name.missing') },
      description: { label: t('project-settings.description') },
      team: { label: t('projects.create.team') },
      team_name: { label: t('projects.create.team.name'), missing: t('projects.create.team.name.missing') },
    },
    schema: newProject,
    toInput: ({ team_name, ...rest }) => (isNeeded && rest.team === newTeam ? { ...rest, team_name } : rest),
    save: async ({ display_name, description, team, team_name }) => {
      const owner = team_name === undefined ? { teamId: team } : { newTeamName: team_name };
      const onOwner = (teamId: string) => {
        choice.remember(teamId);
        form.set({ team: teamId });
      };
      const project = copy === undefined ? { display_name } : { display_name, description, config: { ...copy.config } };
      return create({ project, owner: isNeeded ? owner : null, onOwner }).catch(requireOwner);
    },
    onSaved: onCreated,
  });
  const requireOwner = (thrown: unknown): never => {
    if (isOwnerTeamMissing(reportOf(thrown))) choice.require();
    throw thrown;
  };
  return { ...form, failure: form.failure !== null && isOwnerTeamMissing(form.failure) ? null : form.failure };
}
