/** Accounts without a name (endpoints 1.2, flows 7). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../context';
import { known } from '../failures';
import { uuid } from '../random';
import { reply } from '../respond';
import { insertUser, updateUser } from '../store/users';
import { startSession } from '../tokens';

/** Creates an anonymous user and signs in. In the baseline only project `internal` allows it. */
export const anonymousSignUp: Handler<RowOf<'auth.anonymousSignUp'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, clock, random } = call;
    if (project.id !== 'internal') throw known('ANONYMOUS_ACCOUNTS_NOT_ENABLED');
    const id = uuid(random);
    const key = store.transaction(() => {
      const user = insertUser(store, { id, project: project.key, displayName: 'Anonymous user', passwordHash: null, now: clock.now() });
      updateUser(store, user, { is_anonymous: 1 });
      return user;
    });
    return reply(await startSession(call, project, { key, id }));
  },
};
