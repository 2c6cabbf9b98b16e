/** Removes a call's own secrets from the service's responses, because some of them repeat the request. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';

/** Minimum number of characters. Shorter texts would redact ordinary words, and no secret of the service is that short. */
const minSecretLength = 8;

/** Removes every secret from a text, or from all texts and field names of a JSON value. */
export type Redact = <T extends JsonValue | undefined>(value: T) => T;

/** Creates a redactor. `secrets` is called for the first value only, because most responses have nothing to redact. */
export function createRedactor(secrets: () => readonly (string | undefined)[]): Redact {
  let found: readonly string[] | undefined;
  const forms = () => {
    found ??= formsOf(secrets());
    return found;
  };
  const fromText = (text: string) => forms().reduce((rest, form) => rest.replaceAll(form, redacted), text);
  const from = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return fromText(value);
    if (Array.isArray(value)) return value.map(from);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [fromText(name), from(inner)]));
  };
  return (value) => (value === undefined || forms().length === 0 ? value : (from(value) as typeof value));
}

/** Returns each secret as plain text, form-encoded, and escaped as in JSON. */
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
