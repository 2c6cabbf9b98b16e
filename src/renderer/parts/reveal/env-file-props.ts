import type { EnvEntries } from '#contract/bridge/secrets.ts';

/** Secrets that are saved to an environment file. */
export interface EnvFileProps {
  entries: EnvEntries;
  /** Why they can't be saved. */
  invalid?: string | undefined;
}
