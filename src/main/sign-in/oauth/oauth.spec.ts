import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { serviceOf, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { accessToken, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { ParsedLink } from '../../callback/parse-link';
import type { ProjectTrust } from '../../callback/project-trust';
import { createTrustedRedirect } from '../../callback/project-trust';
import { createPendingWrites } from '../../runtime/pending';
import { memoryFile } from '../../storage/json-file';
import { createBrowserFlows } from '../browser-flows';
import { createOAuth } from './oauth';
import { createOAuthStates } from './oauth-states';

const entry = { connectionId: 'c', windowId: 'w' };
const trust = { allow_localhost: true, domains: [{ domain: 'https://app.example', handler_path: '/handler' }] };

/** `afterCallback` is the redirect target that the token endpoint returns. */
function setUp(afterCallback: unknown, wantsSecondFactor = false, trusted: ProjectTrust | null = trust) {
  const exchanged = {
    access_token: accessToken(someDay + 600_000, sampleUser.id),
    refresh_token: 'refresh-1',
    token_type: 'Bearer',
    expires_in: 3_599,
    after_callback_redirect_url: afterCallback,
  };
  const details = { attempt_code: 'a'.repeat(45) };
  const second = response({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', error: 'Later.', details }, { status: 400 });
  const scene = signInScene(
    serviceOf({
      '/auth/oauth/token': () => (wantsSecondFactor ? second : response(exchanged)),
      'DELETE /auth/sessions/current': () => response({ success: true }),
    }),
    { clock: createFakeClock({ hasteUpTo: 2_000 }), target: { baseUrl: 'https://x.test' } },
  );
  const opened: string[] = [];
  const browser = createBrowserFlows({
    goAddress: async (url) => url,
    flows: scene.signInDeps.flows,
    clock: scene.clock,
    copier: { copy: async () => undefined },
    openUrl: async (url) => void opened.push(url),
  });
  const readTrustSettings = async () => trusted;
  const oauth = createOAuth({
    ...scene.signInDeps,
    transport: scene.transport,
    callbackServer: { listenFor: async () => 'http://localhost:47810' },
    browser,
    states: createOAuthStates({
      secrets: scene.secrets,
      clock: scene.clock,
      file: memoryFile<never[]>([]) as never,
      pendingWrites: createPendingWrites(),
    }),
    readTrustSettings,
    trustedRedirect: createTrustedRedirect(readTrustSettings),
    handlerBaseOf: () => '/handler',
  });
  const authorize = () => new URL(opened.at(-1) ?? '').searchParams;
  /** Simulates the callback; resolves to the step that the window waits for. */
  const comeBack = async (flowId: string) => {
    const state = authorize().get('state');
    const link: ParsedLink = {
      ...{ kind: 'oauth-callback', code: 'c'.repeat(64), state, host: null, base: null, connectionHint: 'c', returnTo: null, error: null },
    };
    const [step] = await Promise.all([browser.wait(flowId, 'w'), oauth.handleCallback(link)]);
    return step;
  };
  /** The callback as a user copies it from the browser. */
  const copied = () => ({ code: 'c'.repeat(64), state: authorize().get('state') });
  return { ...scene, oauth, browser, authorize, comeBack, copied };
}

describe('where to continue after the callback', () => {
  const onlyDomains = { ...trust, allow_localhost: null };
  const byPort = { ...trust, rule: 'port' } as const;

  test.each<[goTo: string | null, settings: ProjectTrust | null, sent: string | null]>([
    ['https://app.example/handler/welcome?a=b#c', trust, 'https://app.example/handler/welcome?a=b#c'],
    ['http://localhost:3000/welcome', trust, 'http://localhost:3000/welcome'],
    ['https://app.example/handler', onlyDomains, 'https://app.example/handler'],
    ['http://localhost:3000/welcome', onlyDomains, null],
    ['https://app.example/handler', null, null],
    [null, trust, null],
    ['', trust, null],
    ['/c/one/users', trust, null],
    ['//app.example/handler', trust, null],
    ['https://evil.example/', trust, null],
    ['https://app.example:8443/handler', byPort, null],
    ['https://app.example.evil.example/', trust, null],
    ['https://app.example@evil.example/', trust, null],
    ['https://me:secret@app.example/handler', trust, null],
    ['http://app.example/handler', trust, null],
    ['latchkey://app.example/handler', trust, null],
    ['javascript:alert(1)', trust, null],
    [`https://app.example/handler?${'x'.repeat(2048)}`, trust, null],
  ])('is sent where it is a URL that the project is known to trust: %s with %j', async (goTo, settings, sent) => {
    const { oauth, authorize } = setUp(null, false, settings);
    await oauth.signIn(entry, 'github', goTo);
    expect(authorize().get('redirect_uri')).toContain('/oauth-callback');
    expect(authorize().get('after_callback_redirect_url')).toBe(sent);
  });

  test('is not sent by connecting a provider', async () => {
    const { oauth, authorize, add } = setUp(null);
    await oauth.link(entry, await add(), 'github', undefined);
    expect(authorize().has('after_callback_redirect_url')).toBe(false);
  });

  test.each<[afterCallback: unknown, goTo: string | null]>([
    [null, null],
    [undefined, null],
    [42, null],
    ['', null],
    ['/c/one/users', '/c/one/users'],
    ['https://app.example/welcome', 'https://app.example/welcome'],
    ['http://localhost:3000/welcome', 'http://localhost:3000/welcome'],
    ['https://evil.example/', null],
    ['https://app.example@evil.example/', null],
    ['//evil.example/', null],
    ['javascript:alert(1)', null],
    ['/\\evil.example', null],
    [`/${'x'.repeat(2048)}`, null],
  ])('is followed where it is a path, or trusted: %j', async (afterCallback, goTo) => {
    const { oauth, comeBack } = setUp(afterCallback);
    const { flowId } = await oauth.signIn(entry, 'github');
    expect(await comeBack(flowId)).toMatchObject({ step: 'signed-in', goTo });
  });

  test('is followed after connecting a provider as well', async () => {
    const { oauth, comeBack, add } = setUp('/c/one/users');
    const { flowId } = await oauth.link(entry, await add(), 'github', undefined);
    expect(await comeBack(flowId)).toMatchObject({ step: 'signed-in', goTo: '/c/one/users' });
  });

  test('is unknown where two-factor authentication comes in between', async () => {
    const { oauth, comeBack } = setUp('/c/one/users', true);
    const { flowId } = await oauth.signIn(entry, 'github');
    expect(await comeBack(flowId)).toMatchObject({ step: 'totp' });
  });
});

describe('a callback that was pasted', () => {
  test.each(['w', 'other window'])('ends the wait for it, in window %s', async (windowId) => {
    const { oauth, browser, copied } = setUp(null);
    const { flowId } = await oauth.signIn(entry, 'github');
    const waited = browser.wait(flowId, 'w');
    expect(await oauth.finish({ ...entry, windowId }, copied())).toMatchObject({ step: 'signed-in' });
    expect(await waited).toMatchObject({ step: 'signed-in' });
  });

  test('ends the wait in another window where two-factor authentication comes next', async () => {
    const { oauth, browser, copied } = setUp(null, true);
    const { flowId } = await oauth.signIn(entry, 'github');
    const waited = reportOf(browser.wait(flowId, 'w'));
    expect(await oauth.finish({ ...entry, windowId: 'other' }, copied())).toMatchObject({ step: 'totp' });
    expect(await waited).toEqual({ code: 'flow-over' });
  });

  test('ends the wait with the error that the exchange of its code fails with', async () => {
    const { oauth, browser, copied, signInDeps } = setUp(null);
    const { flowId } = await oauth.signIn(entry, 'github');
    const waited = reportOf(browser.wait(flowId, 'w'));
    signInDeps.sessions.assertReady = async () => {
      throw fail('keychain-locked');
    };
    expect(await reportOf(oauth.finish(entry, copied()))).toEqual({ code: 'keychain-locked' });
    expect(await waited).toEqual({ code: 'keychain-locked' });
  });
});

describe('an error', () => {
  const error = { code: 'SIGN_UP_NOT_ENABLED', message: 'No.' };

  test('ends the wait for its sign-in, and is found once', async () => {
    const { oauth, browser, copied } = setUp(null);
    const { flowId } = await oauth.signIn(entry, 'github');
    const waited = reportOf(browser.wait(flowId, 'w'));
    const { state } = copied();
    expect(await oauth.end({ state, error })).toBe('waited-for');
    expect(await waited).toMatchObject({ code: 'known-error', known: error.code });
    expect(await oauth.end({ state, error })).toBe('unknown');
    expect(await reportOf(oauth.finish(entry, copied()))).toEqual({ code: 'link-gone' });
  });

  test.each(['sign-in', 'link'] as const)('of a window that was closed removes the state, and says what it was: %s', async (purpose) => {
    const { oauth, browser, copied, signInDeps, add } = setUp(null);
    const { flowId } = purpose === 'link' ? await oauth.link(entry, await add(), 'github', undefined) : await oauth.signIn(entry, 'github');
    browser.wait(flowId, 'w').catch(() => undefined);
    const { state } = copied();
    signInDeps.flows.forgetWindow('w');
    expect(await oauth.end({ state, error })).toBe(purpose);
    expect(await oauth.end({ state, error })).toBe('unknown');
  });

  test.each([null, 'x'.repeat(43)])('with a state that is not ours ends nothing: %s', async (state) => {
    const { oauth } = setUp(null);
    expect(await oauth.end({ state, error })).toBe('unknown');
  });
});
