/** Every sign-in method over real HTTP, without secrets in any window. */
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { advanceSandbox, type LaunchedApp, launchOpened, type Opened } from '../support/main/launch-app';
import { openedRelease } from '../support/main/release-app';
import { placesOfSecrets, secretsSent } from '../support/main/sent-secrets';
import { tokenReleases } from '../support/samples/access-token';
import { mailedCharacters, mailedLink, mailsTo, sandboxNow } from '../support/service/mailbox';
import { signedIn, stepOf } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';

const minute = 60_000;
const mary = { email: 'mary@analytical.example', password: 'words that Mary typed' };

async function opened() {
  const profile = await temporaryFolder();
  const launched = await launchOpened(profile);
  return { ...launched, profile };
}

type Scene = LaunchedApp & { readonly profile: string };

const refused = (known: string) => ({ report: { code: 'known-error', known } });
const failed = (code: string) => ({ report: { code } });

const accountsOf = async ({ api }: LaunchedApp) => (await api.accounts.list({})).value;

async function nothingTold(scene: Scene): Promise<void> {
  expect(secretsSent(scene).size).toBeGreaterThan(2);
  expect(await placesOfSecrets(scene, scene.profile)).toEqual([]);
}

/** Enables two-factor authentication for the account. Returns the current code at the sandbox's time. */
async function addSecondStep(
  { service, api }: LaunchedApp & Opened,
  accountId: string,
  connectionId: string,
): Promise<() => Promise<string>> {
  const secret = new Secret({ size: 20 });
  const bytes = Buffer.from(secret.bytes).toString('base64');
  await service.users.updateMe({ actor: 'account', connectionId, accountId, body: { totp_secret_base64: bytes } });
  const totp = new TOTP({ secret });
  return async () => totp.generate({ timestamp: await sandboxNow({ api }) });
}

/** Returns a different code. */
const others = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0');

test('a one-time code signs up and in with different spelling; incorrect ones keep the flow', async () => {
  const scene = await opened();
  const { api, connectionId } = scene;
  const sent = stepOf('code-sent', await api.signIn.sendCode({ connectionId, email: mary.email }));
  expect(sent).toMatchObject({ email: mary.email, canResendAt: expect.any(Number) });
  const { flowId } = sent;
  await expect(api.signIn.submitCode({ flowId, code: '12345' })).rejects.toMatchObject({ report: { code: 'bad-input', path: 'code' } });
  await expect(api.signIn.submitCode({ flowId, code: '000000' })).rejects.toMatchObject(refused('VERIFICATION_CODE_NOT_FOUND'));
  await expect(api.signIn.resend({ flowId })).rejects.toMatchObject(failed('too-soon'));

  const characters = await mailedCharacters(scene, mary.email);
  const typed = ` ${characters.slice(0, 3).toLowerCase()} ${characters.slice(3)} `;
  const step = signedIn(await api.signIn.submitCode({ flowId, code: typed }));
  expect(step).toMatchObject({ isNewUser: true, upgraded: false, goTo: null });
  expect(await accountsOf(scene)).toMatchObject([
    { id: scene.accountId, current: false },
    { id: step.accountId, primaryEmail: mary.email, state: 'signed-in', current: true },
  ]);
  await expect(api.signIn.submitCode({ flowId, code: characters })).rejects.toMatchObject(failed('flow-over'));
  await nothingTold(scene);
});

test('an expired code is distinguished from an incorrect one, and another can be sent immediately', async () => {
  const scene = await opened();
  const { api, connectionId } = scene;
  const { flowId } = stepOf('code-sent', await api.signIn.sendCode({ connectionId, email: mary.email }));
  const characters = await mailedCharacters(scene, mary.email);
  await advanceSandbox(scene, 7 * 24 * 60 * minute + 1);
  await expect(api.signIn.submitCode({ flowId, code: characters })).rejects.toMatchObject(refused('VERIFICATION_CODE_EXPIRED'));
  expect(stepOf('code-sent', await api.signIn.resend({ flowId })).flowId).toBe(flowId);
  const step = signedIn(await api.signIn.submitCode({ flowId, code: await mailedCharacters(scene, mary.email) }));
  expect(step.isNewUser).toBe(true);
  await nothingTold(scene);
});

describe('two-factor authentication', () => {
  test('follows a password; an incorrect code can be corrected in the same attempt', async () => {
    const scene = await opened();
    const { api, connectionId } = scene;
    const { accountId } = signedIn(await api.signIn.signUp({ connectionId, ...mary }));
    const digits = await addSecondStep(scene, accountId, connectionId);
    const { flowId } = stepOf('totp', await api.signIn.withPassword({ connectionId, ...mary }));
    for (const totp of ['', '12345', '1234567', 'abcdef', '１２３４５']) {
      await expect(api.signIn.submitTotp({ flowId, totp })).rejects.toMatchObject({ report: { code: 'bad-input', path: 'totp' } });
    }
    await expect(api.signIn.submitTotp({ flowId, totp: others(await digits()) })).rejects.toMatchObject(refused('INVALID_TOTP_CODE'));
    const right = await digits();
    const step = signedIn(await api.signIn.submitTotp({ flowId, totp: `${right.slice(0, 3)} ${right.slice(3)}` }));
    expect(step).toMatchObject({ isNewUser: false });
    // The same user with a new session.
    expect((await accountsOf(scene)).map(({ id }) => id)).toEqual([scene.accountId, step.accountId]);
    await expect(api.signIn.submitTotp({ flowId, totp: right })).rejects.toMatchObject(failed('flow-over'));
    await nothingTold(scene);
  });

  test('follows a one-time code, which is then used up; after it expires the sign-in starts again', async () => {
    const scene = await opened();
    const { api, connectionId } = scene;
    const first = stepOf('code-sent', await api.signIn.sendCode({ connectionId, email: mary.email }));
    const { accountId } = signedIn(await api.signIn.submitCode({ flowId: first.flowId, code: await mailedCharacters(scene, mary.email) }));
    const digits = await addSecondStep(scene, accountId, connectionId);
    const sent = stepOf('code-sent', await api.signIn.sendCode({ connectionId, email: mary.email }));
    const { flowId } = stepOf(
      'totp',
      await api.signIn.submitCode({ flowId: sent.flowId, code: await mailedCharacters(scene, mary.email) }),
    );
    await expect(api.signIn.submitCode({ flowId: sent.flowId, code: '000000' })).rejects.toMatchObject(failed('flow-over'));
    await advanceSandbox(scene, 5 * minute + 1);
    await expect(api.signIn.submitTotp({ flowId, totp: await digits() })).rejects.toMatchObject(refused('VERIFICATION_CODE_EXPIRED'));
    await expect(api.signIn.submitTotp({ flowId, totp: await digits() })).rejects.toMatchObject(failed('flow-over'));
    await nothingTold(scene);
  });

  test('follows a link as well, in the window that started it', async () => {
    const scene = await opened();
    const { api, app, connectionId } = scene;
    const first = stepOf('code-sent', await api.signIn.sendCode({ connectionId, email: mary.email }));
    const { accountId } = signedIn(await api.signIn.submitCode({ flowId: first.flowId, code: await mailedCharacters(scene, mary.email) }));
    const digits = await addSecondStep(scene, accountId, connectionId);
    await api.signIn.sendCode({ connectionId, email: mary.email });
    const { link } = await mailedLink(scene, mary.email);
    const { id } = await api.links.open({ text: `${link}&after_auth_return_to=%2Fteams` });
    const accepted = await api.links.accept({ id });
    const { flowId } = stepOf('totp', accepted.outcome === 'step' ? accepted.step : signedInNever());
    const elsewhere = await app.dispatch('signIn.submitTotp', { flowId, totp: await digits() }, { windowId: 'another' });
    expect(elsewhere).toEqual({ ok: false, error: { code: 'flow-over' } });
    await app.dispatch('signIn.cancel', { flowId }, { windowId: 'another' });
    expect(signedIn(await api.signIn.submitTotp({ flowId, totp: await digits() }))).toMatchObject({ goTo: '/teams' });
    await nothingTold(scene);
  });
});

function signedInNever(): never {
  throw new Error('The link did not sign in a user.');
}

describe.each(tokenReleases)('with tokens of %s', (release) => {
  test('an anonymous account is upgraded, and stays the same user', async () => {
    const scene = await openedRelease(release);
    const { api, service, connectionId } = scene;
    const { accountId } = signedIn(await api.signIn.anonymous({ connectionId }));
    const asThem = { actor: 'account', connectionId, accountId } as const;
    const { id: userId } = await service.users.me(asThem);
    expect(await accountsOf(scene)).toMatchObject([{}, { id: accountId, state: 'anonymous', current: true }]);
    const upgrade = { accountId, ...mary };
    await expect(api.signIn.upgrade({ ...upgrade, password: 'short' })).rejects.toMatchObject({
      report: { code: 'bad-input', path: 'password' },
    });
    await expect(api.signIn.upgrade({ ...upgrade, email: 'ada@analytical.example' })).rejects.toMatchObject(
      refused(release === '2.8.4' ? 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' : 'USER_EMAIL_ALREADY_EXISTS'),
    );
    const before = await service.users.me(asThem);
    expect(before).toMatchObject({ id: userId, primary_email: null });

    expect(signedIn(await api.signIn.upgrade(upgrade))).toEqual({
      step: 'signed-in',
      accountId,
      user: expect.objectContaining({ id: userId, primary_email: mary.email }),
      isNewUser: false,
      upgraded: true,
      goTo: null,
    });
    expect(await accountsOf(scene)).toMatchObject([{}, { id: accountId, userId, state: 'signed-in', primaryEmail: mary.email }]);
    expect(await mailsTo(scene, mary.email)).toHaveLength(1);
    await expect(api.signIn.upgrade(upgrade)).rejects.toMatchObject({ report: { code: 'bad-input', path: 'accountId' } });
    const again = signedIn(await api.signIn.withPassword({ connectionId, ...mary }));
    expect((await accountsOf(scene)).find(({ id }) => id === again.accountId)?.userId).toBe(userId);
    await nothingTold(scene);
  });

  test('all accounts of a connection sign out together', async () => {
    const scene = await openedRelease(release);
    const { api, connectionId } = scene;
    await api.signIn.signUp({ connectionId, ...mary });
    await api.signIn.anonymous({ connectionId });
    expect(await accountsOf(scene)).toHaveLength(3);
    expect(await api.accounts.signOutAll({ connectionId })).toEqual({ endedAtService: true });
    expect(await accountsOf(scene)).toEqual([]);
    expect(await api.accounts.signOutAll({ connectionId })).toEqual({ endedAtService: true });
  });
});

test('the sandbox opens without an account when its admin uses two-factor authentication', async () => {
  const scene = await opened();
  const { api, connectionId, accountId } = scene;
  await addSecondStep(scene, accountId, connectionId);
  await api.accounts.signOut({ accountId });
  expect(await api.sandbox.open({})).toEqual({ connectionId, accountId: null });
  expect(await accountsOf(scene)).toEqual([]);
});
