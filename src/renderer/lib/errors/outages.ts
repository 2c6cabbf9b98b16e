/** Waits until services respond again that failed, and then repeats what failed. */

/** The state of waiting for one connection's service. */
export type Outage =
  | { readonly phase: 'waiting' /** Milliseconds since the epoch. */; readonly until: number }
  | { readonly phase: 'trying' }
  | { readonly phase: 'stopped' };

export type OutagesByConnection = ReadonlyMap<string, Outage>;

interface OutagesDeps {
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

const firstDelay = 5_000;
const longestDelay = 60_000;

interface Entry {
  outage: Outage;
  /** Tries so far. */
  tries: number;
  /** The failed calls are being retried. */
  isRepeating: boolean;
  cancel: () => void;
}

const nothing = () => {};

/** The services that a window waits for, each with its own pauses. */
export class Outages {
  private readonly entries = new Map<string, Entry>();
  private isShown = true;

  constructor(private readonly deps: OutagesDeps) {}

  /** Starts waiting for services that fail now, and forgets those that don’t. */
  update = (): void => {
    const failing = this.deps.failing();
    for (const [id, entry] of this.entries) if (!failing.has(id) && !entry.isRepeating) this.remove(id, entry);
    for (const id of failing) {
      if (this.entries.has(id)) continue;
      const entry: Entry = { outage: { phase: 'trying' }, tries: 0, isRepeating: false, cancel: nothing };
      this.entries.set(id, entry);
      this.wait(id, entry);
    }
  };

  /** Nothing is tried while the window is hidden. What came due then is tried once it is shown. */
  setShown(isShown: boolean): void {
    this.isShown = isShown;
    for (const [id, entry] of this.entries) {
      entry.cancel();
      this.startTimer(id, entry);
    }
  }

  tryNow = (connectionId: string): void => {
    const entry = this.entries.get(connectionId);
    if (entry !== undefined && entry.outage.phase !== 'trying') void this.attempt(connectionId, entry);
  };

  /** Tries no more until what failed has succeeded or left the screen. */
  stop = (connectionId: string): void => {
    const entry = this.entries.get(connectionId);
    if (entry !== undefined) this.set(entry, { phase: 'stopped' });
  };

  private async attempt(id: string, entry: Entry): Promise<void> {
    this.set(entry, { phase: 'trying' });
    const responds = await this.deps.responds(id).catch(() => false);
    if (responds && this.isCurrent(id, entry)) {
      entry.isRepeating = true;
      await this.deps.repeat(id);
      entry.isRepeating = false;
    }
    if (!this.isCurrent(id, entry)) return;
    entry.tries += 1;
    if (this.deps.failing().has(id)) this.wait(id, entry);
    else this.remove(id, entry);
  }

  /** Neither stopped nor replaced in the meantime. */
  private isCurrent(id: string, entry: Entry): boolean {
    return this.entries.get(id) === entry && entry.outage.phase === 'trying';
  }

  private wait(id: string, entry: Entry): void {
    const { now, random } = this.deps;
    const delay = Math.min(longestDelay, firstDelay * 2 ** entry.tries) * (0.75 + random() / 2);
    this.set(entry, { phase: 'waiting', until: now() + Math.round(delay) });
    this.startTimer(id, entry);
  }

  private startTimer(id: string, entry: Entry): void {
    const { outage } = entry;
    if (!this.isShown || outage.phase !== 'waiting') return;
    entry.cancel = this.deps.delay(() => void this.attempt(id, entry), Math.max(0, outage.until - this.deps.now()));
  }

  private remove(id: string, entry: Entry): void {
    this.entries.delete(id);
    this.set(entry, { phase: 'stopped' });
  }

  private set(entry: Entry, outage: Outage): void {
    entry.cancel();
    entry.cancel = nothing;
    entry.outage = outage;
    this.deps.onChange(new Map(Array.from(this.entries, ([id, known]) => [id, known.outage])));
  }
}
