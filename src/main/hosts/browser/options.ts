/** Command-line options of the browser host. */
import { parseArgs } from 'node:util';
import { defaultProfile } from '../default-locations';
import { argumentsBeforeLink, checkLaunchOptions, type LaunchOptions, launchArguments } from '../launch-options';

export interface HostOptions extends LaunchOptions {
  readonly profile: string;
  readonly port: number;
  readonly open: boolean;
  readonly json: boolean;
  /** The `latchkey:` link to open; null without one. */
  readonly link: string | null;
}

/** Parses the arguments; those after a link are ignored. Throws an `Error` with a message for the user if they are not valid. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform): HostOptions {
  const before = argumentsBeforeLink(args);
  const link = args[before.length];
  const hasLink = link !== undefined && /^latchkey:/i.test(link);
  const { values } = parseArgs({
    args: [...(hasLink ? before : args)],
    options: {
      ...launchArguments,
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const port = Number(values.port ?? '0');
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535)
    throw new Error('--port takes a whole number from 0 to 65535; 0 picks a free one.');
  const own = checkLaunchOptions(values);
  return {
    ...own,
    profile: own.profile ?? defaultProfile(env, platform),
    port,
    open: !values['no-open'],
    json: values.json ?? false,
    link: hasLink ? link : null,
  };
}
