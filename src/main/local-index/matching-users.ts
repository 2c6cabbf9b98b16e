/** Reads many users of an index, some at a time. */
import type { UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { IndexRequest, IndexResults, UserField } from '#contract/workers/library.ts';

/** How many users are read at once, and how many of such requests wait for their responses: whole users may be large. */
const whole = { atOnce: 200, ahead: 1 };
const parts = { atOnce: 1_000, ahead: 8 };

type RequestIndex = <R extends IndexRequest>(request: R) => Promise<IndexResults[R['op']]>;

/**
 * Yields the users of a scope, in its order: with `fields`, at least these of each, and who it is. The next ones are read while some are used. Those who
 * were removed in the meantime are missing.
 */
export async function* matchingUsers(
  request: RequestIndex,
  scope: UserScope & { readonly nowMillis: number },
  fields?: readonly UserField[],
): AsyncGenerator<readonly ServerUser[]> {
  const rows = await request({ op: 'rows', ...scope });
  const [rids, ids] = [JSON.parse(rows.rids) as number[], JSON.parse(rows.ids) as string[]];
  const { atOnce, ahead } = fields === undefined ? whole : parts;
  const only = fields && { fields: [...fields] };
  const readFrom = async (at: number): Promise<readonly ServerUser[]> => {
    const wanted = ids.slice(at, at + atOnce);
    const users = listedUsers(await request({ op: 'read-rows', rids: rids.slice(at, at + atOnce), ...only }));
    const isSame = users.length === wanted.length && users.every(({ id }, number) => id === wanted[number]);
    // Some were removed, and others may have got their rows.
    return isSame ? users : listedUsers(await request({ op: 'read-users', ids: wanted, ...only }));
  };
  const reading: ReturnType<typeof readFrom>[] = [];
  let asked = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    for (; asked < ids.length && reading.length <= ahead; asked += atOnce) {
      const next = readFrom(asked);
      // It is waited for later, or no longer.
      next.catch(() => undefined);
      reading.push(next);
    }
    yield (await reading.shift()) ?? [];
  }
}

/** Returns users that an index returns as JSON, each as one text. */
export function parsedUsers(json: readonly string[]): readonly ServerUser[] {
  return json.map((text) => JSON.parse(text) as ServerUser);
}

/** The same for lists of users. */
export function listedUsers(lists: readonly string[]): readonly ServerUser[] {
  return lists.flatMap((text) => JSON.parse(text) as ServerUser[]);
}
