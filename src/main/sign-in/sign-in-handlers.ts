/** Handlers of the bridge's `signIn` calls. */
import type { Account } from '../../contract/bridge/accounts';
import type { Bridge } from '../../contract/bridge/index';
import { fail } from '../../contract/errors';
import type { Handlers } from '../../contract/kit';
import type { ProjectSites } from '../callback/project-sites';
import type { ReadTrustSettings } from '../callback/project-trust';
import { placeOf } from '../connections/records/place';
import type { Ports } from '../ports';
import type { Caller } from '../runtime/caller';
import type { Topic } from '../runtime/topic';
import { signUpWithoutName } from './anonymous';
import type { BrowserFlows } from './browser-flows';
import { signInWithCli } from './cli-login';
import type { SignInDeps } from './complete-sign-in';
import type { OAuth } from './oauth/oauth';
import type { CodeSignIn } from './one-time-code';
import { accountPageOf, type Passkeys } from './passkey';
import type { PasswordSignIn } from './password';
import { submitTotp } from './second-factor';
import { type UpgradeDeps, upgradeAnonymous } from './upgrade';

export interface SignInHandlersDeps {
  readonly signInDeps: SignInDeps & UpgradeDeps;
  readonly password: PasswordSignIn;
  readonly codes: CodeSignIn;
  readonly oauth: OAuth;
  readonly browser: BrowserFlows;
  readonly readTrustSettings: ReadTrustSettings;
  readonly sites: ProjectSites;
  readonly passkeys: Passkeys;
  readonly openUrl: Ports['openUrl'];
}

export function createSignInHandlers({
  signInDeps,
  password,
  codes,
  oauth,
  browser,
  readTrustSettings,
  sites,
  passkeys,
  openUrl,
}: SignInHandlersDeps): Handlers<Bridge, Caller>['signIn'] {
  const { flows } = signInDeps;
  const resenders = {
    code: codes.resend,
    reset: password.resend,
  };
  return {
    withPassword: (credentials, { windowId }) => password.signIn({ ...credentials, windowId }),
    signUp: (credentials, { windowId }) => password.signUp({ ...credentials, windowId }),
    sendCode: (request, { windowId }) => codes.send({ ...request, windowId }),
    submitCode: ({ flowId, code }, { windowId }) => codes.submit(flowId, windowId, code),
    submitTotp: ({ flowId, totp }, { windowId }) => submitTotp(signInDeps, flowId, windowId, totp),
    resend: ({ flowId }, { windowId }) => resenders[flows.find(flowId, windowId, 'code', 'reset').pending.kind](flowId, windowId),
    anonymous: ({ connectionId }) => signUpWithoutName(signInDeps, connectionId),
    upgrade: (request) => upgradeAnonymous(signInDeps, request),
    forgotPassword: (request, { windowId }) => password.forgot({ ...request, windowId }),
    withProvider: ({ connectionId, provider }, { windowId }) => oauth.signIn({ connectionId, windowId }, provider),
    linkOAuth: async ({ accountId, provider, scope }, { windowId }) =>
      oauth.link({ connectionId: connectionOf(signInDeps.accounts, accountId), windowId }, accountId, provider, scope),
    withCli: ({ connectionId, appUrl }, { windowId }) =>
      signInWithCli({ ...signInDeps, browser, readTrustSettings, sites }, { connectionId, windowId }, appUrl),
    withPasskey: ({ connectionId }, { windowId }) => passkeys.signIn({ connectionId, windowId }),
    registerPasskey: async ({ accountId, replace }, { windowId }) =>
      passkeys.register({ connectionId: connectionOf(signInDeps.accounts, accountId), windowId }, accountId, replace),
    openAccountPage: async ({ connectionId }) => {
      await openUrl(await accountPageOf({ readTrustSettings, sites }, placeOf(signInDeps, { connectionId })));
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

/** Returns the connection ID of an account. Throws `unknown-account`. */
function connectionOf(accounts: Topic<Account[]>, accountId: string): string {
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  return account.connectionId;
}
