import { describe, expect, it } from 'vitest';
import { addition, contactChannelScene } from '../testing/contact-channel-scene';
import { ada, createTestSandbox, schemaErrorResponse } from '../testing/test-sandbox';

const unknownId = '11111111-2222-4333-8444-555555555555';
const scene = contactChannelScene();
const { client, server, add, mine, another } = scene;

describe('listing', () => {
  it("shows a client's own addresses, oldest first", async () => {
    scene.test.clock.advance(1);
    await add();
    expect(await mine()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: scene.me.user_id,
        type: 'email',
        value: ada.email,
        is_primary: true,
        is_verified: true,
        used_for_auth: true,
      },
      expect.objectContaining({ value: 'second@people.example' }),
    ]);
  });

  it('filters by ID', async () => {
    const { id } = await add();
    expect((await client('GET', `?user_id=me&contact_channel_id=${String(id).toUpperCase()}`)).items).toEqual([
      expect.objectContaining({ id }),
    ]);
    expect((await client('GET', `?user_id=me&contact_channel_id=${another().id}`)).items).toEqual([]);
    expect((await server('GET', `?contact_channel_id=${another().id}`)).items).toHaveLength(1);
  });

  it('rejects clients that list other users or all users', async () => {
    for (const query of [`?user_id=${another().user_id}`, '']) {
      const answer = await client('GET', query);
      expect([answer.status, answer.text]).toEqual([403, 'Client can only list contact channels for their own user.']);
    }
  });

  it('lists for servers those of a user, of an unknown user, and of the whole project', async () => {
    expect((await server('GET', `?user_id=${scene.me.user_id}`)).items).toHaveLength(1);
    expect((await server('GET', `?user_id=${unknownId}`)).json).toEqual({ items: [], is_paginated: false });
    const everybody = await server('GET', '');
    expect(everybody.json.is_paginated).toBe(false);
    expect(everybody.items).toHaveLength(9);
    expect((await scene.test.call('server', 'GET', '/contact-channels?user_id=me', undefined, scene.me.access_token)).items).toHaveLength(
      1,
    );
  });

  it('lists a large project completely, each address once, oldest first', async () => {
    const large = await createTestSandbox({ users: 2600 });
    large.store.run('UPDATE contact_channels SET created_at = key / 7');
    const order = 'SELECT c.id FROM contact_channels c WHERE c.project = ? ORDER BY c.created_at, c.key';
    const ids = large.store.all<{ id: string }>(order, [large.project.key]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(2000);
    const { items } = await large.call('server', 'GET', '/contact-channels');
    expect(items.map(({ id }) => id)).toEqual(ids);
  });

  it('rejects unknown parameters', async () => {
    const answer = await client('GET', '?user_id=you&verified=1');
    expect(answer.json).toEqual(
      schemaErrorResponse('GET', '/contact-channels', [
        'query.user_id must be a valid UUID',
        'query contains unknown properties: verified',
      ]),
    );
  });
});

describe('creating', () => {
  it('creates an unverified address that isn’t primary', async () => {
    const answer = await client('POST', '', addition());
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: scene.me.user_id,
      type: 'email',
      value: 'second@people.example',
      is_primary: false,
      is_verified: false,
      used_for_auth: false,
    });
  });

  it('replaces the primary address', async () => {
    await add({ is_primary: true });
    expect((await mine()).map(({ value, is_primary }) => [value, is_primary])).toEqual([
      [ada.email, false],
      ['second@people.example', true],
    ]);
    const user = await scene.test.call('client', 'GET', '/users/me', undefined, scene.me.access_token);
    expect(user.json).toMatchObject({ primary_email: 'second@people.example', primary_email_verified: false });
  });

  it('allows sign-in with an address used for auth, verified or not', async () => {
    await add({ used_for_auth: true });
    expect((await scene.test.signIn({ ...ada, email: 'second@people.example' })).user_id).toBe(scene.me.user_id);
  });

  it('rejects an address that the user has, then one used by another user to sign in', async () => {
    const again = await client('POST', '', addition({ value: ada.email, used_for_auth: true }));
    expect([again.status, again.text]).toEqual([400, 'Contact channel already exists']);
    const { value } = another();
    const taken = await client('POST', '', addition({ value, used_for_auth: true }));
    expect([taken.status, taken.json]).toEqual([
      409,
      {
        code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
        details: { type: 'email', contact_channel_value: value },
        error: `The email (${value}) is already used for authentication by another account.`,
      },
    ]);
    expect((await client('POST', '', addition({ value }))).status).toBe(201);
  });

  it('compares addresses case-sensitively', async () => {
    expect((await client('POST', '', addition({ value: ada.email.toUpperCase(), used_for_auth: true }))).status).toBe(201);
  });

  it('lets servers create verified ones for any user, and fails for an unknown user', async () => {
    const { user_id } = another();
    expect((await server('POST', '', addition({ user_id, is_verified: true }))).json).toMatchObject({ user_id, is_verified: true });
    expect((await server('POST', '', addition({ user_id: unknownId }))).status).toBe(500);
  });

  it.each([
    [{}, ['user_id', 'type', 'value', 'used_for_auth'].map((name) => `body.${name} must be defined`)],
    [addition({ value: 'second' }), ['body.value must be a valid email']],
    [addition({ type: 'phone' }), ['body.type must be one of the following values: email']],
    [addition({ used_for_auth: null }), ['body.used_for_auth cannot be null']],
    [addition({ is_primary: 'yes' }), ['body.is_primary must be a `boolean` type, but the final value was: `"yes"`.']],
    [addition({ is_verified: true }), ['body contains unknown properties: is_verified']],
  ])('rejects %j from clients', async (body, lines) => {
    expect((await client('POST', '', body)).json).toEqual(schemaErrorResponse('POST', '/contact-channels', lines));
    expect(await mine()).toHaveLength(1);
  });
});

describe('reading', () => {
  it('returns the channel', async () => {
    const added = await add();
    expect((await client('GET', `/me/${String(added.id)}`)).json).toEqual(added);
    expect((await server('GET', `/${scene.me.user_id.toUpperCase()}/${String(added.id)}`)).json).toEqual(added);
  });

  it('doesn’t find another user’s channel', async () => {
    const answer = await client('GET', `/me/${another().id}`);
    expect([answer.status, answer.text]).toEqual([404, 'Contact channel not found.']);
  });
});

describe('deleting', () => {
  it('leaves the user without a primary address if it was primary', async () => {
    const [first] = await mine();
    const gone = await client('DELETE', `/me/${String(first?.id)}`);
    expect([gone.status, gone.json]).toEqual([200, { success: true }]);
    expect((await scene.test.call('client', 'GET', '/users/me', undefined, scene.me.access_token)).json.primary_email).toBeNull();
    expect((await scene.test.call('client', 'POST', '/auth/password/sign-in', ada)).json.code).toBe('EMAIL_PASSWORD_MISMATCH');
    const again = await client('DELETE', `/me/${String(first?.id)}`);
    expect([again.status, again.text]).toEqual([400, 'Contact channel not found']);
  });

  it('works for servers', async () => {
    const { user_id, id } = another();
    expect((await server('DELETE', `/${user_id}/${id}`)).json).toEqual({ success: true });
    expect((await server('GET', `/${user_id}/${id}`)).status).toBe(404);
  });
});

describe('access to users', () => {
  const theirs = () => `/${another().user_id}/${another().id}`;
  const calls: readonly (readonly [verb: string, send: (token?: string) => ReturnType<typeof client>])[] = [
    ['create', (token) => scene.test.call('client', 'POST', '/contact-channels', addition({ user_id: another().user_id }), token)],
    ['read', (token) => scene.test.call('client', 'GET', `/contact-channels${theirs()}`, undefined, token)],
    ['update', (token) => scene.test.call('client', 'PATCH', `/contact-channels${theirs()}`, { is_primary: true }, token)],
    ['delete', (token) => scene.test.call('client', 'DELETE', `/contact-channels${theirs()}`, undefined, token)],
  ];

  it.each(calls)('lets clients %s only their own', async (verb, send) => {
    const answer = await send(scene.me.access_token);
    expect([answer.status, answer.text]).toEqual([403, `Client can only ${verb} contact channels for their own user.`]);
    expect((await send()).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await server('GET', theirs())).json).toMatchObject(another());
  });

  it('reports "me" without a user for any access', async () => {
    for (const access of ['client', 'server'] as const) {
      expect((await scene.test.call(access, 'GET', '/contact-channels?user_id=me')).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
      expect((await scene.test.call(access, 'POST', '/contact-channels', addition())).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
      expect((await scene.test.call(access, 'GET', `/contact-channels/me/${unknownId}`)).json.code).toBe(
        'CANNOT_GET_OWN_USER_WITHOUT_USER',
      );
    }
  });
});
