/** Reads many users of an index, some at a time. */
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { IndexRequest, UserField } from '#contract/workers/library.ts';

/** How many users are read at once, and how many of such requests wait for their responses: whole users may be large. */
const whole = { atOnce: 200, ahead: 1 };
const parts = { atOnce: 1_000, ahead: 4 };

type ReadUsers = Extract<IndexRequest, { op: 'read-users' }>;

/** Yields the users of these IDs, in their order: with `fields`, at least these of each, and who it is. The next ones are read while some are used. */
export async function* usersById(
  read: (request: ReadUsers) => Promise<readonly string[]>,
  ids: readonly string[],
  fields?: readonly UserField[],
): AsyncGenerator<readonly ServerUser[]> {
  const { atOnce, ahead } = fields === undefined ? whole : parts;
  const readFrom = (at: number) => {
    const users = read({ op: 'read-users', ids: ids.slice(at, at + atOnce), ...(fields && { fields: [...fields] }) });
    // It is waited for later, or no longer.
    users.catch(() => undefined);
    return users;
  };
  const reading: ReturnType<typeof readFrom>[] = [];
  let asked = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    for (; asked < ids.length && reading.length <= ahead; asked += atOnce) reading.push(readFrom(asked));
    yield parsedUsers((await reading.shift()) ?? []);
  }
}

/** Returns users that an index returns as JSON. */
export function parsedUsers(json: readonly string[]): readonly ServerUser[] {
  return json.map((text) => JSON.parse(text) as ServerUser);
}
