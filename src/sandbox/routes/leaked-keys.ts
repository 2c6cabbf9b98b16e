/** Keys found in the open (endpoints 8, from 2.8.5). */
import type { RowOf } from '../../contract/service';
import type { Handler, Surroundings } from '../context';
import { known } from '../failures';
import { dispatch } from '../mail/send';
import { received } from '../received';
import { reply } from '../respond';
import { type ApiKeyRow, findApiKeyByText, mayManage, updateApiKey } from '../store/api-keys';
import { findProjectByKey } from '../store/projects';
import { isExpired, requireKey, servedCheck } from './api-keys';

/** Revokes a key for whoever sends it, and tells its owners. Public keys are meant to be seen. */
export const revokeLeakedKey: Handler<RowOf<'apiKeys.revokeLeakedKey'>> = {
  accepts: { client: servedCheck, server: servedCheck },
  ignoresQuery: true,
  async run(call) {
    const { store, clock, body } = call;
    const row = requireKey(findApiKeyByText(store, received(body.api_key)));
    if (row.is_public === 1) throw known('PUBLIC_API_KEY_CANNOT_BE_REVOKED');
    if (isExpired(row, clock.now())) throw known('API_KEY_EXPIRED');
    store.transaction(() => {
      updateApiKey(store, row.key, { revokedAt: clock.now() });
      if (row.revoked_at === null) tellOwners(call, row);
    });
    return reply({ success: true as const });
  },
};

function tellOwners(surroundings: Surroundings, row: ApiKeyRow): void {
  const project = findProjectByKey(surroundings.store, row.project);
  if (project === undefined) return;
  const text = `The API key ending in ${row.value.slice(-4)} was found in a public place and has been revoked.`;
  for (const email of mayManage(surroundings.store, row)) {
    const mail = { to: [email], subject: 'API key revoked', text: `${text}\n`, html: `<p>${text}</p>` };
    dispatch(surroundings, project, mail, 'background');
  }
}
