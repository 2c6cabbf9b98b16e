/** Dependencies of sessions in a single process without a profile folder. */

import { createTopic } from '../../src/main/runtime/topics';
import { noAccounts } from '../../src/main/session/accounts-file';
import type { SessionsDeps } from '../../src/main/session/sessions';
import { noRefreshLock } from '../../src/main/session/token-store';
import { memoryFile } from '../../src/main/storage/json-file';

const never = () => () => undefined;

/** Releases without any detected features. */
export const undetected: SessionsDeps['releases'] = { known: async () => ({ release: null, features: {}, at: 0 }) };

/** A topic of clocks that no window sees. */
export const unseenClocks = (): SessionsDeps['clocks'] => createTopic('connections.clocks', [], () => undefined);

export function alone(): Pick<SessionsDeps, 'file' | 'onFileChange' | 'revisions' | 'lock' | 'releases' | 'clocks'> {
  return {
    file: memoryFile(noAccounts),
    onFileChange: never,
    revisions: { bump: async () => undefined, onForeignChange: never },
    lock: noRefreshLock,
    releases: undetected,
    clocks: unseenClocks(),
  };
}
