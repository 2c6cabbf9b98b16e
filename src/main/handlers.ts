/** What answers each call of the bridge. */

import type { Diagnosis } from '../contract/bridge/diagnostics';
import type { Bridge } from '../contract/bridge/index';
import { fail } from '../contract/errors';
import type { Handlers } from '../contract/kit';
import type { CallbackAddresses } from './callback/callback-address';
import { type ConnectionHandlersDeps, connectionHandlers } from './connections/connection-handlers';
import { openInternalSandbox, openSandbox } from './connections/open-sandbox';
import type { SecretCopier } from './gateway/copy-secret';
import type { Safety } from './gateway/safety';
import type { SecretReferences } from './gateway/secret-references';
import type { SlowCalls } from './gateway/slow-calls';
import type { ChosenStore } from './keychain/choose-store';
import { type LinkHandlersDeps, linkHandlers } from './links/link-handlers';
import type { Ports } from './ports';
import type { Caller } from './runtime/caller';
import type { Notices } from './runtime/notices';
import { shareInFlight } from './runtime/pending';
import type { Topics } from './runtime/topics';
import type { SandboxProcess } from './sandbox/sandbox-process';
import type { Sessions } from './session/sessions';
import type { SettingsService } from './settings/settings';
import { placeOf } from './sign-in/complete-sign-in';
import { deleteUser } from './sign-in/delete-user';
import type { ResolveAccount } from './sign-in/resolve-account';
import { type SignInHandlersDeps, signInHandlers } from './sign-in/sign-in-handlers';

export interface HandlerDeps extends ConnectionHandlersDeps, SignInHandlersDeps, LinkHandlersDeps {
  readonly ports: Ports;
  readonly topics: Topics;
  readonly notices: Notices;
  readonly settings: SettingsService;
  readonly sessions: Sessions;
  readonly sandbox: SandboxProcess;
  readonly resolveAccount: ResolveAccount;
  readonly safety: Safety;
  readonly keychain: ChosenStore;
  readonly secretReferences: SecretReferences;
  readonly slowCalls: SlowCalls;
  readonly copier: SecretCopier;
  readonly callbacks: CallbackAddresses;
  readonly diagnose: (baseUrl: string) => Promise<Diagnosis>;
  readonly responds: (connectionId: string) => Promise<boolean>;
}

/** One function for each call of the contract. */
export function createHandlers(parts: HandlerDeps): Handlers<Bridge, Caller> {
  const { ports, topics, notices, settings, connections, sessions, sandbox, pendingWrites, slowCalls, viewState } = parts;
  return {
    app: {
      info: async () => ({
        version: ports.version,
        host: ports.host,
        platform: process.platform,
        profileFolder: ports.profileFolder,
        keychain: parts.keychain.store.kind,
        automation: ports.automation ?? false,
      }),
      notices: async () => topics.notices.get(),
      dismiss: async ({ id }) => done(notices.dismiss(id)),
      openWindow: async ({ path }) => ({ url: await ports.openWindow(path) }),
      run: async ({ id }, caller) => {
        if (ports.runCommand === null) throw fail('not-allowed');
        return done(await ports.runCommand(id, caller));
      },
    },
    connections: connectionHandlers(parts),
    safety: { confirm: async ({ id, typed }, { windowId }) => done(parts.safety.confirm(id, typed, windowId)) },
    accounts: {
      list: async () => topics.accounts.get(),
      use: async ({ accountId }) => done(await pendingWrites.add(sessions.use(accountId))),
      signOut: ({ accountId }) => pendingWrites.add(sessions.signOut(accountId)),
      signOutAll: ({ connectionId }) => pendingWrites.add(sessions.signOutAll(connectionId)),
      deleteUser: async (asked) => done(await pendingWrites.add(deleteUser(parts.signInDeps, asked))),
      need: ({ connectionId, orElse }) => pendingWrites.add(parts.resolveAccount(connectionId, orElse)),
    },
    signIn: signInHandlers(parts),
    links: linkHandlers(parts),
    callbacks: {
      choices: ({ connectionId, purpose }) => parts.callbacks.choices(connectionId, purpose),
      choose: async ({ connectionId, purpose, place }) =>
        done(await pendingWrites.add(parts.callbacks.choose(connectionId, purpose, place))),
      site: async ({ connectionId }) => ({ url: await parts.sites.read(placeOf(parts.signInDeps, { connectionId })) }),
      nameSite: async ({ connectionId, url }) => done(await pendingWrites.add(parts.callbacks.nameSite(connectionId, url))),
      address: async ({ connectionId, purpose }) => ({
        url: await parts.callbacks.address(placeOf(parts.signInDeps, { connectionId }), purpose),
      }),
    },
    sandbox: {
      read: async () => topics.sandbox.get(),
      open: shareInFlight(() =>
        openSandbox({ sandbox, connections, accounts: topics.accounts, signInDeps: parts.signInDeps, pendingWrites }),
      ),
      openInternal: shareInFlight(() =>
        openInternalSandbox({ sandbox, connections, accounts: topics.accounts, signInDeps: parts.signInDeps, pendingWrites }),
      ),
      restart: async () => done(await sandbox.start()),
    },
    secrets: secretHandlers(parts),
    diagnostics: {
      slowCalls: async () => topics.slowCalls.get(),
      cancel: async ({ id }) => done(slowCalls.cancel(id)),
      run: async ({ connectionId }) => parts.diagnose((await connections.target(connectionId)).baseUrl),
      reach: async ({ connectionId }) => ({ responds: await parts.responds(connectionId) }),
    },
    viewState: {
      read: ({ scope }) => viewState.read(scope),
      write: async ({ scope, key, value }) => done(await pendingWrites.add(viewState.write(scope, key, value))),
    },
    settings: { read: async () => topics.settings.get(), update: async (change) => done(await pendingWrites.add(settings.update(change))) },
  };
}

/** What answers the calls about secrets that a window holds only references to. */
export function secretHandlers({
  secretReferences,
  copier,
}: Pick<HandlerDeps, 'secretReferences' | 'copier'>): Handlers<Bridge, Caller>['secrets'] {
  return {
    copy: async ({ ref }, { windowId }) => done(await copier.copy(secretReferences.read(ref, windowId))),
    reveal: async ({ ref }, { windowId }) => ({ text: secretReferences.read(ref, windowId) }),
  };
}

function done(_result: unknown): null {
  return null;
}
