/** Lists and invitations from 2.8.88 to 2.8.96 (wire/hexclave 4.2 and 5). */
import { describe, expect, test } from 'vitest';
import { type ReleaseScene, releaseScene } from '../release-scene';
import { ada, newestEmail } from '../test-sandbox';

const namesOf = (items: readonly { readonly display_name?: unknown }[]) => items.map(({ display_name }) => display_name);

/** Follows the cursors of a list from its first page on, and returns the pages. */
async function pagesOf(scene: ReleaseScene, access: 'server' | 'admin', path: `/${string}`) {
  const pages: { readonly items: readonly { readonly id?: unknown }[] }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { json, items } = await scene.call(access, `GET ${path}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    pages.push({ items });
    cursor = (json.pagination as { next_cursor: string | null }).next_cursor;
  }
  return pages;
}

describe('teams', () => {
  test('are listed in pages from 2.8.96 on, in either order, and found by name', async () => {
    const scene = await releaseScene('2.8.96');
    const whole = await scene.call('server', 'GET /teams');
    expect(whole.json).toMatchObject({ is_paginated: true, pagination: { next_cursor: null } });
    const pages = await pagesOf(scene, 'server', '/teams?order_by=created_at');
    expect(pages.slice(0, -1).every(({ items }) => items.length === 2)).toBe(true);
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
    const reversed = await scene.call('server', 'GET /teams?desc=true');
    expect(reversed.items).toEqual([...whole.items].reverse());
    expect(namesOf((await scene.call('server', 'GET /teams?query=ANALYTICAL')).items)).toEqual(['Analytical Engines']);
    expect((await scene.call('server', 'GET /teams?cursor=11111111-2222-4333-8444-555555555555')).items).toEqual([]);
  });

  test.each(['limit=0', 'limit=x', 'order_by=name', 'desc=perhaps', 'page=2'])('refuse %s', async (query) => {
    const { call } = await releaseScene('2.8.96');
    expect((await call('server', `GET /teams?${query}`)).known).toBe('SCHEMA_ERROR');
  });

  test('of clients, and of releases before, are one list', async () => {
    const later = await releaseScene('2.8.96');
    const own = await later.call('client', 'GET /teams?user_id=me', { token: await later.signIn() });
    expect(own.json.is_paginated).toBe(false);
    const { call } = await releaseScene('2.8.95');
    expect((await call('server', 'GET /teams')).json.is_paginated).toBe(false);
    expect((await call('server', 'GET /teams?limit=2')).known).toBe('SCHEMA_ERROR');
  });
});

test('permission definitions for teams are listed in pages, those for the project are not', async () => {
  const scene = await releaseScene('2.8.96');
  const { items } = await scene.call('admin', 'GET /team-permission-definitions');
  const pages = await pagesOf(scene, 'admin', '/team-permission-definitions?');
  expect(pages.flatMap((page) => page.items)).toEqual(items);
  expect((await scene.call('admin', 'GET /team-permission-definitions?query=team_m')).items).toMatchObject([{ id: 'team_member' }]);
  expect((await scene.call('admin', 'GET /project-permission-definitions?limit=2')).known).toBe('SCHEMA_ERROR');
});

describe('users', () => {
  test('are listed by their last activity, in pages', async () => {
    const scene = await releaseScene('2.8.96');
    await scene.signIn();
    const path = '/users?order_by=last_active_at&desc=true&include_anonymous=true';
    const items = (await pagesOf(scene, 'server', path)).flatMap((page) => page.items) as {
      last_active_at_millis: number;
      primary_email: string;
    }[];
    const times = items.map(({ last_active_at_millis: millis }) => millis);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(items[0]?.primary_email).toBe(ada.email);
    expect(new Set(items).size).toBe((await scene.call('server', 'GET /users?include_anonymous=true')).items.length);
    const found = await scene.call('server', `GET ${path}&query=a`);
    expect(found.status).toBe(200);
  });

  test('are listed without those of domains', async () => {
    const { call } = await releaseScene('2.8.96');
    const everybody = (await call('server', 'GET /users')).items;
    const others = await call('server', 'GET /users?excluded_email_domains=Analytical.example,%20,other.example');
    const isOfDomain = ({ primary_email }: { primary_email?: unknown }) => String(primary_email).endsWith('@analytical.example');
    expect(everybody.some(isOfDomain)).toBe(true);
    expect(others.items).toEqual(everybody.filter((user) => !isOfDomain(user)));
    // Not those of a domain that only ends alike.
    expect((await call('server', 'GET /users?excluded_email_domains=lytical.example')).items).toEqual(everybody);
  });

  test.each(['order_by=last_active_at', 'excluded_email_domains=x.example'])('refuse %s before', async (query) => {
    const { call } = await releaseScene('2.8.95');
    expect((await call('server', `GET /users?${query}`)).known).toBe('SCHEMA_ERROR');
  });
});

test.each([
  ['2.8.87', 404],
  ['2.8.88', 200],
] as const)('%s tells the activity of a user: %i', async (release, status) => {
  const scene = await releaseScene(release);
  const { json: me } = await scene.call('client', 'GET /users/me', { token: await scene.signIn() });
  const found = await scene.call('admin', `GET /internal/user-activity?user_id=${me.id}`);
  expect(found.status).toBe(status);
  if (status !== 200) return;
  const points = found.json.data_points as { date: string; activity: number }[];
  expect(points).toHaveLength(31);
  expect(points.at(-1)).toEqual({ date: new Date(scene.sandbox.clock.now()).toISOString().slice(0, 10), activity: 1 });
  expect((await scene.call('admin', 'GET /internal/user-activity?user_id=11111111-2222-4333-8444-555555555555')).known).toBe(
    'USER_NOT_FOUND',
  );
});

describe('an invitation to another address', () => {
  const invited = 'other@else.example';

  async function invite(release: string, email = invited) {
    const scene = await releaseScene(release);
    const team_id = (await scene.call('server', 'GET /teams')).items[0]?.id;
    await scene.call('server', 'POST /team-invitations/send-code', { body: { email, team_id, callback_url: 'http://localhost/join' } });
    const { code } = await newestEmail(scene.sandbox, email);
    const token = await scene.signIn();
    const use = (path: '' | '/details' | '/check-code') =>
      scene.call('client', `POST /team-invitations/accept${path}`, { token, body: { code } });
    return { scene, use };
  }

  test('is refused from 2.8.88 on, and not used up by it', async () => {
    const { scene, use } = await invite('2.8.88');
    for (const path of ['/check-code', '/details', '', ''] as const) {
      const refused = await use(path);
      expect([refused.status, refused.known]).toEqual([403, 'TEAM_INVITATION_EMAIL_MISMATCH']);
    }
    const { json: me } = await scene.call('client', 'GET /users/me', { token: await scene.signIn() });
    const channel = { user_id: me.id, type: 'email', value: invited.toUpperCase().replace('ELSE', 'else'), used_for_auth: false };
    await scene.call('server', 'POST /contact-channels', { body: channel });
    expect((await use('')).status).toBe(200);
  });

  test('is accepted with a known address, and before', async () => {
    expect((await (await invite('2.8.88', ada.email)).use('')).status).toBe(200);
    expect((await (await invite('2.8.87')).use('')).status).toBe(200);
  });
});

test.each([
  ['2.8.85', 0],
  ['2.8.86', 1],
])('a user is found on %s by an ID among other characters: %i (wire/later 9)', async (release, count) => {
  const { call } = await releaseScene(release);
  const [user] = (await call('server', 'GET /users')).items;
  const found = async (query: string) => (await call('server', `GET /users?query=${encodeURIComponent(query)}`)).items;
  expect(await found(String(user?.id))).toEqual([user]);
  for (const query of [` ${user?.id} `, `(${user?.id})`, `"${String(user?.id).toUpperCase()}"`])
    expect(await found(query)).toHaveLength(count);
  for (const query of [`id: ${user?.id}`, `${user?.id}.`]) expect(await found(query)).toEqual([]);
});

test.each(['GET /users', 'GET /users?limit=2', 'GET /contact-channels'] as const)(
  'the response to %s is indented for a browser (wire/conventions 4)',
  async (request) => {
    const { call } = await releaseScene('2.8.4');
    const { text, json } = await call('server', request, { headers: { accept: 'text/html,application/xml;q=0.9' } });
    expect(text).toBe(JSON.stringify(json, null, 2));
    expect((await call('server', request)).text).toBe(JSON.stringify(json));
  },
);
