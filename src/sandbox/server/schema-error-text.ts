/** Schema errors in the service's wording (wire/conventions 9.2). */
import type { z } from 'zod';

/** Returns an issue as a line without its dash. `original` is the value before coercion. */
export function schemaErrorText(issue: z.core.$ZodIssue, part: string, original: unknown): string {
  if (issue.code === 'custom' && typeof issue.params?.sentence === 'string') return issue.params.sentence;
  const at = pathText([part, ...issue.path]);
  const sent = valueAt(original, issue.path);
  if (issue.code === 'unrecognized_keys') return `${at} contains unknown properties: ${issue.keys.join(', ')}`;
  if (sent === undefined) return `${at} must be defined`;
  if (sent === null) return `${at} cannot be null`;
  return `${at} ${ruleOf(issue, sent)}`;
}

function ruleOf(issue: z.core.$ZodIssue, sent: unknown): string {
  switch (issue.code) {
    case 'custom':
      return typeof issue.params?.line === 'string' ? issue.params.line : 'is invalid';
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be an integer' : typeRule(issue.expected, issue.input, sent);
    case 'invalid_value':
      return `must be one of the following values: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return sizeRule(issue.origin, issue.exact, issue.maximum, 'at most', 'less');
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : sizeRule(issue.origin, issue.exact, issue.minimum, 'at least', 'greater');
    case 'invalid_format':
      return issue.format === 'base64' ? 'is not valid base64' : `must match the following: "${issue.pattern ?? issue.format}"`;
    default:
      return 'is invalid';
  }
}

function sizeRule(origin: string, exact: boolean | undefined, limit: number | bigint, text: string, number: string): string {
  if (origin !== 'string') return `must be ${number} than or equal to ${limit}`;
  return exact ? `must be exactly ${limit} characters` : `must be ${text} ${limit} characters`;
}

function typeRule(expected: string, coerced: unknown, sent: unknown): string {
  const type = expected === 'record' ? 'object' : expected;
  const cast = Object.is(coerced, sent) || typeof sent === 'object' ? '.' : ` (cast from the value \`${printed(sent)}\`).`;
  const final = typeof sent === 'object' ? sent : coerced;
  return `must be a \`${type}\` type, but the final value was: \`${printed(final)}\`${cast}`;
}

function printed(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value, null, 2) ?? String(value);
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }, root);
}
