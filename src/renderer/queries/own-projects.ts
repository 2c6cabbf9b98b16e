/** The projects that an account of project `internal` owns. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';

/** What the account owns, as the service lists it. */
export function useOwnProjects(connectionId: string, accountId: string) {
  return useQuery({
    queryKey: queryKeys.ownProjects(connectionId, accountId),
    queryFn: () => service.projects.list({ actor: 'account', connectionId, accountId }),
  });
}

/** The team that will own a new project: one of the account's, or one to create. Releases before 2.8.31 take none. */
export type ProjectOwner = { readonly teamId: string } | { readonly newTeamName: string };

interface NewProject {
  readonly name: string;
  readonly owner: ProjectOwner | null;
  /** Runs once the owner exists, even if the project can't be created afterwards. */
  readonly onOwner: (teamId: string) => void;
}

/** Creates a project that the account owns, and first its owner where that is a new team. */
export function useCreateProject(connectionId: string, accountId: string) {
  const client = useQueryClient();
  const as = { actor: 'account', connectionId, accountId } as const;
  const createTeam = async (name: string): Promise<string> => {
    const { id } = await service.teams.create({ ...as, body: { display_name: name, creator_user_id: 'me' } });
    await client.invalidateQueries({ queryKey: queryKeys.ownTeams(connectionId, accountId) });
    return id;
  };
  return useMutation({
    mutationFn: async ({ name, owner, onOwner }: NewProject) => {
      if (owner === null) return service.projects.create({ ...as, body: { display_name: name } });
      const teamId = 'teamId' in owner ? owner.teamId : await createTeam(owner.newTeamName);
      onOwner(teamId);
      return service.projects.create({ ...as, body: { display_name: name, owner_team_id: teamId } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownProjects(connectionId, accountId) }),
  });
}
