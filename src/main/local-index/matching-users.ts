/** Reads many users of an index, some at a time. */
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { IndexRequest, UserField } from '#contract/workers/library.ts';

/** Whole users that are read at once, which may be large, and those of whom only some fields are. */
const wholeAtOnce = 200;
const partsAtOnce = 1_000;

type ReadUsers = Extract<IndexRequest, { op: 'read-users' }>;

/** Yields the users of these IDs, in their order: with `fields`, at least these of each, and who it is. The next ones are read while some are used. */
export async function* usersById(
  read: (request: ReadUsers) => Promise<readonly string[]>,
  ids: readonly string[],
  fields?: readonly UserField[],
): AsyncGenerator<readonly ServerUser[]> {
  const atOnce = fields === undefined ? wholeAtOnce : partsAtOnce;
  const readFrom = (at: number) => {
    const users = read({ op: 'read-users', ids: ids.slice(at, at + atOnce), ...(fields && { fields: [...fields] }) });
    // It is waited for later, or no longer.
    users.catch(() => undefined);
    return users;
  };
  if (ids.length === 0) return;
  let next = readFrom(0);
  for (let at = 0; at < ids.length; at += atOnce) {
    const users = await next;
    if (at + atOnce < ids.length) next = readFrom(at + atOnce);
    yield parsedUsers(users);
  }
}

/** Returns users that an index returns as JSON. */
export function parsedUsers(json: readonly string[]): readonly ServerUser[] {
  return json.map((text) => JSON.parse(text) as ServerUser);
}
