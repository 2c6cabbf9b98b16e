/** Sign-ins that left for a provider: what must be kept until the browser comes back, also across a restart of the app. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readAs } from '../../../contract/dispatch';
import { oauthStateMillis } from '../../../contract/limits';
import type { Clock, SecretStore } from '../../ports';
import { type JsonFile, jsonFile, memoryFile, type UnreadableFile } from '../../storage/json-file';

const pendingOAuth = z.strictObject({
  connectionId: z.string(),
  /** The account a provider is linked to; null where somebody signs in. */
  accountId: z.string().nullable(),
  provider: z.string(),
  /** The server and the project that a code is exchanged with. */
  destination: z.string().nullable(),
  verifier: z.string(),
  /** The very text that the authorize endpoint was given. */
  redirectUri: z.string(),
});
export type PendingOAuth = z.output<typeof pendingOAuth>;

/** Names of items in the secret store with the moment they end, in milliseconds since the epoch. */
const index = z.array(z.strictObject({ item: z.string(), until: z.int() }));
export type StateIndex = z.output<typeof index>;

/** Fails with the secret store's codes. */
export interface OAuthStates {
  /** Keeps it for an hour. */
  keep(state: string, pending: PendingOAuth): Promise<void>;
  /** Null for a state of which nothing is known. */
  find(state: string): Promise<PendingOAuth | null>;
  /** The same, once: nobody finds it afterwards. */
  take(state: string): Promise<PendingOAuth | null>;
  /** Removes what ran out while the app was not there. */
  load(): Promise<void>;
}

export interface OAuthStatesDeps {
  readonly secrets: SecretStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly file: JsonFile<StateIndex>;
}

/** Without a keychain there is nothing to find after a restart. */
export function stateIndexFile(
  folder: string,
  kind: SecretStore['kind'],
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<StateIndex> {
  if (kind === 'memory') return memoryFile<StateIndex>([]);
  const path = join(folder, 'oauth-states.json');
  return jsonFile({ path, format: 'latchkey/oauth-states', version: 1, schema: index, initial: [] }, clock, onUnreadableFile);
}

export function createOAuthStates({ secrets, clock, file }: OAuthStatesDeps): OAuthStates {
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

  return {
    async keep(state, pending) {
      const item = itemOf(state);
      // Written down first, so that a crash leaves nothing that nobody removes.
      await file.update((known) => [...known, { item, until: clock.now() + oauthStateMillis }]);
      await secrets.set(item, `${clock.now()} ${JSON.stringify(pending)}`);
      await remove(await outdated());
    },
    find: (state) => read(itemOf(state)),
    async take(state) {
      const item = itemOf(state);
      const found = await read(item);
      // Another caller may have read it too, before either took it.
      if (found === null || taken.has(item)) return null;
      taken.add(item);
      await remove([item]).catch((thrown) => {
        taken.delete(item);
        throw thrown;
      });
      return found;
    },
    load: async () => remove(await outdated()),
  };
}

/** Lists of items are no secret; states are. */
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
