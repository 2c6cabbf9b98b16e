import { compareSync } from 'bcryptjs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverUser } from '#contract/service/models/user-models.ts';
import { insertChannel } from '../stores/contact-channel-store';
import { insertUser } from '../stores/user-store';
import { createTestSandbox, type Fields, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;

const list = (query: string): Promise<TestResponse> => test.call('server', 'GET', `/users?${query}`);
const ids = (answer: TestResponse) => answer.items.map((item) => item.id);
const cursorOf = ({ json }: TestResponse) => (json.pagination as Fields).next_cursor;

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Adds a user who signed up in the first minutes after the seed. */
function add(number: number, name: string | null, email?: string): void {
  const now = test.clock.now() + number;
  const user = insertUser(test.store, { id: idOf(number), project: test.project.key, displayName: name, passwordHash: null, now });
  if (email === undefined) return;
  const flags = { isPrimary: true, isVerified: true, usedForAuth: true };
  insertChannel(test.store, { id: idOf(number), project: test.project.key, user, value: email, ...flags, now });
}

describe('pages', () => {
  beforeAll(async () => {
    test = await createTestSandbox({ users: 60 });
  });

  it('contain each user once, in order of sign-up, by an inclusive cursor', async () => {
    const seen: unknown[] = [];
    let answer = await list('limit=7');
    for (;;) {
      expect(answer.json.is_paginated).toBe(true);
      seen.push(...answer.items);
      const cursor = cursorOf(answer);
      if (cursor === null) break;
      answer = await list(`limit=7&cursor=${String(cursor)}`);
      expect(answer.items[0]?.id).toBe(cursor);
    }
    const users = seen.map((user) => serverUser.strict().parse(user));
    expect(new Set(users.map(({ id }) => id)).size).toBe(60);
    const times = users.map(({ signed_up_at_millis }) => signed_up_at_millis);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('can be descending', async () => {
    const all = ids(await list(''));
    expect(ids(await list('desc=true'))).toEqual([...all].reverse());
    const middle = String(all[30]);
    expect(ids(await list(`limit=3&desc=1&cursor=${middle}`))).toEqual([middle, all[29], all[28]]);
  });

  it('are a single one without a limit', async () => {
    const answer = await list('order_by=signed_up_at');
    expect([answer.items.length, cursorOf(answer)]).toEqual([60, null]);
    expect(ids(await list(`cursor=${String(answer.items[50]?.id)}`))).toHaveLength(10);
  });

  it('have no cursor after the last row', async () => {
    expect(cursorOf(await list('limit=60'))).toBeNull();
    expect(cursorOf(await list('limit=59'))).not.toBeNull();
  });

  it('are empty for an unknown or deleted cursor', async () => {
    expect((await list(`limit=5&cursor=${idOf(1)}`)).json).toEqual({ items: [], is_paginated: true, pagination: { next_cursor: null } });
    const cursor = String(cursorOf(await list('limit=5')));
    test.store.run('DELETE FROM users WHERE id = ?', [cursor]);
    expect(ids(await list(`limit=5&cursor=${cursor}`))).toEqual([]);
  });

  it('require a limit of at least one', async () => {
    for (const limit of ['0', '-1', '1.5', 'x']) expect((await list(`limit=${limit}`)).json.code).toBe('SCHEMA_ERROR');
    expect((await list('order_by=name')).json.error).toContain('query.order_by must be one of the following values: signed_up_at');
    expect((await list('cursor=x&nope=1')).json.error).toContain(
      'query.cursor must be a valid UUID\n  - query contains unknown properties: nope',
    );
  });

  it('filter by team; an unknown one is empty', async () => {
    const team = test.store.one<{ id: string; key: number }>('SELECT id, key FROM teams ORDER BY key LIMIT 1');
    const members = test.store.all<{ id: string }>(
      'SELECT u.id FROM memberships m JOIN users u ON u.key = m.user WHERE m.team = ? ORDER BY u.signed_up_at',
      [team?.key ?? 0],
    );
    expect(members.length).toBeGreaterThan(3);
    expect(ids(await list(`team_id=${team?.id}`))).toEqual(members.map(({ id }) => id));
    expect(ids(await list(`limit=2&team_id=${team?.id}`))).toEqual(members.slice(0, 2).map(({ id }) => id));
    expect(ids(await list(`team_id=${idOf(1)}`))).toEqual([]);
  });
});

describe('search', () => {
  beforeAll(async () => {
    test = await createTestSandbox();
    add(1, 'Éva Ünal', 'eva@one.example');
    add(2, 'ÉVANGÉLINE', 'line@two.example');
    add(3, "Seán O'Connor", 'sean.oconnor@three.example');
    add(4, '100% wool_mix', 'wool@four.example');
    add(5, '李明', 'ming.li@five.example');
    add(6, null, 'Upper.Case@SIX.example');
    add(7, 'Mining', undefined);
    add(8, '100 woolen mixtures, a woolxmix', 'wool-2@eight.example');
    add(9, 'back\\slash', undefined);
  });

  const find = async (query: string) =>
    (await list(`query=${encodeURIComponent(query)}`)).items.map(({ id }) => Number(String(id).slice(-12)));

  it.each<[string, string, number[]]>([
    ['names in any case, accents kept', 'éva', [1, 2]],
    ['addresses in any case', 'upper.case@six', [6]],
    ['the middle of a word', 'connor', [3]],
    ['apostrophes', "o'conn", [3]],
    ['one character', '李', [5]],
    ['two characters', 'ün', [1]],
    ['name or address', 'ming', [5]],
    ['name or address of different people', 'min', [5, 7]],
    ['% as any text', 'sean%three', [3]],
    ['_ as one character', 'wool_mix', [4, 8]],
    ['% after a number as any text', '100%wool', [4, 8]],
    ['\\% as itself', '100\\%', [4]],
    ['\\% as itself, between wildcards', '100\\%%mix', [4]],
    ['\\_ as itself', 'wool\\_mix', [4]],
    ['\\_ as itself between short runs', 'l\\_m', [4]],
    ['\\\\ as itself', 'back\\\\slash', [9]],
    ['\\ before a letter as nothing', 'b\\ack\\\\sl\\ash', [9]],
    ['\\ at the end as part of no name', 'wool\\', []],
    ['_ between short runs', 'e_a@', [1]],
    ['only wildcards between short runs', 'o_l', [4, 8]],
    ['nothing', 'evangéliste', []],
    ['accents are not dropped', 'evan', []],
    ['quotes and operators mean nothing', '"eva" OR line', []],
  ])('finds %s', async (_what, query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it('finds a complete ID', async () => {
    expect(await find(idOf(3))).toEqual([3]);
    expect(await find(idOf(3).slice(0, 20))).toEqual([]);
  });

  it('returns all users for an empty query', async () => {
    expect((await list('query=')).items).toHaveLength(19);
  });

  it('pages like the whole list', async () => {
    const first = await list('query=example&limit=4');
    const second = await list(`query=example&limit=4&cursor=${String(cursorOf(first))}`);
    const all = ids(await list('query=example'));
    expect([...ids(first), ...ids(second)]).toEqual(all.slice(0, 8));
  });

  it('follows changes and deletions', async () => {
    await test.call('server', 'PATCH', `/users/${idOf(7)}`, { display_name: 'Quarry', primary_email: 'stone@seven.example' });
    expect([await find('mining'), await find('quarry'), await find('stone@')]).toEqual([[], [7], [7]]);
    test.store.run('DELETE FROM users WHERE id = ?', [idOf(7)]);
    expect([await find('quarry'), await find('stone@')]).toEqual([[], []]);
  });

  it('returns the same with every plan', async () => {
    const crowded = await createTestSandbox({ users: 6000 });
    const query = '/users?limit=50&query=example';
    const scanned = await crowded.call('server', 'GET', query);
    expect(scanned.items).toHaveLength(50);
    const everybody = await crowded.call('server', 'GET', '/users?limit=80');
    const expected = everybody.items.filter(({ primary_email }) => primary_email !== null).slice(0, 50);
    expect(ids(scanned)).toEqual(expected.map(({ id }) => id));
  });
});

describe('a user', () => {
  beforeEach(async () => {
    test = await createTestSandbox();
    add(1, 'Somebody', 'one@people.example');
    add(2, 'No address');
  });

  const patch = (number: number, body: unknown) => test.call('server', 'PATCH', `/users/${idOf(number)}`, body);

  it('is read by ID, case-insensitively, and by "me"', async () => {
    expect((await test.call('server', 'GET', `/users/${idOf(1).toUpperCase()}`)).json.display_name).toBe('Somebody');
    const { access_token, user_id } = await test.signIn();
    expect((await test.call('server', 'GET', '/users/me', undefined, access_token)).json.id).toBe(user_id);
    expect((await test.call('server', 'GET', `/users/${idOf(9)}`)).json).toEqual({ code: 'USER_NOT_FOUND', error: 'User not found.' });
  });

  it('changes all its fields at once', async () => {
    const change = {
      display_name: 'Else',
      profile_image_url: 'https://images.example/a.png',
      client_metadata: { a: 1 },
      client_read_only_metadata: 'x',
      server_metadata: [true],
      primary_email: 'else@people.example',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      otp_auth_enabled: true,
    };
    const { json } = await patch(1, { ...change, password: 'short', totp_secret_base64: 'QUJD', is_anonymous: false });
    expect(json).toMatchObject({ ...change, has_password: true, requires_totp_mfa: true, is_anonymous: false });
  });

  it('loses its sessions with a new password, and can have none without an email', async () => {
    const { refresh_token, user_id } = await test.signIn();
    const { status } = await test.call('server', 'PATCH', `/users/${user_id}`, { password: 'another-password' });
    const headers = { ...test.headers('client'), 'x-stack-refresh-token': refresh_token };
    expect([status, (await test.raw('POST', '/auth/sessions/current/refresh', headers)).status]).toEqual([200, 401]);
    const hash = test.store.one<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = ?', [user_id])?.password_hash ?? '';
    expect(compareSync('another-password', hash)).toBe(true);
    expect((await patch(2, { password: 'another-password' })).status).toBe(500);
    expect((await test.call('server', 'PATCH', `/users/${user_id}`, { password: null })).json.has_password).toBe(false);
  });

  it('accepts a bcrypt hash instead of a password', async () => {
    const hash = `$2a$16$${'a'.repeat(53)}`;
    expect((await patch(1, { password_hash: hash })).json.has_password).toBe(true);
    for (const bad of ['x', `$2a$17$${'a'.repeat(53)}`, `$2x$10$${'a'.repeat(53)}`, `${hash}a`]) {
      expect((await patch(1, { password_hash: bad })).text).toBe(
        "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.",
      );
    }
    expect((await patch(1, { password: 'x', password_hash: hash })).text).toBe(
      'Cannot set both password and password_hash at the same time.',
    );
  });

  it('gets no first password if the project has turned passwords off, but can change one', async () => {
    test.configure({ credential_enabled: false });
    expect((await patch(1, { password: 'whatever' })).text).toBe('Password auth not enabled in the project');
    test.store.run("UPDATE users SET password_hash = 'x' WHERE id = ?", [idOf(1)]);
    expect((await patch(1, { password: 'whatever' })).status).toBe(200);
  });

  it('changes its email and keeps the verified flag unless the update sets it', async () => {
    const email = (change: object) => patch(1, change).then(({ json }) => json.primary_email_verified);
    expect(await email({ primary_email: 'kept@people.example' })).toBe(true);
    expect(await email({ primary_email: 'not@people.example', primary_email_verified: false })).toBe(false);
    expect(await email({ primary_email: 'still-not@people.example' })).toBe(false);
    expect(await email({ primary_email: 'again@people.example', primary_email_verified: true })).toBe(true);
    expect(await email({ primary_email: null })).toBe(false);
    expect(await email({ primary_email: 'new@people.example' })).toBe(false);
  });

  it('changes to another of its emails with that one’s verified flag', async () => {
    await test.call('server', 'POST', '/contact-channels', {
      user_id: idOf(1),
      type: 'email',
      value: 'second@people.example',
      used_for_auth: false,
      is_verified: true,
    });
    expect((await patch(1, { primary_email: 'second@people.example' })).json.primary_email_verified).toBe(true);
    expect((await test.call('server', 'GET', `/contact-channels?user_id=${idOf(1)}`)).items).toHaveLength(1);
  });

  it('changes its email and still signs in with it', async () => {
    expect((await patch(1, { primary_email: 'two@people.example' })).json).toMatchObject({
      primary_email: 'two@people.example',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    });
    expect((await patch(1, { primary_email_auth_enabled: false })).json.primary_email_auth_enabled).toBe(true);
    expect((await patch(1, { primary_email: null })).json).toMatchObject({ primary_email: null, primary_email_verified: false });
    expect((await patch(1, { primary_email: null })).status).toBe(500);
  });

  it('gets a first email that isn’t used for sign-in by default', async () => {
    expect((await patch(2, { primary_email: 'first@people.example' })).json.primary_email_auth_enabled).toBe(false);
    expect((await patch(2, { primary_email_auth_enabled: true })).json.primary_email_auth_enabled).toBe(true);
  });

  it('can share an email, but not for sign-in, which changes nothing', async () => {
    const refused = await patch(2, { display_name: 'Changed', primary_email: 'one@people.example', primary_email_auth_enabled: true });
    expect([refused.status, refused.json.code, refused.details]).toEqual([
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      { email: 'one@people.example' },
    ]);
    expect((await test.call('server', 'GET', `/users/${idOf(2)}`)).json.display_name).toBe('No address');
    expect((await patch(2, { primary_email: 'one@people.example' })).status).toBe(200);
  });

  it('can’t have flags without an email', async () => {
    expect((await patch(2, { primary_email_auth_enabled: true })).text).toBe(
      'primary_email_auth_enabled cannot be true without primary_email',
    );
    expect((await patch(2, { primary_email_verified: true })).text).toBe('primary_email_verified cannot be true without primary_email');
    expect((await patch(2, { primary_email_verified: false })).status).toBe(200);
  });

  it('can’t be made anonymous or given a passkey', async () => {
    expect((await patch(1, { is_anonymous: true })).json.error).toContain('body.is_anonymous must be one of the following values: false');
    expect((await patch(1, { passkey_auth_enabled: true })).status).toBe(400);
    expect((await patch(1, { profile_image_url: '' })).json.error).toContain('body.profile_image_url is not a valid URL');
  });
});
