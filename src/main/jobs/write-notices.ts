/** Tells windows what jobs have written: some time after it, and once for many rows, because each notice makes them read again. */
import type { Write } from '#contract/bridge/data.ts';
import type { Clock } from '../ports/ports';

export interface WriteNotices {
  note(write: Write): void;
  /** Reports what wasn't reported yet. */
  flush(): void;
}

const spaceMillis = 2_000;

/** Creates the notices. `push` notifies every window. */
export function createWriteNotices(clock: Clock, push: (write: Write) => void): WriteNotices {
  const noted = new Map<string, Write>();
  let stop: (() => void) | null = null;
  const flush = () => {
    stop?.();
    stop = null;
    const writes = [...noted.values()];
    noted.clear();
    writes.forEach(push);
  };
  return {
    note(write) {
      const name = JSON.stringify([write.endpoint, write.connectionId]);
      const { deletedIds = [] } = noted.get(name) ?? {};
      noted.set(name, { ...write, deletedIds: [...deletedIds, ...(write.deletedIds ?? [])] });
      stop ??= clock.after(spaceMillis, flush);
    },
    flush,
  };
}
