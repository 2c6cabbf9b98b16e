/** Clearing the data of a profile: the request, which all processes of the profile follow, and what a keychain has kept. */

import { join } from 'node:path';
import type { Bridge } from '#contract/bridge/index.ts';
import type { KeptSession } from '#contract/bridge/local-data.ts';
import type { Handlers } from '#contract/definitions.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { Impersonation } from '../impersonation/create-impersonation';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import type { Topics } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import { watchFile } from '../storage/watch-file';
import { type Clearing, clearingFile, clearingFileName, isDue, withRequest } from './clearing-file';
import { type DeletePorts, deleteItems } from './delete-items';

/** Ends the sessions of a profile at their services before its data is cleared. */
interface EndSessionsDeps {
  readonly topics: Pick<Topics, 'accounts.list' | 'connections.list' | 'impersonations.list'>;
  readonly sessions: Pick<Sessions, 'signOut'>;
  /** Ends the impersonations on a connection. Never rejects. */
  readonly endImpersonations: (connectionId: string) => Promise<void>;
}

/** Ends impersonations, then signs out all accounts. Resolves to the sessions that weren't ended at their services. */
export async function endSessions({ topics, sessions, endImpersonations }: EndSessionsDeps): Promise<KeptSession[]> {
  const connections = topics['connections.list'].get().value;
  const nameOf = (connectionId: string) => connections.find(({ id }) => id === connectionId)?.name ?? '';
  await Promise.all(connections.map(({ id }) => endImpersonations(id)));
  const own = topics['accounts.list'].get().value.filter(({ impersonationId }) => impersonationId === undefined);
  const kept = await Promise.all(
    own.map(async ({ id, displayName, primaryEmail, connectionId }): Promise<KeptSession[]> => {
      // With tokens that can't be read, the session can't be ended.
      const ended = await sessions.signOut(id).catch(nullForAppError);
      return ended?.endedAtService ? [] : [{ user: displayName ?? primaryEmail, connection: nameOf(connectionId) }];
    }),
  );
  const impersonations = topics['impersonations.list'].get().value.map(({ displayName, primaryEmail, connectionName }) => ({
    user: displayName ?? primaryEmail,
    connection: connectionName,
  }));
  return [...kept.flat(), ...impersonations];
}

interface ClearingDeps {
  readonly ports: DeletePorts & Pick<Ports, 'restart'>;
  readonly runtime: Pick<Runtime, 'topics' | 'notices' | 'log' | 'pendingWrites' | 'onUnreadableFile'>;
  readonly sessions: Pick<Sessions, 'signOut'>;
  readonly impersonation: Pick<Impersonation, 'endAllOf'>;
}

interface LocalData {
  /** Starts to follow requests of other processes, and reports what this start has cleared, or null. */
  load(cleared: Clearing | null): Promise<void>;
  /** Stops following requests, because this process closes. */
  unfollow(): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'localData'>;
}

/** Creates the domain. Nothing is read yet. */
export function createLocalData({ ports, runtime, sessions, impersonation }: ClearingDeps): LocalData {
  const { profileFolder, clock } = ports;
  const { topics, notices, log, pendingWrites } = runtime;
  const file = clearingFile(profileFolder, clock, runtime.onUnreadableFile);
  let unfollow = () => {};
  let isRestarting = false;

  const restart = () => {
    if (isRestarting) return;
    isRestarting = true;
    ports.restart();
  };
  const follow = async () => {
    if (isDue(await file.read())) restart();
  };
  const report = ({ keychains, hasUnknown }: Clearing) => {
    log.write(keychains.length > 0 ? 'warn' : 'info', 'cleared', { left: keychains.flatMap(({ items }) => items).length, hasUnknown });
    if (keychains.length > 0) notices.add({ kind: 'secrets-left' });
    if (hasUnknown) notices.add({ kind: 'secrets-unknown' });
  };
  /** Tries again what a keychain has refused at an earlier start. */
  const deleteLeft = async () => {
    const mark = await file.read();
    if (mark?.step !== 'left') return;
    const keychains = await deleteItems(ports, mark.keychains, true);
    log.write('info', 'cleared-later', { left: keychains.flatMap(({ items }) => items).length });
    // Unless the user has requested to clear the data again.
    await file.update((now) => (now?.step !== 'left' ? now : keychains.length > 0 ? { ...now, keychains } : null));
  };

  return {
    async load(cleared) {
      unfollow = watchFile(join(profileFolder, clearingFileName), () => void follow().catch(() => undefined));
      if (cleared !== null) report(cleared);
      else void pendingWrites.add(deleteLeft()).catch(() => undefined);
      // It may have been requested before this process followed it.
      await follow();
    },
    unfollow: () => unfollow(),
    handlers: {
      localData: {
        endSessions: async () => ({
          kept: await pendingWrites.add(endSessions({ topics, sessions, endImpersonations: impersonation.endAllOf })),
        }),
        async clear() {
          await pendingWrites.add(file.update(withRequest));
          restart();
          return null;
        },
      },
    },
  };
}
