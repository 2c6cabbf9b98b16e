/** Using links over real HTTP: nothing before the user decides, once, and without a code in any window. */
import { describe, expect, test } from 'vitest';
import { launchOpened } from '../support/main/launch-app';
import { placesOfSecrets } from '../support/main/sent-secrets';
import { mailedLink } from '../support/service/mailbox';
import { signedIn } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';

const mary = { email: 'mary@analytical.example', password: 'words that Mary typed' };
const unknownCode = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';

async function opened() {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile, { confirm: async () => true });
  const { api } = launched;
  return {
    ...launched,
    profile,
    accounts: async () => (await api.accounts.list({})).value,
    waiting: async () => (await api.links.list({})).value,
    nothingTold: async () => expect(await placesOfSecrets(launched, profile)).toEqual([]),
    /** Calls the service directly, like another program. */
    async post(path: string, body: object) {
      const [row] = (await api.connections.list({})).value;
      const header = 'x-stack-publishable-client-key';
      const key = launched.exchanges.map(({ request }) => request.headers[header]).find((one) => one !== undefined);
      const answer = await fetch(`${row?.baseUrl}/api/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-stack-project-id': row?.projectId ?? '',
          'x-stack-access-type': 'client',
          [header]: key ?? '',
        },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Record<string, string>;
    },
  };
}

const refused = (known: string) => ({ report: { code: 'known-error', known } });
const failed = (code: string) => ({ report: { code } });

test('verifies an email address once, when the user confirms', async () => {
  const scene = await opened();
  const { api, service, connectionId } = scene;
  const { accountId } = signedIn(await api.signIn.signUp({ connectionId, ...mary }));
  const verified = async () => (await service.users.me({ actor: 'account', connectionId, accountId })).primary_email_verified;
  const { link } = await mailedLink(scene, mary.email);
  scene.app.openLink(link);
  const [waiting] = await scene.waiting();
  expect(waiting).toMatchObject({ kind: 'email-verification', connectionId, fits: [connectionId], host: null });
  const id = waiting?.id ?? '';
  expect(await api.links.check({ id })).toEqual({ kind: 'email-verification' });
  expect(await verified()).toBe(false);
  expect(await api.links.accept({ id })).toEqual({ outcome: 'email-verified', connectionId });
  expect(await verified()).toBe(true);
  expect(await scene.waiting()).toEqual([]);
  await expect(api.links.accept({ id })).rejects.toMatchObject(failed('link-gone'));
  const again = await api.links.open({ text: link });
  await expect(api.links.accept(again)).rejects.toMatchObject(refused('VERIFICATION_CODE_ALREADY_USED'));
  expect(await scene.waiting()).toHaveLength(1);
  await api.links.dismiss(again);
  expect(await scene.waiting()).toEqual([]);
  await scene.nothingTold();
});

test('resets a password: an invalid one uses up no code, and every session of that user ends', async () => {
  const scene = await opened();
  const { api, connectionId } = scene;
  const { accountId } = signedIn(await api.signIn.signUp({ connectionId, ...mary }));
  expect(await api.signIn.forgotPassword({ connectionId, email: mary.email })).toMatchObject({ step: 'mail-sent', email: mary.email });
  const { code } = await mailedLink(scene, mary.email);
  // Only the code was copied.
  const link = await api.links.open({ text: code, connectionId });
  expect(await api.links.check(link)).toEqual({ kind: 'password-reset' });
  expect(await scene.waiting()).toMatchObject([{ kind: 'password-reset' }]);
  for (const password of [undefined, '', '1234567', 'x'.repeat(71), '🔒'.repeat(18)]) {
    const asked = password === undefined ? link : { ...link, password };
    await expect(api.links.accept(asked)).rejects.toMatchObject({ report: { code: 'bad-input', path: 'password' } });
  }
  const outcome = await api.links.accept({ ...link, password: 'other words altogether' });
  expect(outcome).toEqual({ outcome: 'password-reset', connectionId, endedAccounts: [accountId] });
  expect(await scene.accounts()).toMatchObject([
    { id: scene.accountId, state: 'signed-in' },
    { id: accountId, state: 'invalid' },
  ]);
  await expect(api.signIn.withPassword({ connectionId, ...mary })).rejects.toMatchObject(refused('EMAIL_PASSWORD_MISMATCH'));
  signedIn(await api.signIn.withPassword({ connectionId, email: mary.email, password: 'other words altogether' }));
  await scene.nothingTold();
});

describe('an invitation', () => {
  async function invited() {
    const scene = await opened();
    const { api, service, connectionId, asAccount } = scene;
    const { items } = await service.teams.list({ ...asAccount, query: { user_id: 'me' } });
    const team = items[0];
    if (team === undefined) throw new Error('Ada is in no team.');
    await service.teams.invite({
      actor: 'project',
      connectionId,
      body: { team_id: team.id, email: mary.email, callback_url: 'http://localhost:47810/handler/team-invitation' },
    });
    const { link } = await mailedLink(scene, mary.email);
    const { accountId } = signedIn(await api.signIn.signUp({ connectionId, ...mary }));
    const teams = async () => (await service.teams.list({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } })).items;
    return { ...scene, team, maryId: accountId, teams, link: await api.links.open({ text: link }) };
  }

  test('shows its team, and is accepted by the chosen account', async () => {
    const scene = await invited();
    const { api, connectionId, team, link, maryId } = scene;
    await api.accounts.use({ accountId: scene.accountId });
    expect(await api.links.check(link)).toEqual({ kind: 'team-invitation' });
    expect(await api.links.details({ ...link, accountId: maryId })).toEqual({ teamId: team.id, teamName: team.display_name });
    expect((await scene.teams()).map(({ id }) => id)).not.toContain(team.id);
    const outcome = await api.links.accept({ ...link, accountId: maryId });
    expect(outcome).toEqual({ outcome: 'team-joined', connectionId, accountId: maryId, teamId: team.id, teamName: team.display_name });
    expect((await scene.teams()).map(({ id }) => id)).toContain(team.id);
    await scene.nothingTold();
  });

  test('is not accepted without an account, or by an anonymous one', async () => {
    const scene = await invited();
    const { api, connectionId, link, maryId } = scene;
    await api.accounts.signOutAll({ connectionId });
    expect(await api.links.accept(link)).toEqual({ outcome: 'sign-in-needed', connectionId });
    expect(await api.links.accept({ ...link, orElse: 'null' })).toEqual({ outcome: 'sign-in-needed', connectionId });
    await expect(api.links.accept({ ...link, orElse: 'throw' })).rejects.toMatchObject(failed('signed-out'));
    await expect(api.links.accept({ ...link, accountId: maryId })).rejects.toMatchObject(failed('unknown-account'));
    const { accountId } = signedIn(await api.signIn.anonymous({ connectionId }));
    expect(await api.links.accept(link)).toEqual({ outcome: 'sign-in-needed', connectionId });
    await expect(api.links.accept({ ...link, accountId })).rejects.toMatchObject(failed('signed-out'));
    expect(await api.links.check(link)).toEqual({ kind: 'team-invitation' });
    signedIn(await api.signIn.withPassword({ connectionId, ...mary }));
    expect(await api.links.accept(link)).toMatchObject({ outcome: 'team-joined' });
  });
});

test('a waiting program gets the session of the chosen account, once', async () => {
  const scene = await opened();
  const { api, connectionId } = scene;
  const { accountId } = signedIn(await api.signIn.signUp({ connectionId, ...mary }));
  const login = await scene.post('/auth/cli', {});
  const text = `https://app.example/handler/cli-auth-confirm?login_code=${login.login_code}`;
  await expect(api.links.accept(await api.links.open({ text }))).rejects.toMatchObject({
    report: { code: 'bad-input', path: 'connectionId' },
  });
  const link = await api.links.open({ text, connectionId });
  expect(await scene.post('/auth/cli/poll', { polling_code: login.polling_code ?? '' })).toEqual({ status: 'waiting' });
  expect(await api.links.accept({ ...link, accountId })).toEqual({ outcome: 'login-approved', connectionId, accountId });
  expect(await scene.post('/auth/cli/poll', { polling_code: login.polling_code ?? '' })).toMatchObject({ status: 'success' });
  await expect(api.links.accept(await api.links.open({ text, connectionId }))).rejects.toMatchObject(failed('login-code-spent'));
  await scene.nothingTold();
});

test('links to screens contain the screen and the connection; signing out waits for a click', async () => {
  const scene = await opened();
  const { api, connectionId, accountId } = scene;
  const accept = async (route: string, decision: { orElse?: 'redirect' | 'null' } = {}) =>
    api.links.accept({ ...(await api.links.open({ text: `latchkey://handler/${route}` })), ...decision });
  const open = { outcome: 'open', connectionId, accountId: null, goTo: null };
  expect(await accept('sign-in?after_auth_return_to=/teams')).toEqual({ ...open, kind: 'sign-in', goTo: '/teams' });
  expect(await accept('sign-in?after_auth_return_to=https://evil.example/')).toEqual({ ...open, kind: 'sign-in' });
  expect(await accept('account-settings')).toEqual({ ...open, kind: 'account-settings', accountId });
  scene.app.openLink('latchkey://handler/sign-out');
  expect(await scene.accounts()).toHaveLength(1);
  expect(await api.links.accept({ id: (await scene.waiting())[0]?.id ?? '' })).toEqual({
    outcome: 'signed-out',
    connectionId,
    endedAtService: true,
  });
  expect(await scene.accounts()).toEqual([]);
  expect(await accept('account-settings')).toEqual({ outcome: 'sign-in-needed', connectionId });
  expect(await accept('account-settings', { orElse: 'null' })).toEqual({ ...open, kind: 'account-settings' });
});

test('a code that the project doesn’t know stays pending, so that another connection can be chosen', async () => {
  const { api, waiting, connectionId } = await opened();
  for (const as of ['magic-link', 'email-verification', 'password-reset', 'team-invitation', undefined] as const) {
    const link = await api.links.open({ text: unknownCode, connectionId, ...(as ? { as } : {}) });
    await expect(api.links.check(link)).rejects.toMatchObject(refused('VERIFICATION_CODE_NOT_FOUND'));
    expect(await waiting()).toHaveLength(1);
    await api.links.dismiss(link);
  }
  await expect(api.links.open({ text: 'javascript:alert(1)' })).rejects.toMatchObject(failed('link-unreadable'));
  await expect(api.links.open({ text: 'latchkey://handler/password-reset' })).rejects.toMatchObject(failed('link-incomplete'));
});
