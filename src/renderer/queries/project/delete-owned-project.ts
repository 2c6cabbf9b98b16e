import { api } from '../../api';
import { connectionsStore } from '../../stores/connections';
import { deleteProject } from './deleted-project';

/** A project of an account of project `internal`. */
export interface OwnedProject {
  readonly internalConnectionId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
}

/**
 * Deletes a project with its owner's session, through the connection for that: the existing one, or one that is added for it and removed again.
 * Resolves to the ID of the connection that is left; null if there is none.
 */
export async function deleteOwnedProject(owned: OwnedProject): Promise<string | null> {
  const known = new Set(connectionsStore.getState().value?.map(({ id }) => id));
  const { id } = await api.connections.openOwned(owned);
  const discard = async () => {
    if (known.has(id)) return false;
    return api.connections.remove({ id }).then(
      () => true,
      () => false,
    );
  };
  try {
    await deleteProject(id, owned.projectId);
  } catch (thrown) {
    await discard();
    throw thrown;
  }
  return (await discard()) ? null : id;
}
