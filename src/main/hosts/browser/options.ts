/** Command-line options of the browser host. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultProfile } from '../default-profile';

export interface HostOptions {
  readonly profile: string;
  readonly port: number;
  readonly open: boolean;
  readonly keychain: 'auto' | 'memory';
  readonly json: boolean;
  /** Whether other users of the machine may connect. */
  readonly allowOtherUsers: boolean;
}

/** Parses the arguments. Throws an `Error` with a message for the user if they are not valid. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform): HostOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      profile: { type: 'string' },
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      keychain: { type: 'string', default: 'auto' },
      json: { type: 'boolean' },
      'allow-other-users': { type: 'boolean' },
    },
  });
  const port = Number(values.port ?? '0');
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535)
    throw new Error('--port takes a whole number from 0 to 65535; 0 picks a free one.');
  if (values.profile === '') throw new Error('--profile takes a folder.');
  if (values.keychain !== 'auto' && values.keychain !== 'memory') throw new Error('--keychain takes auto or memory.');
  return {
    profile: values.profile === undefined ? defaultProfile(env, platform) : resolve(values.profile),
    port,
    open: !values['no-open'],
    keychain: values.keychain,
    json: values.json ?? false,
    allowOtherUsers: values['allow-other-users'] ?? false,
  };
}
