/** Signing in by way of a browser: the app, its handler server and the sandbox over real HTTP, the browser played by fetch. */
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/main/secrets/memory-store';
import { type LaunchOptions, launchOpened } from '../support/launch-app';
import { createPersonBrowser } from '../support/person-browser';
import { signedIn, stepOf } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';
import { createLockableStore, reportOf } from '../support/test-ports';

async function setUp(options: LaunchOptions = {}) {
  const opened: string[] = [];
  const focused: string[] = [];
  const profile = await temporaryFolder();
  const own: LaunchOptions = {
    openUrl: async (url) => void opened.push(url),
    focusWindow: () => void focused.push('focused'),
    ...options,
  };
  const launched = await launchOpened(profile, own);
  return { ...launched, profile, own, opened, focused, last: () => opened.at(-1) ?? '' };
}

describe('a sign-in through a provider', () => {
  test.each(['github', 'apple'])('with %s goes on in the window that began it', async (provider) => {
    const { api, connectionId, last, focused } = await setUp();
    const step = stepOf('browser', await api.signIn.withProvider({ connectionId, provider }));
    expect(step).toMatchObject({ purpose: 'provider', provider, trust: 'trusted' });
    const waiting = api.signIn.wait({ flowId: step.flowId });
    const page = await createPersonBrowser().allow(last(), 'stranger@elsewhere.example');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Back to Latchkey');
    const { accountId, isNewUser } = signedIn(await waiting);
    expect(isNewUser).toBe(true);
    const { value } = await api.accounts.list({});
    expect(value.find(({ id }) => id === accountId)).toMatchObject({ primaryEmail: 'stranger@elsewhere.example', current: true });
    expect(focused).toHaveLength(1);
    expect(await reportOf(api.signIn.wait({ flowId: step.flowId }))).toMatchObject({ code: 'flow-over' });
  });

  test('that the person refuses fails with the service’s code', async () => {
    const { api, connectionId, last } = await setUp();
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const waiting = reportOf(api.signIn.wait({ flowId }));
    const page = await createPersonBrowser().allow(last(), 'stranger@elsewhere.example', 'deny');
    expect(page.text).toContain('Latchkey says why');
    expect(await waiting).toMatchObject({ code: 'known-error', known: 'OAUTH_PROVIDER_ACCESS_DENIED' });
  });

  test('is used once: a second callback is ignored, with a notice, and brings no window up', async () => {
    const { api, connectionId, last, focused } = await setUp();
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const browser = createPersonBrowser();
    const [page] = await Promise.all([browser.allow(last(), 'a@elsewhere.example'), api.signIn.wait({ flowId })]);
    const again = await browser.open(page.url);
    expect([again.status, again.text.includes('does not know this sign-in')]).toEqual([400, true]);
    expect((await api.app.notices({})).value).toContainEqual(expect.objectContaining({ kind: 'callback-ignored' }));
    expect(focused).toHaveLength(1);
  });

  test('that was cancelled is not finished by the browser', async () => {
    const { api, connectionId, last } = await setUp();
    const before = (await api.accounts.list({})).value.length;
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const waiting = reportOf(api.signIn.wait({ flowId }));
    await api.signIn.cancel({ flowId });
    expect(await waiting).toEqual({ code: 'flow-over' });
    const page = await createPersonBrowser().allow(last(), 'a@elsewhere.example');
    expect(page.status).toBe(400);
    expect((await api.accounts.list({})).value).toHaveLength(before);
    expect((await api.links.list({})).value).toEqual([]);
  });

  test('that was begun before a restart waits as a link, and is finished by one', async () => {
    const secrets = createLockableStore();
    const first = await setUp({ secrets });
    await first.api.signIn.withProvider({ connectionId: first.connectionId, provider: 'github' });
    let back = '';
    // The sandbox has another port after the restart: the way through it is finished before.
    const browser = createPersonBrowser((address) => {
      const isBack = new URL(address).pathname.endsWith('/handler/oauth-callback');
      if (isBack) back = address;
      return isBack;
    });
    await browser.allow(first.last(), 'later@elsewhere.example');
    await first.close();

    const { api, connectionId, pushed, focused } = await (async () => {
      const launched = await launchOpened(first.profile, { ...first.own, secrets });
      return { ...launched, focused: first.focused };
    })();
    const page = await createPersonBrowser().open(back);
    expect(page.text).toContain('Back to Latchkey');
    expect(focused).toHaveLength(1);
    const [link] = await pushed('links.changed', (links) => links.length === 1);
    expect(link).toMatchObject({ kind: 'oauth-callback', connectionId });
    const outcome = await api.links.accept({ id: link?.id ?? '' });
    expect(outcome).toMatchObject({ outcome: 'step', step: { step: 'signed-in' } });
    const again = await createPersonBrowser().open(back);
    expect(again.status).toBe(400);
  });

  test('is refused before a browser opens where the project leads nobody back', async () => {
    const { api, service, asProject, connectionId, opened } = await setUp();
    await service.projects.update({ ...asProject, body: { config: { allow_localhost: false } } });
    expect(await reportOf(api.signIn.withProvider({ connectionId, provider: 'github' }))).toEqual({ code: 'return-not-trusted' });
    expect(opened).toEqual([]);
  });

  test('ends at once where no browser opens', async () => {
    const { api, connectionId } = await setUp({
      secrets: createMemoryStore(),
      openUrl: async () => {
        throw new Error('no browser');
      },
    });
    expect(await reportOf(api.signIn.withProvider({ connectionId, provider: 'github' }))).toEqual({ code: 'internal' });
  });
});

describe('connecting a provider', () => {
  test('keeps the account and its session, and ends the session that linking makes', async () => {
    const { api, service, connectionId, accountId, asAccount, last } = await setUp();
    const before = (await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } })).items.length;
    const { flowId } = stepOf('browser', await api.signIn.linkOAuth({ accountId, provider: 'gitlab', scope: 'read_api' }));
    const [, step] = await Promise.all([createPersonBrowser().allow(last(), 'ada@gitlab.example'), api.signIn.wait({ flowId })]);
    expect(signedIn(step)).toMatchObject({ accountId, isNewUser: false });
    const user = await service.users.me(asAccount);
    expect(user.oauth_providers.map(({ id }) => id)).toContain('gitlab');
    expect((await service.auth.sessions({ ...asAccount, query: { user_id: 'me' } })).items).toHaveLength(before);
    expect((await api.accounts.list({})).value.filter((account) => account.connectionId === connectionId)).toHaveLength(1);
  });
});
