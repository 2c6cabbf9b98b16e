/** Removes secrets from the texts of the configuration, of whose keys the reference names only some (wire/later 7.4). */
import { fail } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';
import { isSecretName, isSecretText } from '../remote/response/secret-names';

/** The response of an endpoint whose `responds` is `configuration`. */
export interface ConfigText {
  readonly config_string: string;
}

/** Keys whose meaning is known, with all below them; `*` is the ID of an entry. Only what is named like a secret is one there. */
const knownKeys = [
  'auth.oauth.accountMergeStrategy',
  'auth.oauth.providers.*',
  'auth.signUpRules.*',
  'auth.signUpRulesDefaultAction',
  'domains.trustedDomains.*',
  'emails.selectedThemeId',
  'emails.server',
  'emails.templates.*',
  'emails.themes.*',
  'rbac.permissions.*',
].map((key) => key.split('.'));

/**
 * Returns a response of the configuration whose secrets are replaced, as JSON of the same form. In doubt, a value counts as secret. Throws
 * `bad-response` for a text that isn't JSON.
 */
export function withoutConfigSecrets({ config_string }: ConfigText): ConfigText {
  return { config_string: JSON.stringify(shown([], parsed(config_string))) };
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The parser's message may quote the text.
    throw fail('bad-response', { path: 'config_string' });
  }
}

/** Whether something is on or off, and that something isn't there, is no secret. */
function shown(path: readonly string[], value: JsonValue): JsonValue {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => shown(path, item));
  if (typeof value !== 'object') return isSecret(path, value) ? redacted : value;
  // Keys of an override may contain dots at the top.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown([...path, ...key.split('.')], inner)]));
}

function isSecret(path: readonly string[], value: string | number): boolean {
  if (isKnown(path)) return isSecretName(path.at(-1) ?? '');
  return path.some(isSecretName) || (typeof value === 'string' && isSecretText(value));
}

function isKnown(path: readonly string[]): boolean {
  return knownKeys.some((key) => key.length <= path.length && key.every((step, at) => step === '*' || step === path[at]));
}
