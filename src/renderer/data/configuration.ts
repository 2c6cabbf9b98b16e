/** The configuration of a project and its levels (wire/later 7), without secrets: the main process refuses to write their placeholders. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { AppError } from '#contract/errors.ts';
import type { ConfigLevel, ConfigSource } from '#contract/service/config.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isSet, type WrittenLevel } from '#lib/rules/config-keys.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { service } from './api';

export type ConfigObject = { readonly [key: string]: JsonValue };

/** The defaults with the levels over them, each level as it was written, and where that of the branch comes from. */
export interface Configuration {
  readonly rendered: ConfigObject;
  readonly levels: Readonly<Record<ConfigLevel, ConfigObject>>;
  readonly source: ConfigSource;
}

/** The state of several reads as of one. */
interface ConfigurationState {
  /** Undefined until everything was read. */
  readonly data: Configuration | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Reads the configuration and its levels. Requires admin access and feature `config-levels`; doesn't read before `enabled`. */
export function useConfiguration(connectionId: string, enabled: boolean): ConfigurationState {
  const rendered = useQuery({ ...service.config.read.query({ actor: 'project', connectionId }), enabled, select: configOf });
  const source = useQuery({ ...service.config.readSource.query({ actor: 'project', connectionId }), enabled, select: sourceOf });
  const project = useLevel(connectionId, 'project', enabled);
  const branch = useLevel(connectionId, 'branch', enabled);
  const environment = useLevel(connectionId, 'environment', enabled);
  const all: readonly UseQueryResult[] = [rendered, source, project, branch, environment];
  const isRead = rendered.data && source.data && project.data && branch.data && environment.data;
  const levels = isRead ? { project: project.data, branch: branch.data, environment: environment.data } : undefined;
  return {
    data: rendered.data && source.data && levels ? { rendered: rendered.data, source: source.data, levels } : undefined,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  };
}

function useLevel(connectionId: string, level: ConfigLevel, enabled: boolean) {
  const query = service.config.readLevel.query({ actor: 'project', connectionId, params: { level } });
  return useQuery({ ...query, enabled, select: configOf });
}

const sourceOf = ({ source }: { readonly source: ConfigSource }) => source;

/** Returns the object of a text of the configuration. Throws `bad-response` for anything else. */
function configOf({ config_string }: { readonly config_string: string }): ConfigObject {
  const config: JsonValue = JSON.parse(config_string);
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new AppError({ code: 'bad-response', path: 'config_string' });
  }
  return config as ConfigObject;
}

/** Reads the configuration and its levels as they are now, from the service and not from the cache. */
export async function readConfiguration(connectionId: string): Promise<Configuration> {
  const [rendered, { source }, project, branch, environment] = await Promise.all([
    service.config.read({ actor: 'project', connectionId }),
    service.config.readSource({ actor: 'project', connectionId }),
    readConfigLevel(connectionId, 'project'),
    readConfigLevel(connectionId, 'branch'),
    readConfigLevel(connectionId, 'environment'),
  ]);
  return { rendered: configOf(rendered), source, levels: { project, branch, environment } };
}

/** Reads a level as it is now, from the service and not from the cache. */
export async function readConfigLevel(connectionId: string, level: ConfigLevel): Promise<ConfigObject> {
  return configOf(await service.config.readLevel({ actor: 'project', connectionId, params: { level } }));
}

/**
 * Merges keys into a level: a key replaces the same key of the level and what is below it. Keys may contain dots at the top only. Rejects with
 * the service's text for a key or a value that it doesn't accept (wire/later 7.3).
 */
export function changeConfiguration(connectionId: string, level: ConfigLevel, changes: ConfigObject) {
  const body = { config_override_string: JSON.stringify(changes) };
  return service.config.overrideLevel({ actor: 'project', connectionId, params: { level }, body });
}

/** Removes keys of a level with what is below them, so that values of earlier levels show again. Requires feature `reset-config-keys`. */
export function resetConfigurationKeys(connectionId: string, level: Exclude<ConfigLevel, 'project'>, keys: readonly string[]) {
  return service.config.resetKeys({ actor: 'project', connectionId, params: { level }, body: { keys: [...keys] } });
}

/** Forgets what pushed the level of the branch. Its keys stay. */
export function unlinkConfiguration(connectionId: string) {
  return service.config.unlinkSource({ actor: 'project', connectionId });
}

// Writes of the configuration whose response may be lost: then what is stored decides whether they were done.

/** Merges keys into a level. Rejects with the service's text for a value that it doesn't accept. */
export function writeConfigKeys(connectionId: string, level: WrittenLevel, changes: ConfigObject): Promise<void> {
  const isStored = (stored: ConfigObject) =>
    Object.entries(changes).every(([key, value]) => JSON.stringify(stored[key]) === JSON.stringify(value));
  return checked(connectionId, level, () => changeConfiguration(connectionId, level, changes), isStored);
}

/** Removes a key of a level. A service that can't reset keys stores null instead, which is the default of the key (wire/later 7.2). */
export function removeConfigKey(connectionId: string, level: WrittenLevel, key: string, canReset: boolean): Promise<void> {
  if (!canReset) return writeConfigKeys(connectionId, level, { [key]: null });
  return checked(
    connectionId,
    level,
    () => resetConfigurationKeys(connectionId, level, [key]),
    (stored) => !isSet(stored, key),
  );
}

async function checked(
  connectionId: string,
  level: WrittenLevel,
  write: () => Promise<unknown>,
  isStored: (stored: ConfigObject) => boolean,
): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
    const stored = await readConfigLevel(connectionId, level).catch(() => null);
    if (stored === null || !isStored(stored)) throw thrown;
  }
}
