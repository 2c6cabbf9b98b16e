/** What was applied last to the project of each connection, in the encrypted records. */
import { type Base, base } from '#contract/configuration/base.ts';
import type { Push } from '#contract/definitions.ts';
import type { JournalRecords } from '../journal/journal-records';
import type { Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Runtime } from '../runtime/create-runtime';
import { inTime } from '../runtime/pending';

export interface StoredBasesDeps {
  readonly ports: Pick<Ports, 'clock'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log' | 'pendingWrites'>;
  readonly connections: Pick<Connections, 'destinationOf'>;
  readonly records: Pick<JournalRecords, 'request'>;
}

interface StoredBase {
  readonly timeMillis: number;
  readonly base: Base;
}

export interface StoredBases {
  /** Resolves to the base of the project that a connection points to; null without one, and where it can't be read. */
  read(connectionId: string): Promise<StoredBase | null>;
  /**
   * Replaces the base of a project, unless the connection leads to another one by now. Where it can't be stored, the next comparison is one of two
   * sides. Doesn't wait long for it.
   */
  put(project: { readonly connectionId: string; readonly destination: string | null }, base: Base): Promise<void>;
  /** Removes those of connections that were removed before. */
  clean(): Promise<void>;
  /** Adopts what the push is about: connections. */
  follow(push: Pick<Push, 'name'>): void;
}

/** Maximum milliseconds for which a comparison, or the end of an apply, waits for the library. */
const libraryMillis = 5_000;

/** Creates the store. Nothing is read before the first call, or `clean`. */
export function createStoredBases({ ports, runtime, connections, records }: StoredBasesDeps): StoredBases {
  const { topics, log, pendingWrites } = runtime;
  const ids = () => topics['connections.list'].get().value.map(({ id }) => id);
  const remove = async () => void (await records.request({ op: 'remove-bases', exceptConnections: ids() }));
  const failed = (what: string) => () => log.write('warn', 'base-failed', { what });
  let known: readonly string[] = [];
  return {
    // A list that couldn't be read is empty, and its connections may come back.
    clean: async () => (ids().length > 0 ? remove() : undefined),
    async read(connectionId) {
      const destination = connections.destinationOf(connectionId);
      if (destination === null) return null;
      const reading = records.request({ op: 'read-base', connectionId, destination });
      const stored = await inTime(reading, libraryMillis, ports.clock).catch(failed('read'));
      // One of a later version may have sections that this one doesn't know.
      const parsed = base.safeParse(stored?.base);
      return parsed.success && stored ? { timeMillis: stored.timeMillis, base: parsed.data } : null;
    },
    async put({ connectionId, destination }, next) {
      if (destination === null || connections.destinationOf(connectionId) !== destination) return;
      const timeMillis = Math.max(0, Math.round(ports.clock.now()));
      const storing = pendingWrites.add(records.request({ op: 'put-base', connectionId, destination, timeMillis, base: next }));
      await inTime(storing, libraryMillis, ports.clock).catch(failed('put'));
    },
    follow({ name }) {
      if (name !== 'connections.list') return;
      const now = ids();
      // What can't be removed now is removed at the next start.
      if (known.some((id) => !now.includes(id))) void pendingWrites.add(remove()).catch(failed('remove'));
      known = now;
    },
  };
}
