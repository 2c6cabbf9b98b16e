/** Removes a call's own secrets from the service's responses, because some of them repeat the request. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';

/** Minimum number of characters. Shorter texts would redact ordinary words, and no secret of the service is that short. */
const minSecretLength = 8;

/** Removes every secret from a text, or from all texts and field names of a JSON value. */
export type Redact = <T extends JsonValue | undefined>(value: T) => T;

/** Creates a redactor. `secrets` is called for the first value only, because most responses have nothing to redact. */
export function createRedactor(secrets: () => readonly (string | undefined)[]): Redact {
  let forms: readonly string[] | undefined;
  return (value) => {
    if (value === undefined) return value;
    forms ??= formsOf(secrets());
    return forms.length === 0 ? value : (without(forms, value) as typeof value);
  };
}

function without(forms: readonly string[], value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutForms(forms, value);
  if (Array.isArray(value)) return value.map((item) => without(forms, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutForms(forms, name), without(forms, inner)]));
}

function withoutForms(forms: readonly string[], text: string): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, redacted), text);
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
