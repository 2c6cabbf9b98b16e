/** A connection from the environment, for machines without a profile. */
import type { ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import { exitCodes, TerminalError } from './exit-code';

type Env = Readonly<Record<string, string | undefined>>;

const keys = { client: 'LATCHKEY_CLIENT_KEY', server: 'LATCHKEY_SERVER_KEY', admin: 'LATCHKEY_ADMIN_KEY' } as const;

/**
 * Returns the connection that variables describe; null without `LATCHKEY_URL`. Its changes have to be confirmed. Throws a `TerminalError` that names
 * what is missing.
 */
export function connectionFrom(env: Env): ConnectionDraft | null {
  const baseUrl = env.LATCHKEY_URL;
  if (!baseUrl) return null;
  const projectId = env.LATCHKEY_PROJECT_ID;
  if (!projectId) throw new TerminalError('LATCHKEY_PROJECT_ID isn’t set.', exitCodes.usage);
  const given = Object.entries(keys).flatMap(([kind, name]) => (env[name] ? [[kind, env[name]] as const] : []));
  if (given.length === 0) throw new TerminalError(`Set one of ${Object.values(keys).join(', ')}.`, exitCodes.usage);
  return {
    name: env.LATCHKEY_NAME || new URL(withScheme(baseUrl)).hostname || 'environment',
    baseUrl,
    projectId,
    environment: 'development',
    safety: 'confirm-writes',
    keys: Object.fromEntries(given),
  };
}

function withScheme(url: string): string {
  return URL.canParse(url) ? url : 'http://environment';
}
