/** Keeps secrets out of the journal: whatever may be one is replaced by `***`, in doubt too much. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';
import { hideSecrets } from '../gateway/secret-references';
import type { RecordedWrite } from '../ports/write-recorder';
import { oldValueReadOf } from '../remote/old-values';
import { createRedactor } from '../remote/redact';
import { isSecretName, withoutSecretWords } from '../remote/response/secret-names';

/** Fields that are JSON in a text. */
const jsonTexts: ReadonlySet<string> = new Set(['config_override_string', 'config_string']);

/**
 * Returns a copy of a JSON value without secrets: those of the request, fields that the endpoint's definition or their names say are secret, and
 * texts that have the form of one.
 */
export function withoutSecrets<T>(value: T, { endpoint, secrets }: Pick<RecordedWrite, 'endpoint' | 'secrets'>): T {
  const paths = [...(endpoint.secrets?.body ?? []), ...(endpoint.secrets?.response ?? [])];
  const ofBefore = oldValueReadOf(endpoint)?.secrets?.response ?? [];
  const declared = [
    ...paths.flatMap((path) => [path, ...placesOfBodies.map((place) => `${place}.${path}`)]),
    ...ofBefore.map((path) => `personal.before.${path}`),
  ];
  const hidden = clean(hideSecrets(value, declared) as JsonValue, false, isFieldOf(endpoint));
  return (secrets === undefined ? hidden : createRedactor(secrets)(hidden)) as T;
}

/** Where an entry has bodies, what was stored before, and what was made of it. */
const placesOfBodies = ['personal.request.body', 'personal.before', 'made'];

type IsSecretField = (name: string, inner: JsonValue) => boolean;

const isSecretField: IsSecretField = (name) => namedSo(name).isSecret;

/** What is known of names that were seen, which are few and come again with each write. */
const seenNames = new Map<string, { readonly shown: string; readonly isSecret: boolean }>();
const maxSeenNames = 1_000;

function namedSo(name: string) {
  const seen = seenNames.get(name);
  if (seen !== undefined) return seen;
  const found = { shown: withoutSecretWords(name), isSecret: isSecretName(name) && !name.endsWith('_id') };
  if (seenNames.size < maxSeenNames && name.length < 50 && found.shown === name) seenNames.set(name, found);
  return found;
}

/** Some endpoints have names that sound secret: a template has a block with the place of a code, and the configuration has keys. */
function isFieldOf({ path }: RecordedWrite['endpoint']): IsSecretField {
  if (path.startsWith('/email-templates/'))
    return (name, inner) => !(name === 'code' && typeof inner === 'object') && isSecretField(name, inner);
  if (path.endsWith('/reset-keys')) return (name, inner) => name !== 'keys' && isSecretField(name, inner);
  return isSecretField;
}

/** Keys of the configuration are paths, of which the last name decides. */
const isSecretOfConfiguration: IsSecretField = (name) => {
  const last = name.split('.').at(-1) ?? '';
  return !/^o?auth$/.test(last) && isSecretField(last, null);
};

function clean(value: JsonValue, isSecret: boolean, isField: IsSecretField): JsonValue {
  if (typeof value === 'string') return isSecret ? redacted : withoutSecretWords(value);
  // A number may be a code. A Boolean reveals nothing.
  if (typeof value === 'number') return isSecret ? redacted : value;
  if (Array.isArray(value)) return value.map((item) => clean(item, isSecret, isField));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (jsonTexts.has(name) && typeof inner === 'string') return [name, cleanText(inner)];
      return [namedSo(name).shown, clean(inner as JsonValue, isSecret || isField(name, inner as JsonValue), isField)];
    }),
  );
}

/** Cleans JSON in a text. One that can't be read isn't kept. */
function cleanText(text: string): string {
  try {
    return JSON.stringify(clean(JSON.parse(text) as JsonValue, false, isSecretOfConfiguration));
  } catch {
    return redacted;
  }
}
