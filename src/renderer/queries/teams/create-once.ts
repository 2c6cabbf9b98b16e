import type { ClientTeam } from '../../../contract/service/models/models';
import { reportOf } from '../../lib/errors/error-text';
import { isRefusal } from '../../lib/errors/is-refusal';

interface CreateOnceDeps {
  /** Returns the account's teams as they were last read. */
  readonly known: () => Promise<readonly ClientTeam[]>;
  /** Reads the account's teams again. */
  readonly read: () => Promise<readonly ClientTeam[]>;
  readonly send: (name: string) => Promise<ClientTeam>;
}

/**
 * Returns a function that creates a team and never creates it twice: after a response was lost, it looks for the new team before it
 * fails, and again before it sends the same name once more.
 */
export function createOnce({ known, read, send }: CreateOnceDeps): (name: string) => Promise<ClientTeam> {
  let lost: { readonly name: string; readonly before: ReadonlySet<string> } | null = null;
  const findCreated = async () => {
    const { name, before } = lost ?? { name: '', before: new Set<string>() };
    const created = (await read()).find((team) => team.display_name === name && !before.has(team.id));
    if (created !== undefined) lost = null;
    return created;
  };
  return async (name) => {
    const earlier = lost?.name === name ? await findCreated() : undefined;
    if (earlier !== undefined) return earlier;
    const before = new Set((await known()).map(({ id }) => id));
    try {
      const team = await send(name);
      lost = null;
      return team;
    } catch (thrown) {
      if (isRefusal(reportOf(thrown))) throw thrown;
      lost = { name, before };
      const created = await findCreated().catch(() => undefined);
      if (created === undefined) throw thrown;
      return created;
    }
  };
}
