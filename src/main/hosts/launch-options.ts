/** Command-line options that both hosts have, and how Electron's are read. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseFixedTime } from '#contract/fixed-time.ts';
import type { SandboxSeed } from '../ports/ports';

export interface LaunchOptions {
  /** Null for the default folder. */
  readonly profile: string | null;
  readonly keychain: 'auto' | 'memory';
  /** Whether other users of the machine may connect. */
  readonly allowOtherUsers: boolean;
  /** The data with which the sandbox is opened at the start; null if it isn't. */
  readonly sandbox: SandboxSeed | null;
  /** The time at which all clocks stand still, in milliseconds since the epoch; null if they run. */
  readonly fixedTime: number | null;
  /** Whether requests to other machines are refused. */
  readonly noNetwork: boolean;
}

/** The options for `parseArgs`. */
export const launchArguments = {
  profile: { type: 'string' },
  keychain: { type: 'string' },
  'allow-other-users': { type: 'boolean' },
  sandbox: { type: 'string' },
  clock: { type: 'string' },
  'no-network': { type: 'boolean' },
} as const;

type Values = { readonly [K in keyof typeof launchArguments]?: string | boolean | undefined };

/** Checks parsed values. Throws an `Error` with a sentence for the user. */
export function checkLaunchOptions(values: Values): LaunchOptions {
  const { profile, keychain = 'auto', sandbox = null, clock } = values;
  // Without a folder, the next option would be one.
  if (profile !== undefined && (typeof profile !== 'string' || /^(--.*)?$/.test(profile))) throw new Error('--profile takes a folder.');
  if (keychain !== 'auto' && keychain !== 'memory') throw new Error('--keychain takes auto or memory.');
  if (sandbox !== null && sandbox !== 'demo' && sandbox !== 'empty') throw new Error('--sandbox takes demo or empty.');
  const fixedTime = clock === undefined ? null : parseFixedTime(String(clock));
  if (clock !== undefined && fixedTime === null)
    throw new Error('--clock takes a date and time with a time zone, such as 2026-01-15T10:00:00Z.');
  return {
    profile: profile === undefined ? null : resolve(profile),
    keychain,
    allowOtherUsers: values['allow-other-users'] === true,
    sandbox,
    fixedTime,
    noNetwork: values['no-network'] === true,
  };
}

/** Returns the arguments before a link: the system passes links, and a crafted one must not add options. */
export function argumentsBeforeLink(args: readonly string[]): readonly string[] {
  const link = args.findIndex((argument) => /^[a-z][a-z0-9+.-]+:/i.test(argument) && !/^[a-z]:[\\/]/i.test(argument));
  return link === -1 ? args : args.slice(0, link);
}

/**
 * Reads the options among the arguments of an Electron program, which may also contain Chromium's. A value follows its option after a space
 * or an equals sign. Arguments after a link are ignored.
 */
export function readLaunchOptions(args: readonly string[]): LaunchOptions {
  const { values } = parseArgs({ args: [...argumentsBeforeLink(args)], options: launchArguments, strict: false });
  return checkLaunchOptions(values);
}
