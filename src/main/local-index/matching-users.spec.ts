import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { everyUser } from '#contract/query/user-query.ts';
import type { IndexRequest, IndexResults, UserField } from '#contract/workers/library.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openIndex } from '../library/open-index';
import { matchingUsers } from './matching-users';

const idOf = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const userOf = (number: number) => ({ ...sampleServerUser, id: idOf(number), display_name: `User ${number}` });

/** An index of users, the last of which has the last row. */
async function scene(count: number) {
  const path = join(await temporaryFolder(), 'index.db');
  const index = openIndex({ path, key: 'ab'.repeat(32), subject: 's' }, () => 0);
  onTestFinished(() => index.close());
  const asked: string[] = [];
  const request = async <R extends IndexRequest>(body: R) => {
    asked.push(body.op);
    return (await index.handle(body, async () => undefined)) as IndexResults[R['op']];
  };
  await request({ op: 'put-users', users: Array.from({ length: count }, (_none, at) => userOf(at)) });
  asked.length = 0;
  const order = { by: 'id', desc: true } as const;
  /** `meanwhile` runs once the rows are known, and before any of them is read. */
  const read = async (fields: readonly UserField[] | undefined, meanwhile: () => Promise<unknown> = async () => undefined) => {
    const reading = async <R extends IndexRequest>(body: R) => {
      const result = await request(body);
      if (body.op === 'rows') await meanwhile();
      return result;
    };
    const found = [];
    for await (const users of matchingUsers(reading, { query: everyUser, order, nowMillis: 0 }, fields)) found.push(...users);
    return found;
  };
  return { request, read, asked };
}

test.each([
  ['whole', undefined, 450],
  ['with the fields that are wanted', ['has_password'], 2_300],
  ['with metadata', ['server_metadata'], 1_300],
] as const)('users are read %s, in their order', async (_how, fields, count) => {
  const { read, asked } = await scene(count);
  const found = await read(fields);
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_none, at) => idOf(count - 1 - at)));
  expect(found[0]).toMatchObject(fields === undefined ? userOf(count - 1) : { [fields[0]]: sampleServerUser[fields[0]] });
  expect(asked).not.toContain('read-users');
});

test.each([undefined, ['has_password'], ['server_metadata']] as const)(
  'a user who is removed in the meantime is missing, and the one who got the row is left out (%j)',
  async (fields) => {
    const { request, read, asked } = await scene(5);
    const found = await read(fields, async () => {
      await request({ op: 'remove-users', ids: [idOf(4)] });
      await request({ op: 'put-users', users: [userOf(9)] });
    });
    expect(found.map(({ id }) => id)).toEqual([3, 2, 1, 0].map(idOf));
    // Otherwise the row was another one, and this shows nothing.
    expect(asked).toContain('read-users');
  },
);

test('nothing is read where no user matches', async () => {
  const { read } = await scene(0);
  expect(await read([])).toEqual([]);
});
