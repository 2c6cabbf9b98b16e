/** Steps that several examples share. */
import type { Scene } from './example-scene';
import { type Fields, newestEmail } from './test-sandbox';

export const origin = 'http://localhost:3000';
export const callback_url = `${origin}/handler`;
const name = 'Ada Lovelace';

export const teamOf = async (scene: Scene) => {
  await scene.person({ display_name: name });
  return scene.own('POST', '/teams', { display_name: 'Analytical Engines', creator_user_id: 'me' });
};
export const signUp = (scene: Scene, email = 'ada@example.com') =>
  scene.client('POST', '/auth/password/sign-up', { email, password: 'Passw0rd-for-test', verification_callback_url: callback_url });
export const signInByCode = async (scene: Scene, email = 'ada@example.com') => {
  await scene.client('POST', '/auth/otp/send-sign-in-code', { email, callback_url });
  const { code } = await newestEmail(scene.test, email);
  return scene.client('POST', '/auth/otp/sign-in', { code });
};
export const invite = async (scene: Scene) => {
  const { id } = await teamOf(scene);
  return { id, answer: await scene.own('POST', '/team-invitations/send-code', { team_id: id, email: 'grace@example.com', callback_url }) };
};
export const keySet = (scene: Scene) =>
  scene.admin('POST', '/internal/api-keys', {
    description: 'test api key',
    expires_at_millis: scene.soon,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  });
export const userKey = (scene: Scene, description: string, expires_at_millis: number | null) =>
  scene.own('POST', '/user-api-keys', { user_id: 'me', description, expires_at_millis });
export const creationOf = (scene: Scene) => scene.own('POST', '/auth/passkey/initiate-passkey-registration', {});

export async function channels(scene: Scene): Promise<Fields> {
  await scene.person({});
  return scene.own('GET', '/contact-channels?user_id=me');
}
