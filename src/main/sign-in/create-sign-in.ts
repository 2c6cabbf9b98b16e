/** Sign-in by every method, and the bridge's calls about accounts. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { Callback } from '../callback/create-callback';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { PendingWrites } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import { createResolveAccount, type ResolveAccount, signUpAnonymously } from './anonymous';
import { createBrowserFlows } from './browser-flows';
import { signInWithCli } from './cli-login';
import { type DeleteUserDeps, deleteUser } from './delete-user';
import { createFlows } from './flows';
import { createOAuth, type OAuth } from './oauth/oauth';
import { createOAuthStates, type OAuthStates, stateIndexFile } from './oauth/oauth-states';
import { type CodeSignIn, createCodeSignIn } from './one-time-code';
import { createPasskeys } from './passkey';
import { createPasswordSignIn } from './password';
import { createSignInHandlers } from './sign-in-handlers';
import { createTwoFactorHandlers, submitTotp } from './two-factor-setup';
import { type UpgradeDeps, upgradeAnonymous } from './upgrade';

export interface SignInDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'transport' | 'clipboard' | 'random'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
  readonly secrets: SecretStore;
  readonly sender: Sender;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly gateway: Pick<Gateway, 'copier' | 'assertWritable' | 'sendWrite' | 'checkChange'>;
  readonly callback: Callback;
}

export interface SignIn {
  readonly codes: CodeSignIn;
  readonly oauth: OAuth;
  readonly oauthStates: OAuthStates;
  readonly resolveAccount: ResolveAccount;
  /** Ends the flows of a window. */
  forgetWindow(windowId: string): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'accounts' | 'signIn' | 'twoFactor'>;
}

/** Creates the domain. */
export function createSignIn(deps: SignInDeps): SignIn {
  const { ports, runtime, secrets, sender, connections, sessions, gateway, callback } = deps;
  const { clock, profileFolder, transport } = ports;
  const { topics, newId, onUnreadableFile, pendingWrites } = runtime;
  const accounts = topics['accounts.list'];
  const { destinationOf, handlerBaseOf } = connections;
  const { assertWritable, sendWrite } = gateway;
  const { server: callbackServer, readTrustSettings, trustedRedirect, openUrl, goAddress, sites } = callback;
  const callbackAddress = callback.addresses.address;
  const flows = createFlows(clock, newId, destinationOf);
  const copier = ports.clipboard === null ? null : gateway.copier;
  const browser = createBrowserFlows({ flows, clock, openUrl, copier, goAddress });
  const file = stateIndexFile(profileFolder, secrets, clock, onUnreadableFile);
  const states = createOAuthStates({ secrets, clock, file, pendingWrites });
  const finishing = { sender, sessions, destinationOf };
  const completing = { ...finishing, flows, clock };
  const redirecting = { callbackServer, browser, readTrustSettings, assertWritable };
  const oauth = createOAuth({ ...completing, ...redirecting, transport, states, trustedRedirect, handlerBaseOf });
  const environmentOf = (connectionId: string) => connections.find(connectionId).environment;
  const passkeys = createPasskeys({ ...completing, ...redirecting, pages: callback.passkeyPages, sendWrite, environmentOf });
  const codes = createCodeSignIn({ ...completing, callbackAddress });
  const password = createPasswordSignIn({ ...completing, callbackAddress, assertWritable });
  const resolveAccount = createResolveAccount({ ...finishing, assertWritable }, accounts);
  const upgrading = { ...finishing, assertWritable, sendWrite, accounts, callbackAddress, hasFeature: createHasFeature(sessions) };
  return {
    codes,
    oauth,
    oauthStates: states,
    resolveAccount,
    forgetWindow: flows.forgetWindow,
    handlers: {
      accounts: createAccountHandlers({ accounts, sender, sessions, pendingWrites, sendWrite, checkChange: gateway.checkChange }),
      signIn: createSignInHandlers({
        flows,
        accounts,
        destinationOf,
        password,
        codes,
        oauth,
        passkeys,
        browser,
        readTrustSettings,
        sites,
        openUrl,
        submitTotp: (...args) => submitTotp(completing, ...args),
        signUpAnonymously: (connectionId) => signUpAnonymously({ ...finishing, assertWritable }, connectionId),
        checkChange: gateway.checkChange,
        upgradeAnonymous: (upgrade) => upgradeAnonymous(upgrading, upgrade),
        signInWithCli: (...args) => signInWithCli({ ...completing, browser, readTrustSettings, sites }, ...args),
      }),
      twoFactor: createTwoFactorHandlers({
        ...completing,
        accounts,
        assertWritable,
        checkChange: gateway.checkChange,
        sendWrite,
        copier,
        openUrl,
        random: ports.random,
      }),
    },
  };
}

/** Creates a function that resolves to whether the service of a connection is known to have a feature. */
function createHasFeature(sessions: Sessions): UpgradeDeps['hasFeature'] {
  return async (connectionId, feature) => (await (await sessions.target(connectionId)).features?.())?.[feature] === true;
}

/** Handlers of the bridge's calls about accounts. */
interface AccountHandlersDeps extends DeleteUserDeps {
  readonly sessions: Sessions;
  readonly pendingWrites: PendingWrites;
}

/** Creates the handlers of the bridge's `accounts` calls. */
function createAccountHandlers(deps: AccountHandlersDeps): Handlers<Bridge, Caller>['accounts'] {
  const { sessions, pendingWrites } = deps;
  return {
    async use({ accountId }) {
      await pendingWrites.add(sessions.use(accountId));
      return null;
    },
    signOut: ({ accountId }) => pendingWrites.add(sessions.signOut(accountId)),
    signOutAll: ({ connectionId }) => pendingWrites.add(sessions.signOutAll(connectionId)),
    async deleteUser(request, caller) {
      await pendingWrites.add(deleteUser(deps, request, caller));
      return null;
    },
  };
}
