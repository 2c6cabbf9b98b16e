/** Waits until services respond again that failed, and then repeats what failed. */

/** How the wait for one connection's service stands. */
export type Outage =
  | { readonly phase: 'waiting' /** Milliseconds since the epoch. */; readonly until: number }
  | { readonly phase: 'trying' }
  | { readonly phase: 'stopped' };

export type OutagesByConnection = ReadonlyMap<string, Outage>;

export interface OutagesDeps {
  /** Whether the service of the connection responds. */
  responds(connectionId: string): Promise<boolean>;
  /** Repeats what failed; resolves once all of it has succeeded or failed. */
  repeat(connectionId: string): Promise<unknown>;
  /** The connections of which something on the screen failed because their service didn’t respond. */
  failing(): ReadonlySet<string>;
  onChange(outages: OutagesByConnection): void;
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs something after so many milliseconds; the result cancels it. */
  delay(run: () => void, millis: number): () => void;
}

export interface Outages {
  /** Starts waiting for services that fail now, and forgets those that don’t. */
  update(): void;
  /** Nothing is tried while the window is hidden. What came due then is tried once it is shown. */
  setShown(isShown: boolean): void;
  tryNow(connectionId: string): void;
  /** Tries no more until what failed has succeeded or left the screen. */
  stop(connectionId: string): void;
  close(): void;
}

const firstDelay = 5_000;
const longestDelay = 60_000;

interface Entry {
  outage: Outage;
  /** Tries so far. */
  tries: number;
  /** What failed is under way again, and therefore not failing for the moment. */
  isRepeating: boolean;
  cancel: () => void;
}

export function createOutages(deps: OutagesDeps): Outages {
  const entries = new Map<string, Entry>();
  let isShown = true;

  const set = (entry: Entry, outage: Outage) => {
    entry.cancel();
    entry.cancel = () => {};
    entry.outage = outage;
    deps.onChange(new Map(Array.from(entries, ([id, known]) => [id, known.outage])));
  };
  const remove = (id: string, entry: Entry) => {
    entries.delete(id);
    set(entry, { phase: 'stopped' });
  };
  const startTimer = (id: string, entry: Entry) => {
    const { outage } = entry;
    if (isShown && outage.phase === 'waiting')
      entry.cancel = deps.delay(() => void attempt(id, entry), Math.max(0, outage.until - deps.now()));
  };
  const wait = (id: string, entry: Entry) => {
    const delay = Math.min(longestDelay, firstDelay * 2 ** entry.tries) * (0.75 + deps.random() / 2);
    set(entry, { phase: 'waiting', until: deps.now() + Math.round(delay) });
    startTimer(id, entry);
  };
  const attempt = async (id: string, entry: Entry) => {
    set(entry, { phase: 'trying' });
    const responds = await deps.responds(id).catch(() => false);
    if (responds && isCurrent(id, entry)) {
      entry.isRepeating = true;
      await deps.repeat(id);
      entry.isRepeating = false;
    }
    if (!isCurrent(id, entry)) return;
    entry.tries += 1;
    if (deps.failing().has(id)) wait(id, entry);
    else remove(id, entry);
  };
  /** Neither stopped nor replaced in the meantime. */
  const isCurrent = (id: string, entry: Entry) => entries.get(id) === entry && entry.outage.phase === 'trying';

  return {
    update() {
      const failing = deps.failing();
      for (const [id, entry] of entries) if (!failing.has(id) && !entry.isRepeating) remove(id, entry);
      for (const id of failing) {
        if (entries.has(id)) continue;
        const entry: Entry = { outage: { phase: 'trying' }, tries: 0, isRepeating: false, cancel: () => {} };
        entries.set(id, entry);
        wait(id, entry);
      }
    },
    setShown(next) {
      isShown = next;
      for (const [id, entry] of entries) {
        entry.cancel();
        startTimer(id, entry);
      }
    },
    tryNow(id) {
      const entry = entries.get(id);
      if (entry !== undefined && entry.outage.phase !== 'trying') void attempt(id, entry);
    },
    stop(id) {
      const entry = entries.get(id);
      if (entry !== undefined) set(entry, { phase: 'stopped' });
    },
    close() {
      for (const [id, entry] of entries) remove(id, entry);
    },
  };
}
