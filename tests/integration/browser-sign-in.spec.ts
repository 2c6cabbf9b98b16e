/** Sign-in through a browser: the app, its callback server and the sandbox over real HTTP, with a browser simulated by requests. */
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { eventually } from '../support/eventually';
import { browserScene } from '../support/main/browser-scene';
import { launchOpened } from '../support/main/launch-app';
import { ownKeyring } from '../support/main/own-keyring';
import { openedRelease } from '../support/main/release-app';
import { createLockableStore, reportOf } from '../support/main/test-ports';
import { tokenReleases } from '../support/samples/access-token';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

/** Whether a URL is the callback, which the test opens itself. */
const isBack = (address: string) => new URL(address).pathname.endsWith('/oauth-callback');

describe.each(tokenReleases)('with tokens of %s', (release) => {
  test.each(['github', 'apple'])('a sign-in through %s continues in the window that started it', async (provider) => {
    const focused: string[] = [];
    const { api, connectionId, last } = await openedRelease(release, { focusWindow: () => void focused.push('focused') });
    const step = stepOf('browser', await api.signIn.withProvider({ connectionId, provider }));
    expect(step).toMatchObject({ purpose: 'provider', provider, trust: 'trusted' });
    const waiting = api.signIn.wait({ flowId: step.flowId });
    const page = await createSystemBrowser().allow(last(), 'stranger@elsewhere.example');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Return to Latchkey');
    const { accountId, isNewUser } = signedIn(await waiting);
    expect(isNewUser).toBe(true);
    const { value } = await api.accounts.list({});
    expect(value.find(({ id }) => id === accountId)).toMatchObject({ primaryEmail: 'stranger@elsewhere.example', current: true });
    expect(focused).toHaveLength(1);
    expect(await reportOf(api.signIn.wait({ flowId: step.flowId }))).toMatchObject({ code: 'flow-over' });
  });

  test('connecting a provider keeps the account and its session, and revokes the session that connecting creates', async () => {
    const { api, service, connectionId, accountId, asAccount, last } = await openedRelease(release);
    const before = (await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } })).items.length;
    const { flowId } = stepOf('browser', await api.signIn.linkOAuth({ accountId, provider: 'gitlab', scope: 'read_api' }));
    const [, step] = await Promise.all([createSystemBrowser().allow(last(), 'ada@gitlab.example'), api.signIn.wait({ flowId })]);
    expect(signedIn(step)).toMatchObject({ accountId, isNewUser: false });
    const user = await service.users.me(asAccount);
    expect(user.oauth_providers.map(({ id }) => id)).toContain('gitlab');
    expect((await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } })).items).toHaveLength(before);
    expect((await api.accounts.list({})).value.filter((account) => account.connectionId === connectionId)).toHaveLength(1);
  });
});

describe('a sign-in through a provider', () => {
  test('returns the link’s target outside the app to the window that waits, and to one after a restart', async () => {
    const goTo = 'https://app.example/handler/welcome';
    const first = await browserScene({ secrets: createLockableStore() });
    const { api, service, asProject, connectionId, last } = first;
    const domains = [{ domain: 'https://app.example', handler_path: '/handler' }];
    await service.projects.update({ ...asProject, body: { config: { domains } } });
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github', goTo }));
    expect(new URL(last()).searchParams.get('after_callback_redirect_url')).toBe(goTo);
    const [step] = await Promise.all([api.signIn.wait({ flowId }), createSystemBrowser().allow(last(), 'stranger@elsewhere.example')]);
    expect(signedIn(step)).toMatchObject({ goTo });

    await api.signIn.withProvider({ connectionId, provider: 'github', goTo });
    const { url: back } = await createSystemBrowser(isBack).allow(last(), 'later@elsewhere.example');
    await first.close();
    const later = await launchOpened(first.profile, first.own);
    // A start doesn't wait for the port.
    await eventually(() => createSystemBrowser().open(back));
    const [link] = await later.pushed('links.list', (links) => links.length === 1);
    expect(await later.api.links.accept({ id: link?.id ?? '' })).toMatchObject({ outcome: 'step', step: { step: 'signed-in', goTo } });
  });

  test('that the user denies fails with the service’s code, which earlier releases send to the error URL', async () => {
    const { api, connectionId, last } = await openedRelease('2.8.4');
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const waiting = reportOf(api.signIn.wait({ flowId }));
    const page = await createSystemBrowser().allow(last(), 'stranger@elsewhere.example', 'deny');
    expect(page.text).toContain('See Latchkey for details');
    expect(await waiting).toMatchObject({ code: 'known-error', known: 'OAUTH_PROVIDER_ACCESS_DENIED' });
  });

  test('that the service ends with an error at the redirect URL fails with the service’s code', async () => {
    const { api, connectionId, last, focused } = await browserScene();
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const waiting = reportOf(api.signIn.wait({ flowId }));
    const page = await createSystemBrowser().allow(last(), 'stranger@elsewhere.example', 'deny');
    expect([page.status, page.text.includes('See Latchkey for details')]).toEqual([200, true]);
    expect(await waiting).toMatchObject({ code: 'known-error', known: 'OAUTH_PROVIDER_ACCESS_DENIED' });
    expect(focused).toHaveLength(1);
    const again = await createSystemBrowser().open(page.url);
    expect([again.status, again.text.includes('Unknown sign-in')]).toEqual([400, true]);
  });

  test('is used once: a second callback is ignored with a notice, and focuses no window', async () => {
    const { api, connectionId, last, focused } = await browserScene();
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const browser = createSystemBrowser();
    const [page] = await Promise.all([browser.allow(last(), 'a@elsewhere.example'), api.signIn.wait({ flowId })]);
    const again = await browser.open(page.url);
    expect([again.status, again.text.includes('Unknown sign-in')]).toEqual([400, true]);
    expect((await api.app.notices({})).value).toContainEqual(expect.objectContaining({ kind: 'callback-ignored' }));
    expect(focused).toHaveLength(1);
  });

  test('that was cancelled is not finished by the browser', async () => {
    const { api, connectionId, last } = await browserScene();
    const before = (await api.accounts.list({})).value.length;
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const waiting = reportOf(api.signIn.wait({ flowId }));
    await api.signIn.cancel({ flowId });
    expect(await waiting).toEqual({ code: 'flow-over' });
    const page = await createSystemBrowser().allow(last(), 'a@elsewhere.example');
    expect(page.status).toBe(400);
    expect((await api.accounts.list({})).value).toHaveLength(before);
    expect((await api.links.list({})).value).toEqual([]);
  });

  test.each(['a store', 'a real keyring'])(
    'that was started before a restart waits as a link, and is completed by it: in %s',
    async (kind) => {
      const first = await browserScene(kind === 'a store' ? { secrets: createLockableStore() } : { keyring: await ownKeyring() });
      await first.api.signIn.withProvider({ connectionId: first.connectionId, provider: 'github' });
      const { url: back } = await createSystemBrowser(isBack).allow(first.last(), 'later@elsewhere.example');
      await first.close();

      const { api, connectionId, pushed } = await launchOpened(first.profile, first.own);
      const page = await eventually(() => createSystemBrowser().open(back));
      expect(page.text).toContain('Return to Latchkey');
      expect(first.focused).toHaveLength(1);
      const [link] = await pushed('links.list', (links) => links.length === 1);
      expect(link).toMatchObject({ kind: 'oauth-callback', connectionId });
      const outcome = await api.links.accept({ id: link?.id ?? '' });
      expect(outcome).toMatchObject({ outcome: 'step', step: { step: 'signed-in' } });
      expect((await createSystemBrowser().open(back)).status).toBe(400);
    },
  );

  test('is rejected before a browser opens when the project doesn’t trust the callback', async () => {
    const { api, service, asProject, connectionId, opened } = await browserScene();
    await service.projects.update({ ...asProject, body: { config: { allow_localhost: false } } });
    expect(await reportOf(api.signIn.withProvider({ connectionId, provider: 'github' }))).toEqual({ code: 'return-not-trusted' });
    expect(opened).toEqual([]);
  });

  test('reports immediately when no browser opens', async () => {
    const { api, connectionId } = await browserScene({
      secrets: createMemoryStore(),
      openUrl: async () => {
        throw new Error('no browser');
      },
    });
    expect(await reportOf(api.signIn.withProvider({ connectionId, provider: 'github' }))).toEqual({ code: 'internal' });
  });
});

describe('other requests while a sign-in waits', () => {
  test('guesses, other states, other sites and replays start nothing, and the sign-in continues', async () => {
    const { api, connectionId, last, focused, accountId } = await browserScene();
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const authorize = new URL(last());
    const redirect = new URL(authorize.searchParams.get('redirect_uri') ?? '');
    const state = authorize.searchParams.get('state') ?? '';
    const answer = (own: string, code = 'c'.repeat(64)) => `${redirect.href}&code=${code}&state=${own}`;
    const failure = `${redirect.origin}${redirect.pathname}?connection=${connectionId}&error=server_error&errorCode=OUTER_OAUTH_TIMEOUT`;
    const guesses = [
      'x'.repeat(43),
      state.toLowerCase().slice(0, 42).concat('_'),
      '',
      'undefined',
      state.slice(1),
      `${state}&state=${state}`,
    ];
    const browser = createSystemBrowser();
    for (const guess of guesses) expect((await browser.open(answer(guess))).status).toBeGreaterThanOrEqual(400);
    for (const flow of ['', `&flow=${'x'.repeat(43)}`]) expect((await browser.open(failure + flow)).status).toBe(400);
    const plain = await fetch(answer(state));
    expect([plain.status, await plain.text()]).toEqual([403, '']);
    expect([focused, (await api.links.list({})).value, (await api.accounts.list({})).value.map(({ id }) => id)]).toEqual([
      [],
      [],
      [accountId],
    ]);
    const [, step] = await Promise.all([browser.allow(last(), 'a@elsewhere.example'), api.signIn.wait({ flowId })]);
    expect(signedIn(step).isNewUser).toBe(true);
  });

  test('a link waits, and does nothing until the user decides', async () => {
    const { api, connectionId, last, pushed } = await browserScene();
    await api.signIn.withProvider({ connectionId, provider: 'github' });
    const { origin } = new URL(new URL(last()).searchParams.get('redirect_uri') ?? '');
    const before = (await api.accounts.list({})).value;
    const page = await createSystemBrowser().open(`${origin}/handler/sign-out`);
    expect(page.text).toContain('Review the link there');
    await pushed('links.list', (links) => links.some(({ kind }) => kind === 'sign-out'));
    expect((await api.accounts.list({})).value).toEqual(before);
  });
});
