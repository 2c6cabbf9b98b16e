import { describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import {
  fileOf,
  fresh,
  keptTokenSets,
  keychain,
  leftoversGone,
  live,
  over,
  start,
  tokenSets,
} from '#tests/support/main/profile-process.ts';
import { accessOf } from '#tests/support/main/sessions-scene.ts';
import { type Answer, knownError, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { TransportRequest } from '../ports/ports';

const ends = (requests: readonly TransportRequest[]) => requests.filter(({ method }) => method === 'DELETE').map(accessOf);

/** Two processes of a profile in which Ada is signed in; `again` signs her in once more in the first. */
async function pair({ answer, access = live }: { answer?: Answer; access?: string } = {}) {
  const profile = await temporaryFolder();
  const secrets = keychain();
  const one = await start(profile, secrets);
  const id = await one.add('ada', access);
  const other = await start(profile, secrets, answer ? { answer } : {});
  const again = () => one.add('ada', fresh, 'c', 'second');
  return { profile, secrets, one, other, id, again };
}

const oneAccount = [['ada', 'signed-in', true]];

describe('when one process signs in again as the same user', () => {
  test('the other one has the same account, with the new tokens', async () => {
    const { other, id, again, profile } = await pair();
    const source = other.sessions.source(id, 'c');
    expect(await source.tokens()).toEqual({ access: live, refresh: 'refresh-ada' });
    expect(await again()).toBe(id);
    await eventually(async () => expect(await source.tokens()).toEqual({ access: fresh, refresh: 'second' }));
    expect([other.list(), other.transport.requests]).toEqual([oneAccount, []]);
    expect((await fileOf(profile)).accounts.map((account) => account.id)).toEqual([id]);
  });

  test('a refresh of the old tokens in the other one is dropped, and its caller gets the new ones', async () => {
    let finish = () => {};
    const answer: Answer = () => new Promise((resolve) => (finish = () => resolve(refreshed(live))));
    const { other, id, again, profile, secrets } = await pair({ answer, access: over });
    const asking = other.sessions.source(id, 'c').tokens();
    await eventually(() => expect(other.transport.requests).toHaveLength(1));
    await again();
    finish();
    expect(await asking).toEqual({ access: fresh, refresh: 'second' });
    expect(keptTokenSets(secrets.items)).toEqual(await tokenSets(profile));
  });

  test('a refusal of the old tokens in the other one does not end the account', async () => {
    const { one, other, id, again } = await pair({ answer: () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) });
    const source = other.sessions.source(id, 'c');
    await source.tokens();
    // From now on it hears nothing of the first one's changes.
    other.sessions.close();
    await again();
    source.refuse(live);
    expect(await source.tokens()).toEqual({ access: fresh, refresh: 'second' });
    expect([one.list(), other.list()]).toEqual([oneAccount, oneAccount]);
  });

  test('old tokens that are deleted before the other one is notified of it do not end the account', async () => {
    const { other, id, again } = await pair();
    const source = other.sessions.source(id, 'c');
    other.sessions.close();
    await again();
    expect(await source.tokens()).toEqual({ access: fresh, refresh: 'second' });
    expect(other.list()).toEqual(oneAccount);
  });

  test('a sign-out of the old session in the other one leaves the new one', async () => {
    let finish = () => {};
    const answer: Answer = () => new Promise((resolve) => (finish = () => resolve(response({ success: true }))));
    const { one, other, id, again, profile, secrets } = await pair({ answer });
    const signingOut = other.sessions.signOut(id);
    await eventually(() => expect(other.transport.requests).toHaveLength(1));
    await again();
    finish();
    expect(await signingOut).toEqual({ endedAtService: true });
    await leftoversGone(profile);
    for (const each of [one, other]) await eventually(() => expect(each.list()).toEqual(oneAccount));
    expect(await other.sessions.source(id, 'c').tokens()).toEqual({ access: fresh, refresh: 'second' });
    expect(keptTokenSets(secrets.items)).toEqual(await tokenSets(profile));
  });
});

test('a process that signs in as a user whom another one has just signed in ends that session at the service', async () => {
  const profile = await temporaryFolder();
  const secrets = keychain();
  const [one, other] = [await start(profile, secrets), await start(profile, secrets)];
  const ids = [await one.add('ada', live, 'c', 'first'), await other.add('ada', fresh, 'c', 'second')];
  expect(new Set(ids).size).toBe(1);
  expect([ends(one.transport.requests), ends(other.transport.requests)]).toEqual([[], [live]]);
});

test('processes that sign in as the same user at once end with one session, and end all others at the service', async () => {
  const profile = await temporaryFolder();
  const secrets = keychain();
  const both = [await start(profile, secrets), await start(profile, secrets)];
  const ids = await Promise.all(both.flatMap(({ add }, at) => [1, 2, 3].map((number) => add('ada', live, 'c', `refresh-${at}-${number}`))));
  await leftoversGone(profile);
  expect([new Set(ids).size, (await fileOf(profile)).accounts.length, keptTokenSets(secrets.items)]).toEqual([
    1,
    1,
    await tokenSets(profile),
  ]);
  const ended = both.flatMap(({ transport }) => transport.requests.filter(({ method }) => method === 'DELETE'));
  expect(new Set(ended.map(({ headers }) => headers['x-stack-refresh-token'])).size).toBe(5);
  for (const { sessions } of both) {
    await eventually(async () => expect((await sessions.source(ids[0] ?? '', 'c').tokens()).refresh).toMatch(/^refresh-/));
  }
});

test('a session that another process shared is known as shared before it is replaced', async () => {
  const { one, other, id, again } = await pair();
  await other.sessions.share(id, 'c', async () => undefined);
  await again();
  expect(ends(one.transport.requests)).toEqual([]);
});

test('a hand-over that starts while another process replaces the session gets no tokens', async () => {
  const { other, id, again } = await pair();
  let handedOver: unknown = null;
  const sharing = other.sessions.share(id, 'c', async (session) => {
    await again();
    await eventually(() => expect(other.topic.get().value).toMatchObject([{ isShared: false }]));
    handedOver = await session.tokens();
  });
  expect(await reportOf(sharing)).toEqual({ code: 'signed-out' });
  expect(handedOver).toBeNull();
});
