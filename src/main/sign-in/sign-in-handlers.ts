/** Handlers of the bridge's `signIn` calls. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { BrowserStep, SignedInStep, SignInStep } from '#contract/bridge/sign-in.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { ProjectSites } from '../callback/project-sites';
import type { ReadTrustSettings } from '../callback/project-trust';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import { type DestinationOf, pinConnection } from '../records/pinned-connection';
import type { Topic } from '../runtime/topics';
import { assertNotImpersonated } from '../session/sessions';
import type { BrowserFlows } from './browser-flows';
import type { SignInRequest } from './complete-sign-in';
import type { Flows } from './flows';
import type { OAuth } from './oauth/oauth';
import type { CodeSignIn } from './one-time-code';
import { accountPageOf, type Passkeys } from './passkey';
import type { PasswordSignIn } from './password';
import type { Upgrade } from './upgrade';

export interface SignInHandlersDeps {
  readonly flows: Flows;
  readonly accounts: Topic<Account[]>;
  readonly destinationOf: DestinationOf;
  readonly password: PasswordSignIn;
  readonly codes: CodeSignIn;
  readonly oauth: OAuth;
  readonly passkeys: Passkeys;
  readonly browser: BrowserFlows;
  readonly readTrustSettings: ReadTrustSettings;
  readonly sites: ProjectSites;
  readonly openUrl: Ports['openUrl'];
  readonly submitTotp: (flowId: string, windowId: string, typed: string) => Promise<SignInStep>;
  readonly checkChange: Gateway['checkChange'];
  readonly signUpAnonymously: (connectionId: string) => Promise<SignedInStep>;
  readonly upgradeAnonymous: (upgrade: Upgrade) => Promise<SignedInStep>;
  readonly signInWithCli: (request: SignInRequest, appUrl: string | undefined) => Promise<BrowserStep>;
}

/** Creates the handlers of the bridge's `signIn` calls. */
export function createSignInHandlers(deps: SignInHandlersDeps): Handlers<Bridge, Caller>['signIn'] {
  const { flows, accounts, password, codes, oauth, passkeys, browser } = deps;
  /** Requires presence where the connection checks it. Returns the ID of the account's connection. */
  const check = (name: keyof typeof signInChanges, input: ServiceCall['input'], accountId: string, caller: Caller): string => {
    const connectionId = connectionOf(accounts, accountId);
    deps.checkChange({ name, endpoint: signInChanges[name], actor: 'account', connectionId, accountId, input }, caller);
    return connectionId;
  };
  const resenders = { code: codes.resend, reset: password.resend };
  return {
    withPassword: (credentials, { windowId }) => password.signIn({ ...credentials, windowId }),
    signUp: (credentials, { windowId }) => password.signUp({ ...credentials, windowId }),
    sendCode: (request, { windowId }) => codes.send({ ...request, windowId }),
    submitCode: ({ flowId, code }, { windowId }) => codes.submit(flowId, windowId, code),
    submitTotp: ({ flowId, totp }, { windowId }) => deps.submitTotp(flowId, windowId, totp),
    resend: ({ flowId }, { windowId }) => resenders[flows.find(flowId, windowId, 'code', 'reset').pending.kind](flowId, windowId),
    anonymous: ({ connectionId }) => deps.signUpAnonymously(connectionId),
    upgrade: async (request, caller) => {
      const { accountId, email } = request;
      if (accounts.get().value.some(({ id }) => id === accountId)) check('auth.setPassword', { body: { email } }, accountId, caller);
      return deps.upgradeAnonymous(request);
    },
    forgotPassword: (request, { windowId }) => password.forgot({ ...request, windowId }),
    withProvider: ({ connectionId, provider, goTo }, { windowId }) => oauth.signIn({ connectionId, windowId }, provider, goTo),
    linkOAuth: async ({ accountId, provider, scope }, caller) => {
      const connectionId = check('oauth.authorize', { params: { provider_id: provider }, query: { scope } }, accountId, caller);
      return oauth.link({ connectionId, windowId: caller.windowId }, accountId, provider, scope);
    },
    withCli: ({ connectionId, appUrl }, { windowId }) => deps.signInWithCli({ connectionId, windowId }, appUrl),
    withPasskey: ({ connectionId }, { windowId }) => passkeys.signIn({ connectionId, windowId }),
    registerPasskey: async ({ accountId, replace }, caller) => {
      const connectionId = check('passkeys.register', { query: { replace } }, accountId, caller);
      return passkeys.register({ connectionId, windowId: caller.windowId }, accountId, replace);
    },
    openAccountPage: async ({ connectionId }) => {
      await deps.openUrl(await accountPageOf(deps, pinConnection(deps, { connectionId })));
      return null;
    },
    wait: ({ flowId }, { windowId }) => browser.wait(flowId, windowId),
    openAgain: async ({ flowId }, { windowId }) => {
      await browser.openAgain(flowId, windowId);
      return null;
    },
    copyLink: async ({ flowId }, { windowId }) => ({ link: await browser.copyLink(flowId, windowId) }),
    cancel: async ({ flowId }, { windowId }) => {
      browser.cancel(flowId, windowId);
      return null;
    },
  };
}

/** Calls of the bridge that change how a user signs in. */
const signInChanges = {
  'auth.setPassword': catalog.auth.setPassword,
  'oauth.authorize': catalog.oauth.authorize,
  'passkeys.register': catalog.passkeys.register,
} as const;

/** Returns the connection ID of an account whose sign-in is about to change. Throws `unknown-account` and `impersonating`. */
function connectionOf(accounts: Topic<Account[]>, accountId: string): string {
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  assertNotImpersonated(account);
  return account.connectionId;
}
