/** Dependencies of sessions in a single process without a profile folder. */

import { createTopic } from '#main/runtime/topics.ts';
import { noAccounts } from '#main/session/accounts-file.ts';
import type { SessionsDeps } from '#main/session/sessions.ts';
import { noRefreshLock } from '#main/session/token-store.ts';
import { memoryFile } from '#main/storage/json-file.ts';

const never = () => () => undefined;

/** Releases without any detected features. */
export const undetected: SessionsDeps['releases'] = { known: async () => ({ release: null, features: {}, at: 0 }) };

/** A topic of clocks that no window sees. */
export const unseenClocks = (): SessionsDeps['clocks'] => createTopic('connections.clocks', [], () => undefined);

export function inOneProcess(): Pick<SessionsDeps, 'file' | 'onFileChange' | 'revisions' | 'lock' | 'releases' | 'clocks'> {
  return {
    file: memoryFile(noAccounts),
    onFileChange: never,
    revisions: { bump: async () => undefined, onForeignChange: never },
    lock: noRefreshLock,
    releases: undetected,
    clocks: unseenClocks(),
  };
}
