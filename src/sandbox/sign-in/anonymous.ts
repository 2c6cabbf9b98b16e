/** Anonymous sign-up (wire/endpoints 1.2, wire/flows 7). */
import type { RowOf } from '../../contract/service';
import { readDemoProjectId } from '../projects/main-projects';
import type { Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { startSession } from '../sessions/access-tokens';
import { createAccount } from '../users/create-account';

/** Creates an anonymous user and signs in, whatever tokens the request has. */
export const anonymousSignUp: Handler<RowOf<'auth.anonymousSignUp'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store } = call;
    // The baseline allows this in `internal` and in fixed projects, here the demo project (wire/flows 7).
    if (project.id !== 'internal' && project.id !== readDemoProjectId(store)) throw knownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED');
    const user = store.transaction(() => createAccount(call, project, { displayName: 'Anonymous user', isAnonymous: true }));
    return reply(await startSession(call, project, user));
  },
};
