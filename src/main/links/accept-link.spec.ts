import { describe, expect, test } from 'vitest';
import type { LinkKind } from '#contract/bridge/links.ts';
import { fail } from '#contract/errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { type SceneOptions, serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { heldLink, linkCode } from '#tests/support/service/held-link.ts';
import { createResolveAccount } from '../sign-in/anonymous';
import { createCodeSignIn } from '../sign-in/one-time-code';
import { acceptLink, type Decision } from './accept-link';
import { checkLink } from './check-link';
import type { PendingLink } from './pending-links';

const team = { team_id: '5e8f5f6a-9a41-4e6f-93a1-0f4d3b9a8c11', team_display_name: 'Engines' };
const place = { connectionId: 'c', destination: 'http://x.test' };

type Answers = Parameters<typeof serviceOf>[0];

function setUp(answers: Answers = {}, options: SceneOptions = {}) {
  const scene = signInScene(
    serviceOf({
      '/auth/oauth/token': () => refreshed(signedInAnswer.access_token),
      '/accept/details': () => response(team),
      '/team-invitations/accept': () => response({}),
      '/cli/complete': () => response({ success: true }),
      '/projects/current': () => response(sampleProject),
      '/password/reset': () => response({ success: true }),
      '/contact-channels/verify': () => response({ success: true }),
      '/anonymous/sign-up': () => response(signedInAnswer),
      ...answers,
    }),
    options,
  );
  const parts = {
    ...scene.signInDeps,
    codes: createCodeSignIn(scene.signInDeps),
    oauth: {
      finish: async () => {
        throw fail('link-gone');
      },
      end: async () => 'unknown' as const,
    },
    resolveAccount: createResolveAccount(scene.signInDeps, scene.signInDeps.accounts),
    accounts: scene.signInDeps.accounts,
    trustedRedirect: async (place: string | null) => place,
    hostConfirmations: { request: async () => undefined },
    translator: () => createTranslator('en'),
  };
  const { signal } = new AbortController();
  const use = (held: PendingLink, decision: Partial<Decision> = {}) =>
    acceptLink(parts, held, { connectionId: 'c', windowId: 'w', signal, ...decision });
  return { ...scene, parts, use };
}

describe('approving a program’s sign-in', () => {
  test('sends the refresh token of a session that has just been renewed', async () => {
    const { use, add, asked } = setUp();
    const accountId = await add();
    expect(await use(heldLink('cli-auth-confirm'))).toEqual({ outcome: 'login-approved', connectionId: 'c', accountId });
    expect(asked().at(-2)).toMatch(/^POST \/auth\/oauth\/token /);
    expect(asked().at(-1)).toBe(`POST /auth/cli/complete {"login_code":"${linkCode}","refresh_token":"refresh-${sampleUser.id}"}`);
  });

  test('sends nothing when the session has ended', async () => {
    const { use, add, asked } = setUp({ '/auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) });
    await add();
    expect(await reportOf(use(heldLink('cli-auth-confirm')))).toEqual({ code: 'session-ended' });
    expect(asked().filter((text) => text.includes('/auth/cli'))).toEqual([]);
  });

  test.each([
    ['Invalid login code or the code has expired', 400, { code: 'login-code-spent' }],
    ['Project ID mismatch; please ensure that you are using the correct app url.', 400, { code: 'login-code-elsewhere' }],
    ['Something else', 400, { code: 'service-error', status: 400, text: 'Something else' }],
    ['Invalid login code', 500, { code: 'service-error', status: 500, text: 'Invalid login code' }],
  ])('the service’s “%s” (%i) has its own error code', async (text, status, report) => {
    const { use, add } = setUp({ '/cli/complete': () => response(text, { status }) });
    await add();
    expect(await reportOf(use(heldLink('cli-auth-confirm')))).toEqual(report);
  });
});

describe('without an account', () => {
  test.each<[LinkKind, Decision['orElse'], object]>([
    ['team-invitation', undefined, { outcome: 'sign-in-needed', connectionId: 'c' }],
    ['team-invitation', 'redirect', { outcome: 'sign-in-needed', connectionId: 'c' }],
    ['team-invitation', 'null', { outcome: 'sign-in-needed', connectionId: 'c' }],
    ['cli-auth-confirm', 'redirect', { outcome: 'sign-in-needed', connectionId: 'c' }],
    ['cli-auth-confirm', 'null', { outcome: 'sign-in-needed', connectionId: 'c' }],
    ['account-settings', 'redirect', { outcome: 'sign-in-needed', connectionId: 'c' }],
    ['account-settings', 'null', { outcome: 'open', kind: 'account-settings', connectionId: 'c', accountId: null, goTo: null }],
    ['sign-out', undefined, { outcome: 'signed-out', connectionId: 'c', endedAtService: true }],
  ])('%s with the fallback “%s” sends no request', async (kind, orElse, outcome) => {
    const { use, asked } = setUp();
    expect(await use(heldLink(kind), { orElse })).toEqual(outcome);
    expect(asked()).toEqual([]);
  });

  test.each<LinkKind>(['team-invitation', 'cli-auth-confirm', 'account-settings'])('%s fails where that was chosen', async (kind) => {
    const { use, asked } = setUp();
    expect(await reportOf(use(heldLink(kind), { orElse: 'throw' }))).toEqual({ code: 'signed-out' });
    expect(asked()).toEqual([]);
  });

  test('creates an anonymous one if that was chosen', async () => {
    const { use, asked } = setUp();
    expect(await use(heldLink('team-invitation'), { orElse: 'anonymous' })).toMatchObject({ outcome: 'team-joined', accountId: 'a1' });
    expect(asked()[0]).toBe('POST /auth/anonymous/sign-up');
  });
});

describe('an account that was chosen', () => {
  test('must belong to the connection and be signed in', async () => {
    const { use, add, signInDeps, asked } = setUp({ '/auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) });
    const accountId = await add();
    expect(await reportOf(use(heldLink('team-invitation'), { accountId: 'gone' }))).toEqual({ code: 'unknown-account' });
    expect(await reportOf(use(heldLink('sign-out'), { accountId: 'gone' }))).toEqual({ code: 'unknown-account' });
    signInDeps.sessions.source(accountId, 'c').refuse(signedInAnswer.access_token);
    await reportOf(signInDeps.sessions.source(accountId, 'c').tokens());
    const before = asked().length;
    expect(await reportOf(use(heldLink('team-invitation'), { accountId }))).toEqual({ code: 'signed-out' });
    expect(asked()).toHaveLength(before);
  });
});

describe('resetting a password', () => {
  test.each([undefined, '', '1234567', 'x'.repeat(71), 'ü'.repeat(36)])('uses up no code for %j', async (password) => {
    const { use, asked } = setUp();
    expect(await reportOf(use(heldLink('password-reset'), { password }))).toEqual({ code: 'bad-input', path: 'password' });
    expect(asked()).toEqual([]);
  });

  test('returns only the accounts that were signed out', async () => {
    const { use, add, accounts } = setUp({
      '/auth/oauth/token': ({ body }) =>
        body?.includes(sampleUser.id) ? knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) : refreshed(signedInAnswer.access_token),
    });
    const ended = await add();
    const other = await add('another');
    const outcome = await use(heldLink('password-reset'), { password: 'correct horse' });
    expect(outcome).toEqual({ outcome: 'password-reset', connectionId: 'c', endedAccounts: [ended] });
    expect(accounts()).toMatchObject([
      { id: ended, state: 'invalid' },
      { id: other, state: 'signed-in' },
    ]);
  });

  test('succeeds when the sessions can’t be checked', async () => {
    const { use, add, accounts } = setUp({
      '/auth/oauth/token': () => {
        throw fail('connection-lost');
      },
    });
    await add();
    expect(await use(heldLink('password-reset'), { password: 'correct horse' })).toMatchObject({ endedAccounts: [] });
    expect(accounts()).toMatchObject([{ state: 'signed-in' }]);
  });
});

describe('on a read-only connection', () => {
  test.each<LinkKind>(['email-verification', 'password-reset', 'team-invitation'])('refuses %s, and keeps the code', async (kind) => {
    const { use, add, asked } = setUp({}, { isReadOnly: true });
    await add();
    expect(await reportOf(use(heldLink(kind), { password: 'correct horse' }))).toEqual({ code: 'read-only-connection' });
    expect(asked()).toEqual([]);
  });
});

describe('checking', () => {
  const valid = () => response({ is_code_valid: true });
  const notFound = () => knownError('VERIFICATION_CODE_NOT_FOUND', 404);

  test.each<[LinkKind, string]>([
    ['magic-link', '/auth/otp/sign-in/check-code'],
    ['email-verification', '/contact-channels/verify/check-code'],
    ['password-reset', '/auth/password/reset/check-code'],
    ['team-invitation', '/team-invitations/accept/check-code'],
  ])('%s uses its own endpoint', async (kind, path) => {
    const { parts, asked } = setUp({ [path]: valid });
    expect(await checkLink(parts, heldLink(kind), place)).toBe(kind);
    expect(asked()).toEqual([`POST ${path} {"code":"${linkCode}"}`]);
  });

  test('finds out the kind of a code without a link, and uses it', async () => {
    const { use, asked } = setUp({ '/verify/check-code': valid, '/check-code': notFound });
    expect(await use(heldLink('code'))).toEqual({ outcome: 'email-verified', connectionId: 'c' });
    expect(asked().map((text) => text.split(' ')[1])).toEqual([
      '/auth/otp/sign-in/check-code',
      '/contact-channels/verify/check-code',
      '/contact-channels/verify',
    ]);
  });

  test.each(['VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_ALREADY_USED', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'])(
    '%s ends the check without further requests',
    async (known) => {
      const { parts, asked } = setUp({ '/check-code': () => knownError(known, 400, { code: linkCode }) });
      const report = await reportOf(checkLink(parts, heldLink('code'), place));
      expect(report).toMatchObject({ code: 'known-error', known });
      expect(JSON.stringify(report)).not.toContain(linkCode.slice(0, 8));
      expect(asked()).toHaveLength(1);
    },
  );

  test.each<LinkKind>(['sign-in', 'sign-out', 'cli-auth-confirm', 'home', 'error', 'unknown'])('%s has nothing to check', async (kind) => {
    const { parts, asked } = setUp();
    expect(await reportOf(checkLink(parts, heldLink(kind), place))).toEqual({ code: 'bad-input', path: 'id' });
    expect(asked()).toEqual([]);
  });
});

test('an unreadable link does nothing', async () => {
  const { use, asked } = setUp();
  expect(await reportOf(use(heldLink('unknown', { code: null })))).toEqual({ code: 'link-unreadable' });
  expect(asked()).toEqual([]);
});

describe('a change by a link', () => {
  test.each([
    ['email-verification', {}, 'contactChannels.verify'],
    ['password-reset', { password: 'long enough' }, 'auth.resetPassword'],
  ] as const)('%s is told to every window', async (kind, decision, endpoint) => {
    const { use, writes } = setUp();
    await use(heldLink(kind), decision);
    expect(writes).toEqual([{ endpoint, connectionId: 'c' }]);
  });

  test('joining a team is told to every window as well', async () => {
    const { use, add, writes } = setUp();
    await add();
    await use(heldLink('team-invitation'));
    expect(writes).toEqual([{ endpoint: 'teams.acceptInvitation', connectionId: 'c' }]);
  });

  test('that the service refuses is not', async () => {
    const { use, writes } = setUp({ '/contact-channels/verify': () => knownError('VERIFICATION_CODE_NOT_FOUND', 404) });
    await reportOf(use(heldLink('email-verification')));
    expect(writes).toEqual([]);
  });
});
