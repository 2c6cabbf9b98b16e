/** Command-line options of the sandbox. */
import { parseArgs } from 'node:util';
import { parseFixedTime } from '#contract/fixed-time.ts';
import { id } from '#contract/service/models/fields.ts';
import { hostnameOf } from './control/control-access';
import { defaultRelease, releases } from './releases/release';
import type { KeyOverrides } from './seed/main-projects';
import type { Seed } from './seed/seed-database';
import { keyKinds } from './stores/key-set-store';

/** Thrown for invalid options, with a sentence for the user. */
export class InvalidOptions extends Error {}

export interface Options {
  readonly host: string;
  readonly port: number;
  /** Additional host names under which the control endpoints are reachable. */
  readonly allowedHosts: readonly string[];
  readonly folder?: string;
  /** Number of the release to emulate; without it, that of the data folder, or the default. */
  readonly release?: string;
  readonly seed: Seed;
  readonly keys: KeyOverrides;
  /** The fixed time of the clock until it is advanced, in milliseconds since the epoch. */
  readonly fixedTime?: number;
  readonly json: boolean;
  readonly log: boolean;
  /** Whether requests are recorded for `GET /sandbox/requests`. */
  readonly recordsRequests: boolean;
  readonly help: boolean;
}

export const usage = `The sandbox: an emulated authentication service on this machine, for development and tests.

  --port N          port to listen on; 0 selects any free one (default 47800)
  --host H          address to listen on (default 127.0.0.1)
  --allow-host NAME additional host name for the mailbox, the clock and the providers, besides localhost and H; repeatable
  --data DIR        data folder; without it, the data is lost when the sandbox quits
  --release R       release of the service to emulate, such as 2.8.86 (default that of the data folder, else ${defaultRelease})
  --seed demo|empty initial data (default demo); an existing data folder keeps its data
  --users N         number of users in the demo (default 250)
  --clock TIME      a clock that stands still, such as 2026-01-15T10:00:00Z, until it is advanced
  --json            print one line of JSON with the URL and the keys
  --log             print a line of JSON on standard error for each request
  --record-requests keep method, path and status of the newest 1000 requests, for GET /sandbox/requests
  --help            print this summary

ID and keys of the demo project, instead of generated ones:
  --project-id UUID --publishable-client-key K --secret-server-key K --super-secret-admin-key K
Keys of the project "internal", to which the demo project's owner signs in:
  --internal-publishable-client-key K --internal-secret-server-key K --internal-super-secret-admin-key K
The ID and the keys can also be set in the environment: STACK_PROJECT_ID, STACK_SECRET_SERVER_KEY,
STACK_INTERNAL_SECRET_SERVER_KEY and so on. Options override the environment.

Several sandboxes can run at the same time, each with its own port and data folder. Ctrl+C or SIGTERM stops a sandbox after
the active responses; it also stops with the npm that runs it. See docs/sandbox.md for details.
`;

const maxUsers = 5_000_000;

/** Parses the options; IDs and keys are also read from the environment. Throws `InvalidOptions`. */
export function readOptions(args: readonly string[], environment: Readonly<Record<string, string | undefined>> = {}): Options {
  const values = parsed(args);
  const seed = values.seed ?? 'demo';
  if (seed !== 'demo' && seed !== 'empty') throw new InvalidOptions(`--seed is demo or empty, not "${seed}".`);
  if (values.host === '') throw new InvalidOptions('--host needs an address.');
  if (values.data === '') throw new InvalidOptions('--data needs a folder.');
  const { projectId, keys } = readProjectOverrides(values, environment);
  return {
    host: values.host ?? '127.0.0.1',
    allowedHosts: hosts(values['allow-host'] ?? []),
    port: wholeNumber('port', values.port, 47_800, 0, 65_535),
    ...(values.data === undefined ? {} : { folder: values.data }),
    ...(values.release === undefined ? {} : { release: release(values.release) }),
    seed: { kind: seed, users: wholeNumber('users', values.users, 250, 1, maxUsers), ...(projectId === undefined ? {} : { projectId }) },
    keys,
    ...(values.clock === undefined ? {} : { fixedTime: fixedTime(values.clock) }),
    json: values.json ?? false,
    log: values.log ?? false,
    recordsRequests: values['record-requests'] ?? false,
    help: values.help ?? false,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const overrides = Object.fromEntries(overrideNames.map((name) => [name, text]));
  const options = {
    ...overrides,
    port: text,
    host: text,
    'allow-host': { type: 'string', multiple: true } as const,
    data: text,
    release: text,
    seed: text,
    users: text,
    clock: text,
    json: flag,
    log: flag,
    'record-requests': flag,
    help: flag,
  };
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\n|\. /);
    // A value that starts with a hyphen is another option to the parser, which calls that ambiguous.
    const plain = sentence.replace(/^Option '(--[^']+)' argument is ambiguous/, "Option '$1 <value>' argument missing");
    throw new InvalidOptions(`${plain.replace(/\.$/, '')}.`);
  }
}

function hosts(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => hostnameOf(name) === null);
  if (wrong !== undefined) throw new InvalidOptions(`--allow-host is a host name or address, not "${wrong}".`);
  return names;
}

function release(text: string): string {
  if (releases.includes(text)) return text;
  throw new InvalidOptions(`--release is a release from ${releases[0]} to 2.8.109, 1.0.0 or ${releases.at(-1)}, not "${text}".`);
}

function fixedTime(text: string): number {
  const millis = parseFixedTime(text);
  if (millis === null)
    throw new InvalidOptions(`--clock is a date and time with a time zone, such as 2026-01-15T10:00:00Z, not "${text}".`);
  return millis;
}

function wholeNumber(name: string, text: string | undefined, fallback: number, min: number, max: number): number {
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidOptions(`--${name} is a whole number from ${min} to ${max}, not "${text}".`);
}

/** Names of the options, without dashes. Each is also an environment variable: `secret-server-key` is `STACK_SECRET_SERVER_KEY`. */
const overrideNames = ['project-id', ...keyNames('demo'), ...keyNames('internal')] as const;

type Values = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string | undefined>>;

interface ProjectOverrides {
  readonly projectId?: string;
  readonly keys: KeyOverrides;
}

/** Reads the overrides. An option takes precedence over its variable. Throws `InvalidOptions`. */
function readProjectOverrides(values: Values, environment: Environment): ProjectOverrides {
  const projectId = textOf('project-id', values, environment);
  if (projectId !== undefined && !id.safeParse(projectId.text).success)
    throw new InvalidOptions(`${projectId.source} is a UUID, not "${projectId.text}".`);
  const keys = { demo: keysOf('demo', values, environment), internal: keysOf('internal', values, environment) };
  for (const kind of keyKinds) {
    if (keys.demo[kind] === undefined || keys.demo[kind] !== keys.internal[kind]) continue;
    throw new InvalidOptions(
      `The two projects cannot share one key: --${optionOf('demo', kind)} and --${optionOf('internal', kind)} are the same.`,
    );
  }
  return { ...(projectId === undefined ? {} : { projectId: projectId.text }), keys };
}

function keysOf(project: keyof KeyOverrides, values: Values, environment: Environment): KeyOverrides[keyof KeyOverrides] {
  const found = keyKinds.flatMap((kind) => {
    const found = textOf(optionOf(project, kind), values, environment);
    if (found === undefined) return [];
    if (!/^[\x21-\x7e]{1,200}$/.test(found.text))
      throw new InvalidOptions(`${found.source} is 1 to 200 letters, digits or signs without spaces.`);
    return [[kind, found.text]];
  });
  return Object.fromEntries(found);
}

function keyNames(project: keyof KeyOverrides): string[] {
  return keyKinds.map((kind) => optionOf(project, kind));
}

function optionOf(project: keyof KeyOverrides, kind: (typeof keyKinds)[number]): string {
  return `${project === 'internal' ? 'internal-' : ''}${kind.replaceAll('_', '-')}`;
}

/** Returns an option's value. An empty variable counts as missing, an empty option doesn't. */
function textOf(name: string, values: Values, environment: Environment): { readonly text: string; readonly source: string } | undefined {
  const option = values[name];
  if (typeof option === 'string') return { text: option, source: `--${name}` };
  const variable = `STACK_${name.replaceAll('-', '_').toUpperCase()}`;
  const text = environment[variable];
  return text ? { text, source: variable } : undefined;
}
