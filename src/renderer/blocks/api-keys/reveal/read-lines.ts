import type { EnvEntries } from '../../../../contract/bridge/secrets';
import { envLine } from '../../../../contract/env-line';
import { api } from '../../../api';

/** Resolves to secrets as lines of an environment file, for a page in a browser, which has to copy and save them itself. */
export async function readLines(entries: EnvEntries): Promise<string> {
  const lines = await Promise.all(entries.map(async ({ name, ref }) => `${envLine(name, (await api.secrets.reveal({ ref })).text)}\n`));
  return lines.join('');
}
