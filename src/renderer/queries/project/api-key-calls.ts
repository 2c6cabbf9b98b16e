/** Requests about an API key that a project admin was given, such as one that was found somewhere. */
import type { SecretReference } from '../../../contract/service/models/secret';
import { service } from '../../api';
import type { CheckCalls } from './check-api-key';

/** Returns the requests of a check through a connection. */
export function checkCalls(connectionId: string): CheckCalls {
  const project = { actor: 'project', connectionId } as const;
  return {
    check: (owner, key) =>
      owner === 'user'
        ? service.apiKeys.checkUserKey({ ...project, body: { api_key: key } })
        : service.apiKeys.checkTeamKey({ ...project, body: { api_key: key } }),
    readUserKey: (id) => service.apiKeys.readUserKey({ ...project, params: { api_key_id: id }, query: {} }),
  };
}

/** Revokes a leaked key. The service notifies its owners. */
export async function revokeLeakedKey(connectionId: string, key: SecretReference): Promise<void> {
  await service.apiKeys.revokeLeakedKey({ actor: 'none', connectionId, body: { api_key: key } });
}
