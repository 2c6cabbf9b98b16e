/** Writes of the same moment in one transaction: a commit waits for the disk, which takes longer than what it stores. */
import type { Database } from '../encrypted-database';

export interface CommitGroup {
  /**
   * Runs synchronous work with what else is added until `pause` resolves. Resolves to its result once all of it is stored. Work that throws stores
   * nothing and rejects with that, and has no effect on the others; a commit that fails rejects all.
   */
  add<T>(work: () => T, pause: () => Promise<void>): Promise<T>;
  /** The same for work that may be stored a moment later, together with the next that may not. */
  addLater<T>(work: () => T, pause: () => Promise<void>): Promise<T>;
  /** Stores what was added so far, before something else is done. */
  flush(): void;
}

interface Task {
  readonly work: () => unknown;
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
}

/** Creates the group of a database. `linger` resolves after the moment for which work waits that may be stored later. */
export function createCommitGroup(database: Pick<Database, 'transaction' | 'script'>, linger?: () => Promise<void>): CommitGroup {
  let waiting: Task[] = [];
  let isDue = false;
  const flush = () => {
    const tasks = waiting;
    waiting = [];
    isDue = false;
    const [first, ...others] = tasks;
    if (first === undefined) return;
    try {
      const ends = database.transaction(() => (others.length === 0 ? [done(first)] : tasks.map((task) => part(database, task))));
      for (const end of ends) end();
    } catch (thrown) {
      for (const { reject } of tasks) reject(thrown);
    }
  };
  const add = <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Task['resolve'], reject });
    });
  return {
    add(work, pause) {
      const added = add(work);
      // What was added is stored, also if the one who waits no longer does.
      if (!isDue) void pause().then(flush, flush);
      isDue = true;
      return added;
    },
    addLater(work, pause) {
      const added = add(work);
      if (waiting.length === 1) void (linger ?? pause)().then(flush, flush);
      return added;
    },
    flush,
  };
}

/** Runs work. Returns what to do once it is committed. */
function done({ work, resolve }: Task): () => void {
  const value = work();
  return () => resolve(value);
}

/** Runs work whose failure undoes nothing but its own. */
function part(database: Pick<Database, 'script'>, task: Task): () => void {
  database.script('SAVEPOINT task');
  try {
    const end = done(task);
    database.script('RELEASE task');
    return end;
  } catch (thrown) {
    try {
      database.script('ROLLBACK TO task; RELEASE task');
    } catch {
      // A full disk has ended the whole transaction.
      throw thrown;
    }
    return () => task.reject(thrown);
  }
}
