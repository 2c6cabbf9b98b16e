/** Project ID and keys from the command line or the environment. */
import { id } from '../../contract/service/models/fields';
import { keyKinds } from '../api-keys/key-set-store';
import type { KeyOverrides } from '../projects/main-projects';
import { InvalidOptions } from './invalid-options';

/** Names of the options, without dashes. Each is also an environment variable: `secret-server-key` is `STACK_SECRET_SERVER_KEY`. */
export const overrideNames = ['project-id', ...keyNames('demo'), ...keyNames('internal')] as const;

type Values = Readonly<Record<string, unknown>>;
type Environment = Readonly<Record<string, string | undefined>>;

interface ProjectOverrides {
  readonly projectId?: string;
  readonly keys: KeyOverrides;
}

/** Reads the overrides. An option takes precedence over its variable. Throws `InvalidOptions`. */
export function readProjectOverrides(values: Values, environment: Environment): ProjectOverrides {
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
