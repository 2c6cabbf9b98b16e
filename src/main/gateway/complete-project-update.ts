/** Completes an update of a project before it is sent, and writes what an update would lose as keys of the configuration. */
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ProjectUpdate } from '#contract/service/models/project-models.ts';
import { providerKeys } from '../remote/releases/provider-keys';
import { isEndpointMissing } from '../remote/releases/resolve-endpoint';
import { shapeProjectUpdate } from '../remote/releases/shape-updates';
import { featuresFor, type Sender, type SendOptions, type Target } from '../remote/send';
import type { ConfigText } from './config-secrets';

interface Sending {
  readonly sender: Sender;
  readonly target: Target;
  readonly options: SendOptions;
  /** Called after keys were written, because the update that follows may still fail. */
  readonly onKeysWritten: () => void;
}

/**
 * Returns what to send so that an update has the same effect in every release. Providers that a list would lose, as those whose sign-in is
 * off (wire/later 7.4), are kept: the changed ones are written to the configuration first, and the update is without the list. Rejects if
 * the configuration can't be read, and with the errors of the requests.
 */
export async function completeProjectUpdate(update: ProjectUpdate, sending: Sending): Promise<ProjectUpdate> {
  const { sender, target, options, onKeysWritten } = sending;
  const project = await sender.send(catalog.projects.read, 'project', target, {}, options);
  const shaped = shapeProjectUpdate(update, project);
  const { oauth_providers: providers, ...others } = shaped.config ?? {};
  // Releases up to 2.8.10, which return a `config.id`, list the providers that are off.
  if (providers === undefined || project.config.id !== undefined) return shaped;
  const rendered = await readConfiguration(sending);
  const keys = rendered === null ? null : providerKeys(providers, project.config.oauth_providers, rendered);
  if (keys === null) return shaped;
  if (Object.keys(keys).length > 0) {
    await writeKeys(sending, JSON.stringify(keys));
    onKeysWritten();
  }
  return { ...shaped, config: others };
}

/** Reads the rendered configuration; null from a release that has none. */
async function readConfiguration({ sender, target, options }: Sending): Promise<JsonValue | null> {
  const features = await featuresFor(catalog.config.read, target);
  if (features['config-override'] === false) return null;
  try {
    return parsed(await sender.send(catalog.config.read, 'project', target, {}, options));
  } catch (thrown) {
    if (features['config-override'] !== true && isEndpointMissing(thrown)) return null;
    throw thrown;
  }
}

function parsed({ config_string }: ConfigText): JsonValue {
  try {
    return JSON.parse(config_string) as JsonValue;
  } catch {
    // The parser's message may quote the text, which contains secrets.
    throw fail('bad-response', { path: 'config_string' });
  }
}

/** Merges keys into the level that updates of a project write to (wire/later 7.2). */
async function writeKeys({ sender, target, options: given }: Sending, config_override_string: string): Promise<void> {
  const features = await featuresFor(catalog.config.overrideLevel, target);
  const body = { config_override_string };
  const options = { ...given, origin: given.origin ?? ({ source: 'app' } as const) };
  if (features['config-levels'] === false) await sender.send(catalog.config.override, 'project', target, { body }, options);
  else await sender.send(catalog.config.overrideLevel, 'project', target, { params: { level: 'environment' }, body }, options);
}
