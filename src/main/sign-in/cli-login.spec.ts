import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock, settle, someDay } from '#tests/support/fake-clock.ts';
import { memoryViewState } from '#tests/support/main/memory-view-state.ts';
import { serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { accessToken, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { createProjectSites } from '../callback/project-sites';
import type { ProjectTrust } from '../callback/project-trust';
import { createBrowserFlows } from './browser-flows';
import { signInWithCli } from './cli-login';

const login = { polling_code: 'p'.repeat(45), login_code: 'l'.repeat(45), expires_at: '2026-11-20T12:10:00.000Z' };
const entry = { connectionId: 'c', windowId: 'w' };

function setUp(polls: readonly unknown[], trust: ProjectTrust | null = null, access = accessToken(someDay + 600_000, sampleUser.id)) {
  const left = [...polls];
  const clock = createFakeClock();
  const scene = signInScene(
    serviceOf({
      '/auth/cli': () => response(login),
      '/auth/cli/poll': () => {
        const next = left.shift() ?? { status: 'waiting' };
        if (next instanceof Error) throw next;
        return response(next);
      },
      '/auth/oauth/token': () => refreshed(access),
    }),
    { clock },
  );
  const opened: string[] = [];
  const copier = { copy: async () => undefined, close: async () => undefined };
  const browser = createBrowserFlows({
    goAddress: async (url) => url,
    flows: scene.signInDeps.flows,
    clock,
    copier,
    openUrl: async (url) => void opened.push(url),
  });
  const sites = createProjectSites({ viewState: memoryViewState(), handlerBaseOf: () => '/handler' });
  const begin = async (appUrl?: string) => {
    const step = await signInWithCli({ ...scene.signInDeps, browser, readTrustSettings: async () => trust, sites }, entry, appUrl);
    // Resolves when the first wait has started.
    await settle();
    return step;
  };
  return { ...scene, browser, begin, opened, sites, polled: () => scene.asked().filter((text) => text.includes('/cli/poll')).length };
}

const site = {
  allow_localhost: false,
  domains: [
    { domain: 'https://*.x', handler_path: '/' },
    { domain: 'https://app.example', handler_path: '/h/' },
  ],
};

describe('a session handed over by the project’s own site', () => {
  test('is requested every two seconds until it is available', async () => {
    const { begin, browser, clock, opened, polled, accounts } = setUp([
      { status: 'waiting' },
      { status: 'waiting' },
      { status: 'success', refresh_token: signedInAnswer.refresh_token },
    ]);
    const { flowId, purpose } = await begin('https://app.example/');
    expect([purpose, opened]).toEqual(['cli', [`https://app.example/handler/cli-auth-confirm?login_code=${login.login_code}`]]);
    const waiting = browser.wait(flowId, 'w');
    await clock.advance(1_999);
    expect(polled()).toBe(0);
    await clock.advance(4_001);
    expect(await waiting).toMatchObject({ step: 'signed-in', isNewUser: false });
    expect([polled(), accounts().map(({ userId }) => userId)]).toEqual([3, [sampleUser.id]]);
  });

  test('is requested further after polls without a response, and its first refresh is repeated', async () => {
    const { begin, browser, clock, polled, transport } = setUp([
      fail('connection-lost'),
      fail('timed-out'),
      fail('rate-limited'),
      { status: 'success', refresh_token: signedInAnswer.refresh_token },
    ]);
    const { flowId } = await begin('https://app.example');
    const waiting = browser.wait(flowId, 'w');
    const { answer } = transport;
    let isLost = true;
    transport.answer = (request, number) => {
      if (isLost && request.url.endsWith('/auth/oauth/token')) {
        isLost = false;
        throw fail('connection-lost');
      }
      return answer(request, number);
    };
    await clock.advance(10_000);
    expect(await waiting).toMatchObject({ step: 'signed-in' });
    expect(polled()).toBe(4);
  });

  test.each([
    [fail('tls-untrusted'), 'tls-untrusted'],
    [fail('service-error', { status: 500 }), 'service-error'],
  ])('is no longer requested after a failure that stays: %s', async (failure, code) => {
    const { begin, browser, clock, polled } = setUp([failure]);
    const { flowId } = await begin('https://app.example');
    const waiting = reportOf(browser.wait(flowId, 'w'));
    await clock.advance(10_000);
    expect(await waiting).toMatchObject({ code });
    expect(polled()).toBe(1);
  });

  test('is shared with that site, so that signing in again does not revoke it', async () => {
    const { begin, browser, clock, accounts, add, asked } = setUp([{ status: 'success', refresh_token: 'of-the-site' }]);
    const { flowId } = await begin('https://app.example/');
    const waiting = browser.wait(flowId, 'w');
    await clock.advance(2_000);
    await waiting;
    expect(accounts()).toMatchObject([{ isShared: true }]);
    await add();
    expect(accounts()).toMatchObject([{ isShared: false }]);
    expect(asked().filter((text) => text.startsWith('DELETE'))).toEqual([]);
  });

  test.each([
    ['expired', 'login-code-expired'],
    ['used', 'login-code-spent'],
  ])('that is %s fails with %s', async (status, code) => {
    const { begin, browser, clock } = setUp([{ status }]);
    const { flowId } = await begin('https://app.example');
    const waiting = reportOf(browser.wait(flowId, 'w'));
    await clock.advance(2_000);
    expect(await waiting).toEqual({ code });
  });

  test.each([['ada'], ['']])('is refused if its token names no user: %j', async (subject) => {
    const { begin, browser, clock, accounts } = setUp(
      [{ status: 'success', refresh_token: 'of-the-site' }],
      null,
      accessToken(someDay, subject),
    );
    const { flowId } = await begin('https://app.example');
    const waiting = reportOf(browser.wait(flowId, 'w'));
    await clock.advance(2_000);
    expect(await waiting).toEqual({ code: 'bad-token' });
    expect(accounts()).toEqual([]);
  });

  test('is no longer requested after the flow was canceled', async () => {
    const { begin, browser, clock, polled } = setUp([]);
    const { flowId } = await begin('https://app.example');
    await clock.advance(4_000);
    browser.cancel(flowId, 'w');
    await clock.advance(60_000);
    expect([polled(), clock.waiting]).toEqual([2, 0]);
  });

  test('saves the site that was named for it', async () => {
    const { begin, sites, server } = setUp([]);
    await begin(' https://app.example/ ');
    expect(await sites.read({ connectionId: 'c', destination: server.url })).toBe('https://app.example');
  });

  test('uses the first trusted site if none was named', async () => {
    const { begin, opened } = setUp([], site);
    await begin();
    expect(opened).toEqual([`https://app.example/h/cli-auth-confirm?login_code=${login.login_code}`]);
  });

  test.each([
    'app.example',
    'http://app.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'https://ada:pw@app.example',
    'latchkey://handler',
    '',
    'https://app.example\n.evil.example',
  ])('rejects a site such as %j', async (appUrl) => {
    const { begin, opened, asked } = setUp([], site);
    expect(await reportOf(begin(appUrl))).toEqual({ code: 'bad-input', path: 'appUrl' });
    expect([opened, asked()]).toEqual([[], []]);
  });

  test('requires a site', async () => {
    expect(await reportOf(setUp([]).begin())).toEqual({ code: 'bad-input', path: 'appUrl' });
  });
});
