import { reportOf } from '../lib/errors/error-text';
import { isRefusal } from '../lib/errors/is-refusal';

interface Named {
  readonly id: string;
  readonly display_name: string;
}

interface New {
  readonly display_name: string;
}

interface CreateOnceDeps<T extends Named, N extends New> {
  /** Returns the objects as they were last read. */
  readonly known: () => Promise<readonly T[]>;
  /** Reads the objects again. */
  readonly read: () => Promise<readonly T[]>;
  readonly send: (wanted: N) => Promise<T>;
}

/**
 * Returns a function that creates a named object and never creates it twice: after a response was lost, it looks for the new one before it
 * fails, and again before it sends the same name once more.
 */
export function createOnce<T extends Named, N extends New>({ known, read, send }: CreateOnceDeps<T, N>): (wanted: N) => Promise<T> {
  let lost: { readonly name: string; readonly before: ReadonlySet<string> } | null = null;
  const findCreated = async () => {
    const { name, before } = lost ?? { name: '', before: new Set<string>() };
    const created = (await read()).find((one) => one.display_name === name && !before.has(one.id));
    if (created !== undefined) lost = null;
    return created;
  };
  return async (wanted) => {
    const { display_name: name } = wanted;
    const earlier = lost?.name === name ? await findCreated() : undefined;
    if (earlier !== undefined) return earlier;
    const before = new Set((await known()).map(({ id }) => id));
    try {
      const created = await send(wanted);
      lost = null;
      return created;
    } catch (thrown) {
      if (isRefusal(reportOf(thrown))) throw thrown;
      lost = { name, before };
      const created = await findCreated().catch(() => undefined);
      if (created === undefined) throw thrown;
      return created;
    }
  };
}
