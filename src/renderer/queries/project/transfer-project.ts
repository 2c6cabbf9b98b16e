import { useMutation, useQueryClient } from '@tanstack/react-query';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { queryKeys } from '../cache/keys';
import { ownProjects } from './own-projects';

/** Transfers a project to another team of its owner. Succeeds as well if only the response was lost. */
export function useTransferProject(connectionId: string, accountId: string, projectId: string) {
  const client = useQueryClient();
  const isOwnedBy = async (teamId: string) => {
    const { items } = await client.fetchQuery({ ...ownProjects(connectionId, accountId), staleTime: 0 });
    return items.some(({ id, owner_team_id: owner }) => id === projectId && owner === teamId);
  };
  return useMutation({
    mutationFn: async (teamId: string) => {
      try {
        const body = { project_id: projectId, new_team_id: teamId };
        await service.projects.transfer({ actor: 'account', connectionId, accountId, body });
      } catch (thrown) {
        if (!isOutcomeUnknown(reportOf(thrown)) || !(await isOwnedBy(teamId).catch(() => false))) throw thrown;
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownProjects(connectionId, accountId) }),
  });
}
