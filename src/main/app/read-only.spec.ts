/** Which calls about an account a read-only connection refuses: a new call has to be added to one of the two tables. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import { bridge } from '#contract/bridge/index.ts';
import { linkKind } from '#contract/bridge/links.ts';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import type { Reply } from '#contract/errors.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import {
  type Answer,
  accessToken,
  createScriptedTransport,
  createTestPorts,
  knownError,
  response,
} from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createApp } from './app';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const password = 'correct horse';
const anonymous = {
  ...sampleUser,
  id: '0b2f6c1e-7a35-4d8e-9c44-5f1a2b3c4d5e',
  is_anonymous: true,
  auth_with_email: false,
  primary_email: null,
  display_name: null,
};
const refused = { code: 'read-only-connection' };

const tokenOf = ({ id }: { readonly id: string }) => accessToken(someDay + 600_000, id);

/** Every code is valid as a password reset code. */
const service: Answer = ({ url, body, headers }) => {
  const { pathname } = new URL(url);
  const token = headers['x-hexclave-access-token'] ?? headers['x-stack-access-token'];
  if (pathname.endsWith('/users/me')) return response(token === tokenOf(anonymous) ? anonymous : sampleUser);
  if (pathname.endsWith('/reset/check-code')) return response({ is_code_valid: true });
  if (pathname.endsWith('/check-code')) return knownError('VERIFICATION_CODE_NOT_FOUND', 404);
  if (pathname.endsWith('/sign-in')) {
    const user = body?.includes('anonymous') ? anonymous : sampleUser;
    return response({ access_token: tokenOf(user), refresh_token: `r-${user.id}`, user_id: user.id });
  }
  return response({});
};

/** An app with one connection, where one anonymous user and one other are signed in. */
async function setUp(safety: SafetyLevel) {
  const transport = createScriptedTransport(service);
  const app = await createApp(createTestPorts(await temporaryFolder(), { transport, clock: createFakeClock({ hasteUpTo: 60_000 }) }));
  onTestFinished(() => app.close());
  const call = async (name: string, input: object): Promise<Reply> => app.dispatch(name, input, { windowId: 'w' });
  const value = async (name: string, input: object) => {
    const reply = await call(name, input);
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
    return reply.value as { id: string; value: Account[] };
  };
  const draft = {
    name: 'Shop',
    baseUrl: 'https://x.test',
    projectId: sampleUser.id,
    environment: 'development',
    keys: { client: `pck_${'0'.repeat(45)}` },
  };
  const { id } = await value('connections.add', { draft: { ...draft, safety } });
  for (const email of ['anonymous@x.test', 'ada@x.test']) await value('signIn.withPassword', { connectionId: id, email, password });
  const accounts = (await value('accounts.list', {})).value;
  const accountOf = (state: Account['state']) => accounts.find((account) => account.state === state)?.id ?? '';
  return { call, value, transport, id, signedIn: accountOf('signed-in'), anonymous: accountOf('anonymous') };
}

type Scene = Awaited<ReturnType<typeof setUp>>;
type Inputs = Readonly<Record<string, (scene: Scene) => object>>;

const changing: Inputs = {
  'signIn.signUp': ({ id }) => ({ connectionId: id, email: 'new@x.test', password }),
  'signIn.anonymous': ({ id }) => ({ connectionId: id }),
  'signIn.upgrade': (scene) => ({ accountId: scene.anonymous, email: 'new@x.test', password }),
  'signIn.forgotPassword': ({ id }) => ({ connectionId: id, email: 'ada@x.test' }),
  'signIn.linkOAuth': ({ signedIn }) => ({ accountId: signedIn, provider: 'github' }),
  'signIn.registerPasskey': ({ signedIn }) => ({ accountId: signedIn, replace: true }),
  'accounts.deleteUser': ({ signedIn }) => ({ accountId: signedIn, typed: sampleUser.primary_email }),
};

/** Calls that sign in or out, or only continue what another call has started. */
const harmless: Inputs = {
  'signIn.withPassword': ({ id }) => ({ connectionId: id, email: 'ada@x.test', password }),
  'signIn.sendCode': ({ id }) => ({ connectionId: id, email: 'ada@x.test' }),
  'signIn.submitCode': () => ({ flowId: 'f', code: 'A1B2C3' }),
  'signIn.submitTotp': () => ({ flowId: 'f', totp: '123456' }),
  'signIn.resend': () => ({ flowId: 'f' }),
  'signIn.withProvider': ({ id }) => ({ connectionId: id, provider: 'github' }),
  'signIn.withCli': ({ id }) => ({ connectionId: id, appUrl: 'https://app.test' }),
  'signIn.withPasskey': ({ id }) => ({ connectionId: id }),
  'signIn.openAccountPage': ({ id }) => ({ connectionId: id }),
  'signIn.wait': () => ({ flowId: 'f' }),
  'signIn.openAgain': () => ({ flowId: 'f' }),
  'signIn.copyLink': () => ({ flowId: 'f' }),
  'signIn.cancel': () => ({ flowId: 'f' }),
  'accounts.list': () => ({}),
  'accounts.use': ({ anonymous: accountId }) => ({ accountId }),
  'accounts.signOut': ({ signedIn }) => ({ accountId: signedIn }),
  'accounts.signOutAll': ({ id }) => ({ connectionId: id }),
};

const linksThatChange = ['email-verification', 'password-reset', 'team-invitation', 'cli-auth-confirm', 'code'] as const;
const linksThatDoNot = [
  'magic-link',
  'oauth-callback',
  'sign-in',
  'sign-up',
  'sign-out',
  'forgot-password',
  'account-settings',
  'home',
  'error',
  'unknown',
] as const;

const routes: Readonly<Record<string, string>> = {
  'cli-auth-confirm': `/cli-auth-confirm?login_code=${code}`,
  'magic-link': `/magic-link-callback?code=${code}`,
  'oauth-callback': `/oauth-callback?code=${code}&state=${'s'.repeat(43)}`,
  home: '',
};

async function accept({ call, value, id }: Scene, kind: string): Promise<Reply> {
  const route = routes[kind] ?? `/${kind === 'unknown' ? 'another' : kind}?code=${code}`;
  const text = kind === 'code' ? code : `https://app.test/handler${route}`;
  const link = await value('links.open', { text, connectionId: id });
  return call('links.accept', { id: link.id, connectionId: id, password });
}

describe('a read-only connection', () => {
  test.each(Object.keys(changing))('refuses %s before anything is sent', async (name) => {
    const scene = await setUp('read-only');
    const before = scene.transport.requests.length;
    expect(await scene.call(name, changing[name]?.(scene) ?? {})).toEqual({ ok: false, error: refused });
    expect(scene.transport.requests).toHaveLength(before);
  });

  test.each(Object.keys(harmless))('does not refuse %s', async (name) => {
    const scene = await setUp('read-only');
    expect(await scene.call(name, harmless[name]?.(scene) ?? {})).not.toMatchObject({ error: refused });
  });

  test('refuses to sign up where a link needs a user', async () => {
    const scene = await setUp('read-only');
    await scene.value('accounts.signOutAll', { connectionId: scene.id });
    const text = `https://app.test/handler/account-settings`;
    const link = await scene.value('links.open', { text, connectionId: scene.id });
    const accepted = await scene.call('links.accept', { id: link.id, connectionId: scene.id, orElse: 'anonymous' });
    expect(accepted).toEqual({ ok: false, error: refused });
  });

  test.each(linksThatChange)('refuses a link of kind %s, and keeps it', async (kind) => {
    const scene = await setUp('read-only');
    expect(await accept(scene, kind)).toEqual({ ok: false, error: refused });
    const sent = scene.transport.requests.map(({ url }) => new URL(url).pathname).filter((path) => !path.endsWith('/check-code'));
    expect(sent.filter((path) => /verify|password\/reset|accept|cli/.test(path))).toEqual([]);
    expect(await scene.value('links.list', {})).toMatchObject({ value: [{ connectionId: scene.id }] });
  });

  test.each(linksThatDoNot)('does not refuse a link of kind %s', async (kind) => {
    expect(await accept(await setUp('read-only'), kind)).not.toMatchObject({ error: refused });
  });
});

describe('the tables', () => {
  test('decide about every call and every kind of link', () => {
    const calls = (['signIn', 'accounts'] as const).flatMap((group) => Object.keys(bridge[group]).map((name) => `${group}.${name}`));
    expect([...Object.keys(changing), ...Object.keys(harmless)].sort()).toEqual(calls.sort());
    expect([...linksThatChange, ...linksThatDoNot].sort()).toEqual([...linkKind.options].sort());
  });

  test.each(Object.keys(changing))('are about the level: %s passes on another one', async (name) => {
    const scene = await setUp('normal');
    const before = scene.transport.requests.length;
    expect(await scene.call(name, changing[name]?.(scene) ?? {})).not.toMatchObject({ error: refused });
    expect(scene.transport.requests.length).toBeGreaterThan(before);
  });
});
