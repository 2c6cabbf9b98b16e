import { describe, expect, it } from 'vitest';
import { contactChannelScene } from '../testing/contact-channel-scene';
import { ada, type Fields, schemaErrorResponse } from '../testing/test-sandbox';

const unknownId = '11111111-2222-4333-8444-555555555555';
const scene = contactChannelScene();
const { client, server, add, mine, another } = scene;

describe('updating', () => {
  const change = (id: unknown, body: Fields) => client('PATCH', `/me/${String(id)}`, body);

  it('changes only the sent fields', async () => {
    const added = await add();
    expect((await change(added.id, { used_for_auth: true })).json).toEqual({ ...added, used_for_auth: true });
    expect((await change(added.id, {})).json).toEqual({ ...added, used_for_auth: true });
  });

  it('promotes one and demotes the other; false leaves none', async () => {
    const { id } = await add();
    await change(id, { is_primary: true });
    expect((await mine()).map(({ is_primary }) => is_primary)).toEqual([false, true]);
    expect((await change(id, { is_primary: false })).json.is_primary).toBe(false);
    const user = await scene.test.call('client', 'GET', '/users/me', undefined, scene.me.access_token);
    expect(user.json).toMatchObject({ primary_email: null, primary_email_verified: false });
  });

  it('makes a changed address unverified unless a server says otherwise', async () => {
    const [first] = await mine();
    const path = `/${scene.me.user_id}/${String(first?.id)}`;
    const another = (value: string): Fields => ({ value, type: 'email' });
    expect((await change(first?.id, another('other@people.example'))).json).toMatchObject({ is_verified: false, used_for_auth: true });
    expect((await server('PATCH', path, { is_verified: true })).json).toMatchObject({ is_verified: true });
    expect((await server('PATCH', path, another('other@people.example'))).json).toMatchObject({ is_verified: true });
    expect((await server('PATCH', path, { ...another('third@people.example'), is_verified: true })).json).toMatchObject({
      value: 'third@people.example',
      is_verified: true,
    });
    expect((await scene.test.signIn({ ...ada, email: 'third@people.example' })).user_id).toBe(scene.me.user_id);
  });

  it('validates an address only together with its type, and otherwise stores any text and fails', async () => {
    const { id } = await add();
    const checked = await change(id, { value: 'nonsense', type: 'email' });
    expect(checked.json).toEqual(schemaErrorResponse('PATCH', `/contact-channels/me/${String(id)}`, ['body.value must be a valid email']));
    expect((await change(id, { value: 'nonsense' })).status).toBe(500);
    expect((await client('GET', `/me/${String(id)}`)).json).toMatchObject({ value: 'nonsense', is_verified: false });
    expect((await change(id, { value: 'sense@people.example' })).json).toMatchObject({ value: 'sense@people.example' });
  });

  it('rejects an address with which another user signs in, without repeating it', async () => {
    const { id } = await add({ value: another().value });
    const [first] = await mine();
    const refused = {
      code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      details: { type: 'email', contact_channel_value: null },
    };
    for (const answer of [
      await change(id, { used_for_auth: true }),
      await change(first?.id, { value: 'grace.hopper@analytical.example', type: 'email' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({ ...refused, error: 'This email is already used for authentication by another account.' });
    }
    expect((await mine()).map(({ value, used_for_auth }) => [value, used_for_auth])).toEqual([
      [ada.email, true],
      [another().value, false],
    ]);
  });

  it('rejects an address that the user already has', async () => {
    const { id } = await add();
    const answer = await change(id, { value: ada.email, type: 'email' });
    expect([answer.status, answer.text]).toEqual([400, 'Contact channel already exists']);
    expect((await change(id, { value: 'second@people.example', type: 'email' })).status).toBe(200);
  });

  it('reports an unknown channel', async () => {
    for (const id of [unknownId, another().id]) {
      const answer = await change(id, { is_primary: true });
      expect([answer.status, answer.text]).toEqual([400, 'Contact channel not found']);
    }
  });

  it.each([
    [{ is_verified: true }, ['body contains unknown properties: is_verified']],
    [{ value: null }, ['body.value cannot be null']],
    [{ type: 'phone' }, ['body.type must be one of the following values: email']],
    [{ is_primary: 2 }, ['body.is_primary must be a `boolean` type, but the final value was: `2`.']],
  ])('rejects %j from clients', async (body, lines) => {
    expect((await change(unknownId, body)).json).toEqual(schemaErrorResponse('PATCH', `/contact-channels/me/${unknownId}`, lines));
  });
});
