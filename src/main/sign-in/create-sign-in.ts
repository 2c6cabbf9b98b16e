/** Sign-in by every method, and the bridge's calls about accounts. */
import type { Bridge } from '../../contract/bridge/index';
import type { Feature } from '../../contract/features';
import type { Handlers } from '../../contract/kit';
import type { Callback } from '../callback/create-callback';
import type { Connections } from '../connections/records/connections';
import type { SecretCopier } from '../gateway/copy-secret';
import { assertWritable } from '../gateway/safety';
import type { Ports, SecretStore } from '../ports';
import type { Sender } from '../remote/send';
import type { Caller } from '../runtime/caller';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import { createAccountHandlers } from './account-handlers';
import { createBrowserFlows } from './browser-flows';
import type { SignInDeps } from './complete-sign-in';
import { createFlows } from './flows';
import { createOAuth, type OAuth } from './oauth/oauth';
import { createOAuthStates, type OAuthStates, stateIndexFile } from './oauth/oauth-states';
import { type CodeSignIn, createCodeSignIn } from './one-time-code';
import { createPasskeys } from './passkey';
import { createPasswordSignIn } from './password';
import { createResolveAccount, type ResolveAccount } from './resolve-account';
import { createSignInHandlers } from './sign-in-handlers';

export interface SignInDomainDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'transport' | 'clipboard'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
  readonly secrets: SecretStore;
  readonly sender: Sender;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly copier: SecretCopier;
  readonly callback: Callback;
}

export interface SignIn {
  /** Dependencies for completing a sign-in, shared with links and the sandbox. */
  readonly signInDeps: SignInDeps;
  readonly codes: CodeSignIn;
  readonly oauth: OAuth;
  readonly oauthStates: OAuthStates;
  readonly resolveAccount: ResolveAccount;
  /** Ends the flows of a window. */
  forgetWindow(windowId: string): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'accounts' | 'signIn'>;
}

/** Creates the domain. */
export function createSignIn(deps: SignInDomainDeps): SignIn {
  const { ports, runtime, secrets, sender, connections, sessions, callback } = deps;
  const { clock, profileFolder, transport } = ports;
  const { destinationOf, handlerBaseOf } = connections;
  const { readTrustSettings, trustedRedirect, openUrl, goAddress, sites } = callback;
  const { accounts } = runtime.topics;
  const flows = createFlows(clock, runtime.newId, destinationOf);
  const signInDeps: SignInDeps = {
    sender,
    sessions,
    clock,
    flows,
    destinationOf,
    assertWritable: (connectionId) => assertWritable(connections.find(connectionId)),
    callbackAddress: callback.addresses.address,
  };
  const copier = ports.clipboard === null ? null : deps.copier;
  const browser = createBrowserFlows({ flows, clock, openUrl, copier, goAddress });
  const file = stateIndexFile(profileFolder, secrets.kind, clock, runtime.onUnreadableFile);
  const states = createOAuthStates({ secrets, clock, file });
  const callbackServer = callback.server;
  const oauth = createOAuth({
    ...signInDeps,
    transport,
    callbackServer,
    browser,
    states,
    readTrustSettings,
    trustedRedirect,
    handlerBaseOf,
  });
  const passkeys = createPasskeys({
    ...signInDeps,
    callbackServer,
    pages: callback.passkeyPages,
    browser,
    readTrustSettings,
    environmentOf: (connectionId) => connections.find(connectionId).environment,
  });
  const codes = createCodeSignIn(signInDeps);
  const resolveAccount = createResolveAccount(signInDeps, accounts);
  const hasFeature = async (connectionId: string, feature: Feature) =>
    (await (await sessions.target(connectionId)).features?.())?.[feature] === true;
  return {
    signInDeps,
    codes,
    oauth,
    oauthStates: states,
    resolveAccount,
    forgetWindow: flows.forgetWindow,
    handlers: {
      accounts: createAccountHandlers({ accounts, sessions, signInDeps, resolveAccount, pendingWrites: runtime.pendingWrites }),
      signIn: createSignInHandlers({
        signInDeps: { ...signInDeps, accounts, hasFeature },
        password: createPasswordSignIn(signInDeps),
        codes,
        oauth,
        browser,
        readTrustSettings,
        sites,
        passkeys,
        openUrl,
      }),
    },
  };
}
