/** The command line of the sandbox. */
import { parseArgs } from 'node:util';
import type { Seed } from './store/seed';

export interface Options {
  readonly host: string;
  readonly port: number;
  readonly folder?: string;
  readonly seed: Seed;
  readonly json: boolean;
  readonly help: boolean;
}

/** A mistake in the options, as one sentence. */
export class BadOptions extends Error {}

export const usage = `The sandbox: an authentication service on this machine, for trying things out and for tests.

  --port N          port to listen on, 0 for any free one (default 47800)
  --host H          address to listen on (default 127.0.0.1)
  --data DIR        folder that keeps the data; without it the data ends with the process
  --seed demo|empty people to begin with (default demo); an existing folder keeps its own
  --users N         how many people the demo has (default 250)
  --json            print one line of JSON with the address and the keys
`;

const maxUsers = 5_000_000;

/** Reads the options. Fails with `BadOptions`. */
export function readOptions(args: readonly string[]): Options {
  const values = parsed(args);
  const seed = values.seed ?? 'demo';
  if (seed !== 'demo' && seed !== 'empty') throw new BadOptions(`--seed is demo or empty, not "${seed}".`);
  if (values.host === '') throw new BadOptions('--host needs an address.');
  if (values.data === '') throw new BadOptions('--data needs a folder.');
  return {
    host: values.host ?? '127.0.0.1',
    port: whole('port', values.port, 47_800, 0, 65_535),
    ...(values.data === undefined ? {} : { folder: values.data }),
    seed: { kind: seed, users: whole('users', values.users, 250, 1, maxUsers) },
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { port: text, host: text, data: text, seed: text, users: text, json: flag, help: flag };
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\n|\. /);
    throw new BadOptions(`${sentence.replace(/\.$/, '')}.`);
  }
}

function whole(name: string, text: string | undefined, otherwise: number, min: number, max: number): number {
  if (text === undefined) return otherwise;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new BadOptions(`--${name} is a whole number from ${min} to ${max}, not "${text}".`);
}
