import type { EnvEntries } from '#contract/bridge/secrets.ts';
import { envLine } from '#contract/env-line.ts';
import { api } from '#data/api.ts';

/**
 * Resolves to secrets as lines of an environment file, for a page in a browser, which has to copy and save them itself. Reads one after the
 * other, so that a presence check is shown once.
 */
export async function readLines(entries: EnvEntries): Promise<string> {
  let lines = '';
  for (const { name, ref } of entries) lines += `${envLine(name, (await api.secrets.reveal({ ref })).text)}\n`;
  return lines;
}
