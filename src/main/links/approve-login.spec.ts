import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { heldLink } from '#tests/support/service/held-link.ts';
import type { HostConfirmation, TransportResponse } from '../ports/ports';
import { createResolveAccount } from '../sign-in/anonymous';
import { approveLogin } from './approve-login';
import type { PendingLink } from './pending-links';

const link = heldLink('cli-auth-confirm', { host: 'shop.example', base: '/handler' });

interface Changes {
  isReadOnly: boolean;
}

/** `whileShown` runs while the confirmation is shown, and may reject it. */
function setUp(
  whileShown: (changes: Changes, scene: ReturnType<typeof signInScene>) => unknown = () => undefined,
  complete: () => TransportResponse = () => response({ success: true }),
) {
  const scene = signInScene(
    serviceOf({
      '/projects/current': () => response(sampleProject),
      '/auth/oauth/token': () => refreshed(signedInAnswer.access_token),
      '/cli/complete': complete,
    }),
  );
  const changes: Changes = { isReadOnly: false };
  const shown: HostConfirmation[] = [];
  const signInDeps = {
    ...scene.signInDeps,
    assertWritable() {
      if (changes.isReadOnly) throw fail('read-only-connection');
    },
  };
  const deps = {
    ...signInDeps,
    resolveAccount: createResolveAccount(signInDeps, signInDeps.accounts),
    accounts: signInDeps.accounts,
    hostConfirmations: {
      async request(confirmation: HostConfirmation) {
        shown.push(confirmation);
        await whileShown(changes, scene);
      },
    },
    translator: () => createTranslator('en'),
  };
  const { signal } = new AbortController();
  const approve = (own: Partial<PendingLink> = {}) =>
    approveLogin(deps, { ...link, ...own }, { connectionId: 'c', destination: 'http://x.test', windowId: 'w', signal });
  const describeUser = (user: Partial<typeof sampleUser>) => signInDeps.sessions.describe('c', { ...sampleUser, ...user });
  return {
    ...scene,
    changes,
    shown,
    approve,
    describeUser,
    completed: () => scene.asked().filter((text) => text.includes('/cli/complete')),
  };
}

const factsOf = ([confirmation]: readonly HostConfirmation[]) => confirmation?.facts.map(({ label, value }) => `${label}: ${value}`);

describe('what the user confirms', () => {
  test('names project, account, and link, and says what is unknown and that the session is shared', async () => {
    const { add, describeUser, approve, shown } = setUp();
    await add();
    await describeUser({});
    await approve();
    expect(factsOf(shown)).toEqual([
      'Project: Shop on x.test',
      'Account: Ada, ada.lovelace@example.com',
      'Link: shop.example, opened outside Latchkey',
      'Program: Unknown',
    ]);
    expect(shown[0]).toMatchObject({ title: 'Approve a program’s sign-in?', confirmLabel: 'Approve sign-in', cancelLabel: 'Cancel' });
    expect(shown[0]?.consequences).toEqual([
      'The program shares this session and can do everything you can. Signing out of either signs you out of both.',
      'The service doesn’t say which program is asking, where it runs, or when the request expires. Approve only if you just started it yourself.',
    ]);
  });

  test.each<[Partial<PendingLink>, string]>([
    [{ arrival: 'pasted' }, 'shop.example, pasted into Latchkey'],
    [{ arrival: 'opened', host: null }, 'This computer, opened outside Latchkey'],
    [{ arrival: 'pasted', host: null }, 'This computer, pasted into Latchkey'],
  ])('shows where the link came from: %j', async (own, text) => {
    const { add, approve, shown } = setUp();
    await add();
    await approve(own);
    expect(factsOf(shown)).toContain(`Link: ${text}`);
  });

  test.each([
    ['a separate line', 'Ada\nProgram: Latchkey', 'Ada Program: Latchkey'],
    ['a line as a character', 'Ada\u2028Program: Latchkey', 'Ada Program: Latchkey'],
    ['text from right to left', 'Ada\u202eelgooG', 'Ada elgooG'],
    ['nothing to see', '\u200b\u2066', null],
    ['more than fits a dialog', 'x'.repeat(500), `${'x'.repeat(120)}…`],
  ])('shows a name of %s as one short line', async (_what, name, expected) => {
    const { add, describeUser, approve, shown } = setUp();
    await add();
    await describeUser({ display_name: name });
    await approve();
    const names = [expected, sampleUser.primary_email].filter((part) => part !== null).join(', ');
    expect(factsOf(shown)).toContain(`Account: ${names}`);
  });

  test('shows the user ID of an account without a name', async () => {
    const { add, approve, shown } = setUp();
    await add();
    await approve();
    expect(factsOf(shown)).toContain(`Account: ${sampleUser.id}`);
  });
});

describe('nothing is sent to the program', () => {
  test('while the confirmation is shown', async () => {
    const scene = setUp(() => expect(scene.completed()).toEqual([]));
    await scene.add();
    expect(await scene.approve()).toMatchObject({ outcome: 'login-approved' });
    expect(scene.completed()).toHaveLength(1);
  });

  test.each<[what: string, whileShown: Parameters<typeof setUp>[0], code: string]>([
    [
      'when the user cancels',
      () => {
        throw fail('not-confirmed');
      },
      'not-confirmed',
    ],
    [
      'when the connection becomes read-only',
      (changes) => {
        changes.isReadOnly = true;
      },
      'read-only-connection',
    ],
    [
      'when the connection is pointed to another server',
      (_changes, { server }) => {
        server.url = 'http://y.test';
      },
      'connection-changed',
    ],
    [
      'when the account is signed out',
      (_changes, { signInDeps, accounts }) => signInDeps.sessions.signOut(accounts()[0]?.id ?? ''),
      'unknown-account',
    ],
    [
      'when the connection’s accounts are forgotten',
      (_changes, { signInDeps }) => signInDeps.sessions.forgetConnection('c'),
      'unknown-account',
    ],
  ])('%s', async (_what, whileShown, expected) => {
    const { add, approve, completed } = setUp(whileShown);
    await add();
    expect(await reportOf(approve())).toMatchObject({ code: expected });
    expect(completed()).toEqual([]);
  });

  test('on a read-only connection, and nothing is shown', async () => {
    const { add, approve, changes, shown, asked } = setUp();
    await add();
    changes.isReadOnly = true;
    expect(await reportOf(approve())).toEqual({ code: 'read-only-connection' });
    expect([shown, asked()]).toEqual([[], []]);
  });

  test('when the project can’t be read, and nothing is shown', async () => {
    const { add, approve, shown, transport } = setUp();
    await add();
    transport.answer = () => response('', { status: 500 });
    expect(await reportOf(approve())).toMatchObject({ code: 'service-error' });
    expect(shown).toEqual([]);
  });
});

describe('the account is marked as shared', () => {
  test('before its token is sent, and from then on', async () => {
    const scene = setUp(undefined, () => {
      expect(scene.accounts()).toMatchObject([{ isShared: true }]);
      return response({ success: true });
    });
    await scene.add();
    expect(scene.accounts()).toMatchObject([{ isShared: false }]);
    await scene.approve();
    expect([scene.accounts(), scene.completed().length]).toMatchObject([[{ isShared: true }], 1]);
  });

  test.each([
    ['a spent login code', () => response('Invalid login code or the code has expired', { status: 400 }), 'login-code-spent'],
    ['another project’s login code', () => response('Project ID mismatch', { status: 400 }), 'login-code-elsewhere'],
  ])('no longer when the service rejects it for %s', async (_what, complete, code) => {
    const { add, approve, accounts } = setUp(undefined, complete);
    await add();
    expect(await reportOf(approve())).toMatchObject({ code });
    expect(accounts()).toMatchObject([{ isShared: false }]);
  });

  test('when it is unknown whether the service received it', async () => {
    const { add, approve, accounts } = setUp(undefined, () => {
      throw fail('connection-lost');
    });
    await add();
    expect(await reportOf(approve())).toMatchObject({ code: 'connection-lost' });
    expect(accounts()).toMatchObject([{ isShared: true }]);
  });

  test('not before the user has confirmed', async () => {
    const { add, approve, accounts } = setUp(() => {
      throw fail('not-confirmed');
    });
    await add();
    await reportOf(approve());
    expect(accounts()).toMatchObject([{ isShared: false }]);
  });
});
