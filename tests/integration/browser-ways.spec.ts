/**
 * Other sign-in methods in a browser: two-factor authentication, passkeys, sites that hand a session over, emails, and the owner's
 * projects.
 */
import { TOTP } from 'otpauth';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createSoftwareAuthenticator } from '#sandbox/testing/software-authenticator.ts';
import { browserScene } from '../support/main/browser-scene';
import { openedRelease } from '../support/main/release-app';
import { placesOfSecrets } from '../support/main/sent-secrets';
import { errorOf, reportOf } from '../support/main/test-ports';
import { tokenReleases } from '../support/samples/access-token';
import { mailedLink, sandboxNow } from '../support/service/mailbox';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

type Scene = Awaited<ReturnType<typeof browserScene>>;

async function throughGithub({ api, connectionId, last }: Scene, email: string) {
  const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
  return (await Promise.all([api.signIn.wait({ flowId }), createSystemBrowser().allow(last(), email)]))[0];
}

test('a provider’s sign-in continues with two-factor authentication in the same window, without exposing secrets', async () => {
  const scene = await browserScene();
  const { api, service, connectionId, profile } = scene;
  const { accountId } = signedIn(await throughGithub(scene, 'a@elsewhere.example'));
  const secret = Buffer.alloc(20, 7);
  const body = { totp_secret_base64: secret.toString('base64') };
  await service.users.updateMe({ actor: 'account', connectionId, accountId, body });
  const { flowId } = stepOf('totp', await throughGithub(scene, 'a@elsewhere.example'));
  const { Secret } = await import('otpauth');
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).generate({ timestamp: await sandboxNow(scene) });
  expect(signedIn(await api.signIn.submitTotp({ flowId, totp })).isNewUser).toBe(false);
  await scene.close();
  expect(await placesOfSecrets(scene, profile)).toEqual([]);
  const query = new URL(scene.last()).searchParams;
  for (const name of ['state', 'client_secret']) {
    expect(scene.sentToWindows.filter((text) => text.includes(query.get(name) ?? 'missing'))).toEqual([]);
  }
});

describe('a passkey', () => {
  /** Reads the page like its script, and posts the authenticator's response. */
  async function onPage(
    address: string,
    make: (asked: { challenge: string; origin: string }, options: { user?: { id: string } }) => unknown,
  ) {
    const page = await createSystemBrowser().open(address);
    const data = /data-request="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
    const { options } = JSON.parse(data) as { options: { challenge: string; user?: { id: string } } };
    const { origin } = new URL(address);
    const body = JSON.stringify(make({ challenge: options.challenge, origin }, options));
    const headers = { origin, 'content-type': 'application/json' };
    return (await request(address, { method: 'POST', headers, body })).statusCode;
  }

  async function withPasskeys() {
    const scene = await browserScene();
    await scene.service.projects.update({ ...scene.asProject, body: { config: { passkey_enabled: true } } });
    return scene;
  }

  test('is created on a page of this machine, and signs in there', async () => {
    const { api, service, asAccount, accountId, connectionId, last, sentToWindows } = await withPasskeys();
    const authenticator = createSoftwareAuthenticator();
    const made = stepOf('browser', await api.signIn.registerPasskey({ accountId, replace: false }));
    expect(made).toMatchObject({ purpose: 'passkey-registration', trust: 'trusted' });
    let userHandle = '';
    const status = await onPage(last(), (asked, { user }) => {
      userHandle = user?.id ?? '';
      return authenticator.create(asked);
    });
    expect([status, await api.signIn.wait({ flowId: made.flowId })]).toEqual([204, { step: 'passkey-registered', accountId }]);
    expect((await service.users.me(asAccount)).passkey_auth_enabled).toBe(true);
    expect(await reportOf(api.signIn.registerPasskey({ accountId, replace: false }))).toEqual({ code: 'passkey-exists' });

    const used = stepOf('browser', await api.signIn.withPasskey({ connectionId }));
    expect(await onPage(last(), (asked) => authenticator.get({ ...asked, userHandle }))).toBe(204);
    expect(signedIn(await api.signIn.wait({ flowId: used.flowId })).isNewUser).toBe(false);
    expect(sentToWindows.filter((text) => text.includes(userHandle) || text.includes(authenticator.credentialId))).toEqual([]);
  });

  test('of another user fails with the service’s error, and the page is used up', async () => {
    const { api, connectionId, last } = await withPasskeys();
    const { flowId } = stepOf('browser', await api.signIn.withPasskey({ connectionId }));
    expect(await onPage(last(), (asked) => createSoftwareAuthenticator().get(asked))).toBe(204);
    expect(await reportOf(api.signIn.wait({ flowId }))).toMatchObject({ known: 'PASSKEY_AUTHENTICATION_FAILED' });
    expect((await createSystemBrowser().open(last())).status).toBe(404);
  });

  test('waits for its page until it is canceled', async () => {
    const { api, connectionId, last } = await withPasskeys();
    const { flowId } = stepOf('browser', await api.signIn.withPasskey({ connectionId }));
    await api.signIn.cancel({ flowId });
    expect((await createSystemBrowser().open(last())).status).toBe(404);
  });

  test('is not created on a production or a read-only connection', async () => {
    const { api, service, asProject, accountId, connectionId, opened } = await withPasskeys();
    const domains = [{ domain: 'https://app.example', handler_path: '/auth/' }];
    await service.projects.update({ ...asProject, body: { config: { domains } } });
    const refused = async (change: object) => {
      await api.connections.edit({ id: connectionId, change });
      return reportOf(api.signIn.registerPasskey({ accountId, replace: true }));
    };
    expect(await refused({ environment: 'production', safety: 'normal' })).toEqual({ code: 'passkey-on-own-site' });
    await api.signIn.openAccountPage({ connectionId });
    expect(await refused({ environment: 'development', safety: 'read-only' })).toEqual({ code: 'read-only-connection' });
    expect(opened).toEqual(['https://app.example/auth/account-settings']);
  });
});

test.each(tokenReleases)(
  'without localhost, the project’s own site hands the session over, simulated by the app itself, on %s',
  async (release) => {
    const scene = await openedRelease(release, { confirm: async () => true });
    const { api, service, asProject, connectionId, accountId, last, pushed } = scene;
    await api.signIn.withProvider({ connectionId, provider: 'github' });
    const { origin } = new URL(new URL(last()).searchParams.get('redirect_uri') ?? '');
    await service.projects.update({ ...asProject, body: { config: { allow_localhost: false, domains: [] } } });
    expect(await reportOf(api.signIn.openAccountPage({ connectionId }))).toEqual({ code: 'site-unknown' });
    expect(await reportOf(api.signIn.withCli({ connectionId }))).toEqual({ code: 'bad-input', path: 'appUrl' });
    const { flowId } = stepOf('browser', await api.signIn.withCli({ connectionId, appUrl: origin }));
    await createSystemBrowser().open(last());
    const [link] = await pushed('links.list', (links) => links.some(({ kind }) => kind === 'cli-auth-confirm'));
    const waiting = api.signIn.wait({ flowId });
    expect(await api.links.accept({ id: link?.id ?? '', connectionId, accountId })).toMatchObject({ outcome: 'login-approved' });
    expect(signedIn(await waiting).isNewUser).toBe(false);
    expect((await api.accounts.list({})).value.filter((account) => account.connectionId === connectionId)).toHaveLength(1);
  },
);

test('an email’s link points to this machine, or to the chosen site', async () => {
  const scene = await browserScene();
  const { api, service, asProject, connectionId, pushed } = scene;
  const email = 'mary@analytical.example';
  await api.signIn.sendCode({ connectionId, email });
  const { link } = await mailedLink(scene, email);
  expect((await createSystemBrowser().open(link)).text).toContain('Review the link there');
  const [waiting] = await pushed('links.list', (links) => links.length === 1);
  expect(waiting).toMatchObject({ kind: 'magic-link', connectionId });

  const domains = [{ domain: 'https://app.example', handler_path: '/auth' }];
  await service.projects.update({ ...asProject, body: { config: { domains } } });
  const purpose = 'magic-link-callback';
  const { chosen, candidates } = await api.callbacks.choices({ connectionId, purpose });
  expect([chosen, candidates.map(({ place, trust }) => [place, trust])]).toEqual([
    'loopback',
    [
      ['loopback', 'trusted'],
      ['https://app.example/auth', 'trusted'],
    ],
  ]);
  await api.callbacks.choose({ connectionId, purpose, place: 'https://app.example/auth' });
  await api.signIn.sendCode({ connectionId, email });
  expect((await mailedLink(scene, email)).link).toMatch(/^https:\/\/app\.example\/auth\/magic-link-callback\?code=\w{45}$/);
});

test('the owner of projects lists them, creates one, and opens one with their session', async () => {
  const { api, service, connectionId: demo } = await browserScene();
  const { connectionId, accountId } = await api.sandbox.openInternal({});
  expect([connectionId, accountId === null]).toEqual(['sandbox-internal', false]);
  const actor = { actor: 'account', connectionId, accountId: accountId ?? '' } as const;
  const [team] = (await service.teams.list({ ...actor, query: { user_id: 'me' } })).items;
  const made = await service.projects.create({ ...actor, body: { display_name: 'Another engine', owner_team_id: team?.id ?? '' } });
  const { items } = await service.projects.list(actor);
  expect(items.map(({ display_name }) => display_name)).toEqual(expect.arrayContaining(['Analytical Engines', 'Another engine']));
  const owned = await api.connections.openOwned({
    internalConnectionId: connectionId,
    accountId: accountId ?? '',
    projectId: made.id,
    name: 'Another engine',
  });
  expect((await service.projects.read({ actor: 'project', connectionId: owned.id })).display_name).toBe('Another engine');
  await api.connections.remove({ id: demo });
  expect((await service.projects.list(actor)).items.length).toBe(items.length);
  await api.accounts.signOut({ accountId: accountId ?? '' });
  await errorOf(service.projects.read({ actor: 'project', connectionId: owned.id }));
});
