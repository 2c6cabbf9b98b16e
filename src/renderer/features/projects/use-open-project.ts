import type { AdminProject } from '../../../contract/service/models/project-models';
import { api } from '../../api';
import { fromHere } from '../../lib/places/open-path';
import { connectionName } from '../../lib/rules/project/project-name';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { paths } from '../../routes';
import { connectionsStore } from '../../stores/connections';

/** Returns an action that opens a project with the owner's session. */
export function useOpenProject(internalConnectionId: string, accountId: string) {
  const task = async (project: AdminProject) => {
    const open = fromHere();
    const owned = { internalConnectionId, accountId, projectId: project.id, name: connectionName(project) };
    const { id } = await api.connections.openOwned(owned);
    await connectionsStore.refresh();
    open(paths.users(id));
  };
  const { pending, run } = useAction(task, { onFailure: useFailureToast() });
  return { opening: pending?.[0].id ?? null, open: (project: AdminProject) => void run(project) };
}
