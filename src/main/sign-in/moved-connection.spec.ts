/** A connection that is pointed at another server while the user signs in, tested at every `await`. */
import { expect, test } from 'vitest';
import { createFakeClock, settle, someDay } from '../../../tests/support/fake-clock';
import { heldLink } from '../../../tests/support/held-link';
import { memoryViewState } from '../../../tests/support/memory-view-state';
import { sampleProject } from '../../../tests/support/sample-project';
import { sampleUser } from '../../../tests/support/sample-user';
import { serviceOf, signedInAnswer, signInScene } from '../../../tests/support/sign-in-scene';
import { accessToken, knownError, reportOf, response } from '../../../tests/support/test-ports';
import { callbackPurposes } from '../../contract/bridge/callbacks';
import type { LinkKind } from '../../contract/bridge/links';
import type { BrowserStep, SignInStep } from '../../contract/bridge/sign-in';
import { createTranslator } from '../../messages/translator';
import { createCallbackAddresses } from '../callback/callback-address';
import type { PasskeyRequest } from '../callback/passkey-pages';
import { createProjectSites } from '../callback/project-sites';
import { createReadTrustSettings } from '../callback/project-trust';
import { createTrustedRedirect } from '../callback/trusted-redirect';
import { acceptLink } from '../links/accept-link';
import { createPendingWrites } from '../runtime/pending';
import { memoryFile } from '../storage/json-file';
import { createBrowserFlows } from './browser-flows';
import { signInWithCli } from './cli-login';
import { deleteUser } from './delete-user';
import { finishSignIn } from './finish';
import { createOAuth } from './oauth/oauth';
import { createOAuthStates } from './oauth/oauth-states';
import { createCodeSignIn } from './one-time-code';
import { createPasskeys } from './passkey';
import { createPasswordSignIn } from './password';
import { createResolveAccount } from './resolve-account';
import { submitTotp } from './second-factor';
import { signUpAnonymously } from './sign-up-anonymously';
import { upgradeAnonymous } from './upgrade';

const [oldServer, newServer] = ['https://x.test', 'https://y.test'];
const newSite = 'https://app.y.test/handler';
const code = 'k'.repeat(45);
const email = 'ada@x.io';
const password = 'correct horse';
const entry = { connectionId: 'c', windowId: 'w' };
const access = accessToken(someDay + 600_000, sampleUser.id);
const success = () => response({ success: true });

const passkeyOptions = {
  rp: { name: 'Shop', id: 'x.test' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'Ada' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred', requireResidentKey: false },
};
const registered = {
  id: 'cGFzc2tleQ',
  rawId: 'cGFzc2tleQ',
  type: 'public-key',
  response: { attestationObject: 'YQ', clientDataJSON: 'Yg' },
  clientExtensionResults: {},
};

const answers = {
  '/auth/cli': () => response({ polling_code: code, login_code: code, expires_at: '2026-11-20T12:10:00.000Z' }),
  '/auth/cli/poll': () => response({ status: 'success', refresh_token: 'refresh-1' }),
  '/cli/complete': success,
  '/projects/current': () => response(sampleProject),
  '/auth/oauth/token': () => response({ access_token: access, refresh_token: 'refresh-1', token_type: 'bearer', expires_in: 599 }),
  '/otp/send-sign-in-code': () => response({ nonce: 'n'.repeat(39) }),
  '/otp/sign-in': () => response(signedInAnswer),
  '/password/sign-in': () => response(signedInAnswer),
  '/password/sign-up': () => response(signedInAnswer),
  '/password/send-reset-code': () => response({ success: 'maybe, only if user with e-mail exists' }),
  '/password/reset': success,
  '/mfa/sign-in': () => response(signedInAnswer),
  '/anonymous/sign-up': () => response(signedInAnswer),
  '/contact-channels/verify': success,
  '/accept/details': () => response({ team_id: sampleUser.id, team_display_name: 'Engines' }),
  '/team-invitations/accept': () => response({}),
  '/passkey/initiate-passkey-registration': () => response({ options_json: passkeyOptions, code }),
  '/passkey/register': () => response({ user_handle: 'dXNlcg' }),
  'DELETE /users/me': success,
};

/** Everything that a sign-in method may need; `onPause` is called at every `await`. */
function setUp(onPause: () => void, second: boolean) {
  const wanted = { '/password/sign-in': () => knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, { attempt_code: code }) };
  const answer = serviceOf(second ? { ...answers, ...wanted } : answers);
  const scene = signInScene(
    (request, number) => {
      onPause();
      return answer(request, number);
    },
    { clock: createFakeClock({ hasteUpTo: 2_000 }), features: ['anonymous-opt-in'] },
  );
  scene.server.url = oldServer;
  const paused =
    <A extends unknown[], R>(operation: (...values: A) => Promise<R>) =>
    async (...values: A): Promise<R> => {
      onPause();
      const found = await operation(...values);
      onPause();
      return found;
    };
  scene.secrets.get = paused(scene.secrets.get);
  scene.secrets.set = paused(scene.secrets.set);
  const opened: string[] = [];
  const copier = { copy: async () => undefined, close: async () => undefined };
  const browser = createBrowserFlows({
    goAddress: async (url) => url,
    flows: scene.signInDeps.flows,
    clock: scene.clock,
    copier,
    openUrl: paused(async (url) => void opened.push(url)),
  });
  const offered: PasskeyRequest[] = [];
  const shared = {
    callbackServer: { listenFor: paused(async () => 'http://localhost:47810'), likelyOrigin: () => 'http://localhost:47810' },
    readTrustSettings: paused(createReadTrustSettings(scene.signInDeps.sender, scene.signInDeps.sessions.target)),
    destinationOf: scene.signInDeps.destinationOf,
    handlerBaseOf: () => '/handler',
  };
  // The user chose the new server's site for its emails.
  const choices = callbackPurposes.map((purpose) => [`callback.${purpose}`, { place: newSite, destination: newServer }] as const);
  const viewState = memoryViewState(Object.fromEntries(choices));
  // Slow enough that a move is complete before what was read is used.
  viewState.read = paused(async () => {
    await settle();
    return viewState.kept;
  });
  const sites = createProjectSites({ ...shared, viewState });
  const places = { remember: async () => undefined };
  const parts = {
    ...scene.signInDeps,
    ...shared,
    callbackAddress: paused(createCallbackAddresses({ ...shared, viewState, sites, places }).address),
    hasFeature: paused(scene.signInDeps.hasFeature),
    sites,
    trustedRedirect: paused(createTrustedRedirect(shared.readTrustSettings)),
    pages: { offer: (request: PasskeyRequest) => `/latchkey/passkey/${offered.push(request)}` },
    environmentOf: () => 'development' as const,
    transport: scene.transport,
    states: createOAuthStates({
      secrets: scene.secrets,
      clock: scene.clock,
      file: memoryFile<never[]>([]) as never,
      pendingWrites: createPendingWrites(),
    }),
    browser,
  };
  const codes = createCodeSignIn(parts);
  const oauth = createOAuth(parts);
  const use = (kind: LinkKind) =>
    acceptLink(
      {
        ...parts,
        codes,
        oauth,
        resolveAccount: createResolveAccount(parts, parts.accounts),
        trustedRedirect: parts.trustedRedirect,
        hostConfirmations: { request: paused(async () => undefined) },
        translator: () => createTranslator('en'),
      },
      heldLink(kind, { code }),
      { ...entry, password, signal: new AbortController().signal },
    );
  const finished = async (step: Promise<BrowserStep>): Promise<SignInStep> => browser.wait((await step).flowId, 'w');
  const flowOf = async (step: Promise<SignInStep>): Promise<string> => {
    const found = await step;
    if (!('flowId' in found)) throw new Error('no flow');
    return found.flowId;
  };
  /** Simulates the service's callback for the window that waits. */
  const returned = async (step: Promise<BrowserStep>): Promise<SignInStep> => {
    const { flowId } = await step;
    const state = new URL(opened.at(-1) ?? '').searchParams.get('state');
    const link = { kind: 'oauth-callback', code, state, host: null, base: null, connectionHint: 'c', returnTo: null, error: null } as const;
    await oauth.handleCallback(link);
    return browser.wait(flowId, 'w');
  };
  /** Like an edit: deletes the accounts before the connection points elsewhere, and those that were added in between after it. */
  const move = async () => {
    await scene.signInDeps.sessions.forgetConnection('c');
    scene.server.url = newServer;
    await scene.signInDeps.sessions.forgetConnection('c');
  };
  return { ...scene, parts, codes, oauth, browser, offered, use, finished, returned, flowOf, move };
}

type Scene = ReturnType<typeof setUp>;

interface Way {
  readonly name: string;
  /** The account that is signed in before. */
  readonly account?: 'signed-in' | 'anonymous';
  readonly second?: boolean;
  readonly run: (scene: Scene, accountId: string) => Promise<unknown>;
}

const ways: readonly Way[] = [
  { name: 'password', run: ({ parts }) => createPasswordSignIn(parts).signIn({ ...entry, email, password }) },
  { name: 'sign-up', run: ({ parts }) => createPasswordSignIn(parts).signUp({ ...entry, email, password }) },
  { name: 'reset email', run: ({ parts }) => createPasswordSignIn(parts).forgot({ ...entry, email }) },
  {
    name: 'reset email again',
    async run({ parts, flowOf, clock }) {
      const passwords = createPasswordSignIn(parts);
      const flowId = await flowOf(passwords.forgot({ ...entry, email }));
      await clock.advance(60_000);
      return passwords.resend(flowId, 'w');
    },
  },
  {
    name: 'one-time code',
    async run({ codes, flowOf, clock }) {
      const flowId = await flowOf(codes.send({ ...entry, email }));
      await clock.advance(60_000);
      await codes.resend(flowId, 'w');
      return codes.submit(flowId, 'w', 'abc123');
    },
  },
  { name: 'sign-in link', run: ({ codes }) => codes.withLink(entry, code) },
  {
    name: 'authentication code',
    second: true,
    run: async ({ parts, flowOf }) =>
      submitTotp(parts, await flowOf(createPasswordSignIn(parts).signIn({ ...entry, email, password })), 'w', '123456'),
  },
  { name: 'anonymous account', run: ({ parts }) => signUpAnonymously(parts, 'c') },
  { name: 'upgrade', account: 'anonymous', run: ({ parts }, accountId) => upgradeAnonymous(parts, { accountId, email, password }) },
  { name: 'CLI login', run: ({ parts, finished }) => finished(signInWithCli(parts, entry, 'https://app.example')) },
  { name: 'a provider', run: ({ oauth, returned }) => returned(oauth.signIn(entry, 'github')) },
  {
    name: 'connecting a provider',
    account: 'signed-in',
    run: ({ oauth, returned }, accountId) => returned(oauth.link(entry, accountId, 'github', undefined)),
  },
  {
    name: 'passkey registration',
    account: 'signed-in',
    async run({ parts, offered, browser }, accountId) {
      const { flowId } = await createPasskeys(parts).register(entry, accountId, false);
      offered[0]?.accept(registered);
      return browser.wait(flowId, 'w');
    },
  },
  {
    name: 'deleting the user',
    account: 'signed-in',
    run: ({ parts }, accountId) => deleteUser(parts, { accountId, typed: sampleUser.primary_email ?? '' }),
  },
  { name: 'a sign-in link', run: ({ use }) => use('magic-link') },
  { name: 'a verification link', run: ({ use }) => use('email-verification') },
  { name: 'a reset link', run: ({ use }) => use('password-reset') },
  { name: 'a program’s sign-in', account: 'signed-in', run: ({ use }) => use('cli-auth-confirm') },
  { name: 'an invitation', account: 'signed-in', run: ({ use }) => use('team-invitation') },
];

async function prepared(way: Way, onPause: () => void) {
  const scene = setUp(onPause, way.second === true);
  const accountId = way.account === undefined ? '' : await scene.add();
  if (way.account === 'anonymous') {
    const noMethods = { auth_with_email: false, has_password: false };
    await scene.signInDeps.sessions.describe('c', { ...sampleUser, ...noMethods, is_anonymous: true });
  }
  return { scene, accountId };
}

/** Runs a sign-in method and moves the connection at the given moment; returns null if the method ended before. */
async function runMovedAt(way: Way, moment: number) {
  let moments = 0;
  let moving: Promise<void> | null = null;
  const onPause = () => {
    moments += 1;
    if (moments === start + moment) moving = scene.move();
  };
  let start = Number.POSITIVE_INFINITY;
  const { scene, accountId } = await prepared(way, onPause);
  start = moments;
  await Promise.allSettled([way.run(scene, accountId)]);
  if (moving === null) return null;
  await moving;
  await settle();
  const { requests } = scene.transport;
  const reached = requests.filter(({ url }) => url.startsWith(newServer)).map(({ method, url }) => `${method} ${url}`);
  const redirects = requests.filter(({ body }) => body?.includes(newSite)).map(({ url }) => url);
  return { reached, redirects, accounts: scene.accounts() };
}

test.each(ways)('$name: nothing reaches the new server, no email redirects to its site, and no account is left there', async (way) => {
  for (let moment = 1; ; moment += 1) {
    const found = await runMovedAt(way, moment);
    if (found === null) return expect(moment).toBeGreaterThan(1);
    expect([moment, found]).toEqual([moment, { reached: [], redirects: [], accounts: [] }]);
  }
});

test.each(ways)('$name: works while the connection stays where it is', async (way) => {
  const { scene, accountId } = await prepared(way, () => undefined);
  await way.run(scene, accountId);
  expect(scene.transport.requests.every(({ url }) => url.startsWith(oldServer))).toBe(true);
});

test('stores no token when the connection points elsewhere before the account is added', async () => {
  const { scene } = await prepared({ name: '', run: async () => undefined }, () => undefined);
  const place = { connectionId: 'c', destination: newServer };
  let stored = 0;
  scene.secrets.set = async () => {
    stored += 1;
  };
  expect(await reportOf(finishSignIn(scene.signInDeps, place, signedInAnswer, { isNewUser: false }))).toEqual({
    code: 'connection-changed',
  });
  expect([stored, scene.accounts()]).toEqual([0, []]);
});
