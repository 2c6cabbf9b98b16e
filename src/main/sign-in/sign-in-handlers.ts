/** Handlers of the bridge's `signIn` calls. */
import type { Account } from '../../contract/bridge/accounts';
import type { Bridge } from '../../contract/bridge/index';
import type { BrowserStep, SignedInStep, SignInStep } from '../../contract/bridge/sign-in';
import { fail } from '../../contract/errors';
import type { Handlers } from '../../contract/kit';
import type { ProjectSites } from '../callback/project-sites';
import type { ReadTrustSettings } from '../callback/project-trust';
import { type DestinationOf, placeOf } from '../connections/records/place';
import type { Ports } from '../ports';
import type { Caller } from '../runtime/caller';
import type { Topic } from '../runtime/topic';
import { assertNotImpersonated } from '../session/assert-not-impersonated';
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
  readonly signUpAnonymously: (connectionId: string) => Promise<SignedInStep>;
  readonly upgradeAnonymous: (upgrade: Upgrade) => Promise<SignedInStep>;
  readonly signInWithCli: (request: SignInRequest, appUrl: string | undefined) => Promise<BrowserStep>;
}

/** Creates the handlers of the bridge's `signIn` calls. */
export function createSignInHandlers(deps: SignInHandlersDeps): Handlers<Bridge, Caller>['signIn'] {
  const { flows, accounts, password, codes, oauth, passkeys, browser } = deps;
  const resenders = { code: codes.resend, reset: password.resend };
  return {
    withPassword: (credentials, { windowId }) => password.signIn({ ...credentials, windowId }),
    signUp: (credentials, { windowId }) => password.signUp({ ...credentials, windowId }),
    sendCode: (request, { windowId }) => codes.send({ ...request, windowId }),
    submitCode: ({ flowId, code }, { windowId }) => codes.submit(flowId, windowId, code),
    submitTotp: ({ flowId, totp }, { windowId }) => deps.submitTotp(flowId, windowId, totp),
    resend: ({ flowId }, { windowId }) => resenders[flows.find(flowId, windowId, 'code', 'reset').pending.kind](flowId, windowId),
    anonymous: ({ connectionId }) => deps.signUpAnonymously(connectionId),
    upgrade: (request) => deps.upgradeAnonymous(request),
    forgotPassword: (request, { windowId }) => password.forgot({ ...request, windowId }),
    withProvider: ({ connectionId, provider }, { windowId }) => oauth.signIn({ connectionId, windowId }, provider),
    linkOAuth: async ({ accountId, provider, scope }, { windowId }) =>
      oauth.link({ connectionId: connectionOf(accounts, accountId), windowId }, accountId, provider, scope),
    withCli: ({ connectionId, appUrl }, { windowId }) => deps.signInWithCli({ connectionId, windowId }, appUrl),
    withPasskey: ({ connectionId }, { windowId }) => passkeys.signIn({ connectionId, windowId }),
    registerPasskey: async ({ accountId, replace }, { windowId }) =>
      passkeys.register({ connectionId: connectionOf(accounts, accountId), windowId }, accountId, replace),
    openAccountPage: async ({ connectionId }) => {
      await deps.openUrl(await accountPageOf(deps, placeOf(deps, { connectionId })));
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

/** Returns the connection ID of an account whose sign-in is about to change. Throws `unknown-account` and `impersonating`. */
function connectionOf(accounts: Topic<Account[]>, accountId: string): string {
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  assertNotImpersonated(account);
  return account.connectionId;
}
