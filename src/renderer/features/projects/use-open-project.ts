import type { AdminProject } from '../../../contract/service/models/project-models';
import { api } from '../../api';
import { useTargetPaths } from '../../blocks/connections/target-paths';
import { fromHere } from '../../lib/places/open-path';
import { connectionName } from '../../lib/rules/project/project-name';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { connectionsStore } from '../../stores/connections';

/** Returns an action that opens a project with the owner's session. */
export function useOpenProject(internalConnectionId: string, accountId: string) {
  const { first } = useTargetPaths();
  const task = async (project: AdminProject) => {
    const open = fromHere();
    const owned = { internalConnectionId, accountId, projectId: project.id, name: connectionName(project) };
    const { id } = await api.connections.openOwned(owned);
    await connectionsStore.refresh();
    open(first(id));
  };
  const { pending, run } = useAction(task, { onFailure: useFailureToast() });
  return { opening: pending?.[0].id ?? null, open: (project: AdminProject) => void run(project) };
}
