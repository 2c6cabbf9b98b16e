import { type ApiKey, type KeyOwner, readApiKey } from '../../queries/api-keys';
import { useCurl } from '../row-menu/use-curl';
import { useRowMenu } from '../row-menu/use-row-menu';
import type { KeyRow } from './key-rows';
import { useKeyName } from './use-key-name';

/** Returns the menu of the rows of API keys. The service returns no more of a key than its last characters. */
export function useKeyMenu(owner: KeyOwner) {
  const nameOf = useKeyName();
  const curl = useCurl(owner.connectionId);
  const query = owner.kind === 'team' ? `?team_id=${encodeURIComponent(owner.teamId)}` : '';
  const access = owner.actor === 'project' ? 'server' : 'client';
  return useRowMenu(({ key }: KeyRow<ApiKey>) => ({
    name: nameOf(key),
    id: key.id,
    readJson: () => readApiKey(owner, key.id, true),
    curl: curl({ access, path: `/${owner.kind}-api-keys/${encodeURIComponent(key.id)}${query}` }),
  }));
}
