/** Removes a call's own secrets from what a service answered, for some answers repeat the request. */
import type { JsonValue } from '../../contract/service/models/fields';

const replacement = '***';
/** Characters; anything shorter would redact ordinary words, and no secret of the service is that short. */
const minSecretLength = 8;

/** Removes every secret from a text or from any text of a JSON value, names of fields included. */
export type Redact = <T extends JsonValue | undefined>(value: T) => T;

/** Asks for the secrets when the first text comes up, for most answers have nothing to redact. */
export function createRedactor(secrets: () => readonly (string | undefined)[]): Redact {
  let found: readonly string[] | undefined;
  const forms = () => {
    found ??= formsOf(secrets());
    return found;
  };
  const fromText = (text: string) => forms().reduce((rest, form) => rest.replaceAll(form, replacement), text);
  const from = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return fromText(value);
    if (Array.isArray(value)) return value.map(from);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [fromText(name), from(inner)]));
  };
  return (value) => (value === undefined || forms().length === 0 ? value : (from(value) as typeof value));
}

/** A secret as it is, as part of a form, and as part of JSON. */
function formsOf(secrets: readonly (string | undefined)[]): readonly string[] {
  const known = secrets.filter((secret) => secret !== undefined).filter((secret) => secret.length >= minSecretLength);
  return [
    ...new Set(
      known.flatMap((secret) => [
        secret,
        new URLSearchParams({ secret }).toString().slice('secret='.length),
        JSON.stringify(secret).slice(1, -1),
      ]),
    ),
  ];
}
