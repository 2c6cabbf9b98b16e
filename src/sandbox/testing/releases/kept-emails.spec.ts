import { expect, test } from 'vitest';
import { releaseScene } from '../release-scene';
import { ada } from '../test-sandbox';

async function sceneOf(release: string) {
  const { call } = await releaseScene(release);
  const canSignIn = async (email: string) =>
    (await call('client', 'POST /auth/password/sign-in', { body: { ...ada, email } })).status === 200;
  const { json } = await call('client', 'POST /auth/password/sign-in', { body: ada });
  const id = String(json.user_id);
  const emails = async () => (await call('server', `GET /contact-channels?user_id=${id}`)).items;
  const save = (primary_email: string | null) => call('server', `PATCH /users/${id}`, { body: { primary_email } });
  return { canSignIn, emails, save };
}

test.each([
  ['2.8.58', null, []],
  ['2.8.58', 'new@x.example', [['new@x.example', true, true]]],
  ['2.8.59', null, [[ada.email, false, true]]],
  [
    '2.8.86',
    'new@x.example',
    [
      [ada.email, false, true],
      ['new@x.example', true, true],
    ],
  ],
])('on %s, %j as the primary email leaves these addresses', async (release, value, left) => {
  const { canSignIn, emails, save } = await sceneOf(release);
  expect((await save(value)).json).toMatchObject({ primary_email: value });
  expect((await emails()).map(({ value, is_primary, used_for_auth }) => [value, is_primary, used_for_auth])).toEqual(left);
  expect(await canSignIn(ada.email)).toBe(release !== '2.8.58');
});

test('an address with which another user signs in is refused on every release', async () => {
  for (const release of ['2.8.58', '2.8.59', '2.8.86']) {
    const { save } = await sceneOf(release);
    expect((await save('grace.hopper@analytical.example')).known).toBe('USER_EMAIL_ALREADY_EXISTS');
  }
});
