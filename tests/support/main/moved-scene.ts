/** A connection that changes its server while the user signs in. */
import { callbackPurposes } from '#contract/bridge/callbacks.ts';
import type { LinkKind } from '#contract/bridge/links.ts';
import type { BrowserStep, SignInStep } from '#contract/bridge/sign-in.ts';
import { createCallbackAddresses } from '#main/callback/callback-address.ts';
import type { PasskeyRequest } from '#main/callback/passkey-pages.ts';
import { createProjectSites } from '#main/callback/project-sites.ts';
import { createReadTrustSettings, createTrustedRedirect } from '#main/callback/project-trust.ts';
import { acceptLink } from '#main/links/accept-link.ts';
import { createPendingWrites } from '#main/runtime/pending.ts';
import { createResolveAccount } from '#main/sign-in/anonymous.ts';
import { createBrowserFlows } from '#main/sign-in/browser-flows.ts';
import { createOAuth } from '#main/sign-in/oauth/oauth.ts';
import { createOAuthStates } from '#main/sign-in/oauth/oauth-states.ts';
import { createCodeSignIn } from '#main/sign-in/one-time-code.ts';
import { memoryFile } from '#main/storage/json-file.ts';
import { createTranslator } from '#messages/translator.ts';
import { createFakeClock, settle, someDay } from '../fake-clock';
import { passkeyOptions } from '../samples/sample-passkey';
import { sampleProject } from '../samples/sample-project';
import { sampleUser } from '../samples/sample-user';
import { heldLink } from '../service/held-link';
import { memoryViewState } from './memory-view-state';
import { serviceOf, signedInAnswer, signInScene } from './sign-in-scene';
import { accessToken, knownError, response } from './test-ports';

export const [oldServer, newServer] = ['https://x.test', 'https://y.test'];
export const newSite = 'https://app.y.test/handler';
export const code = 'k'.repeat(45);
export const email = 'ada@x.io';
export const password = 'correct horse';
export const entry = { connectionId: 'c', windowId: 'w' };
const access = accessToken(someDay + 600_000, sampleUser.id);
const success = () => response({ success: true });

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
export function setUp(onPause: () => void, second: boolean) {
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
  const handlerSites = { remember: async () => undefined };
  const parts = {
    ...scene.signInDeps,
    ...shared,
    callbackAddress: paused(createCallbackAddresses({ ...shared, viewState, sites, handlerSites }).address),
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

export type Scene = ReturnType<typeof setUp>;
