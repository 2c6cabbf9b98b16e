/** States of OAuth sign-ins that wait for their callback, kept also across a restart of the app. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readAs } from '#contract/dispatch.ts';
import { oauthStateMillis } from '#contract/limits.ts';
import type { Clock, SecretStore } from '../../ports/ports';
import type { PendingWrites } from '../../runtime/pending';
import { type JsonFile, jsonFile, type UnreadableFile } from '../../storage/json-file';
import { movableFile } from '../../storage/movable-file';

const pendingOAuth = z.strictObject({
  connectionId: z.string(),
  /** The account to which a provider is connected; null for a sign-in. */
  accountId: z.string().nullable(),
  provider: z.string(),
  /** The server and project with which the code is exchanged. */
  destination: z.string().nullable(),
  verifier: z.string(),
  /** The redirect URI exactly as it was sent to the authorize endpoint. */
  redirectUri: z.string(),
});
export type PendingOAuth = z.output<typeof pendingOAuth>;

/** Names of items in the secret store, with the time when they expire in milliseconds since the epoch. */
const index = z.array(z.strictObject({ item: z.string(), until: z.int() }));
export type StateIndex = z.output<typeof index>;

/** Stores pending sign-ins. All methods throw the secret store's codes. */
export interface OAuthStates {
  /** Stores a sign-in for one hour. */
  keep(state: string, pending: PendingOAuth): Promise<void>;
  /** Returns the sign-in of a state; null for an unknown state. */
  find(state: string): Promise<PendingOAuth | null>;
  /** Returns the sign-in like `find` and removes it, so that only one caller gets it. */
  take(state: string): Promise<PendingOAuth | null>;
  /** Removes sign-ins that expired while the app wasn't running. */
  load(): Promise<void>;
}

export interface OAuthStatesDeps {
  readonly secrets: SecretStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly file: JsonFile<StateIndex>;
  /** Receives every change, so that the app waits for those whose caller doesn't. */
  readonly pendingWrites: Pick<PendingWrites, 'add'>;
}

/** Returns the file with the list of items of earlier processes. */
export function stateIndexOnDisk(folder: string, clock: Clock, onUnreadableFile: (what: UnreadableFile) => void): JsonFile<StateIndex> {
  const path = join(folder, 'oauth-states.json');
  return jsonFile({ path, format: 'latchkey/oauth-states', version: 1, schema: index, initial: [] }, clock, onUnreadableFile);
}

/** Returns the file with the list of items. It is kept in memory without a keychain, because then no sign-in survives a restart. */
export function stateIndexFile(
  folder: string,
  secrets: Pick<SecretStore, 'kind' | 'onMove'>,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<StateIndex> {
  const disk = stateIndexOnDisk(folder, clock, onUnreadableFile);
  const file = movableFile<StateIndex>(disk, [], secrets.kind === 'memory' ? 'memory' : 'disk');
  secrets.onMove?.((to) => file.moveTo(to === 'memory' ? 'memory' : 'disk'));
  return file;
}

export function createOAuthStates({ secrets, clock, file, pendingWrites }: OAuthStatesDeps): OAuthStates {
  const taken = new Set<string>();
  const remove = async (items: readonly string[]) => {
    for (const item of items) await secrets.delete(item);
    if (items.length > 0) await file.update((known) => known.filter(({ item }) => !items.includes(item)));
  };
  const outdated = async () => (await file.read()).filter(({ until }) => until <= clock.now()).map(({ item }) => item);
  const read = async (item: string): Promise<PendingOAuth | null> => {
    if (taken.has(item)) return null;
    const [, savedAt = '', text = ''] = /^(\d+) (.*)$/s.exec((await secrets.get(item)) ?? '') ?? [];
    if (text === '' || clock.now() - Number(savedAt) > oauthStateMillis) return null;
    const found = readAs(pendingOAuth, parsed(text));
    return found.ok ? found.value : null;
  };

  const keep = async (state: string, pending: PendingOAuth): Promise<void> => {
    const item = itemOf(state);
    // Listed first, so that a crash leaves no item that is never removed.
    await file.update((known) => [...known, { item, until: clock.now() + oauthStateMillis }]);
    await secrets.set(item, `${clock.now()} ${JSON.stringify(pending)}`);
    await remove(await outdated());
  };
  const take = async (state: string): Promise<PendingOAuth | null> => {
    const item = itemOf(state);
    const found = await read(item);
    // Another caller may have read it before either of them took it.
    if (found === null || taken.has(item)) return null;
    taken.add(item);
    await remove([item]).catch((thrown) => {
      taken.delete(item);
      throw thrown;
    });
    return found;
  };

  return {
    keep: (state, pending) => pendingWrites.add(keep(state, pending)),
    find: (state) => read(itemOf(state)),
    take: (state) => pendingWrites.add(take(state)),
    load: () => pendingWrites.add(outdated().then(remove)),
  };
}

/** Returns the name of a state's item. Hashed, because states are secret and the list of items isn't. */
function itemOf(state: string): string {
  return `oauth/${createHash('sha256').update(state).digest('hex')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
