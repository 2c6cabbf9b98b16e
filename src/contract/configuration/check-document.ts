/** Checks a value that was read from a file, and says of each fault where it is. The faults never quote the value, which may be a secret. */
import type { z } from 'zod';
import { nearestOf } from '../text/nearest-name';
import { fieldsOfSchema, valueSchemaOf } from './canonical';
import { circleIn } from './containment';
import { type ConfigurationDocument, configurationDocument, documentVersion, placeholder } from './document';

/** What can be wrong with a document. */
type FaultReason =
  | 'not-a-document'
  | 'no-version'
  | 'later-version'
  | 'unknown-key'
  | 'unusable-key'
  | 'differs-in-case'
  | 'secret-in-clear'
  | 'placeholder-missing'
  | 'placeholder-malformed'
  | 'missing'
  | 'wrong-value'
  | 'circle';

export interface DocumentFault {
  readonly reason: FaultReason;
  /** Keys from the root. */
  readonly path: readonly string[];
  /** Whether the key is at fault, and not its value. */
  readonly atKey: boolean;
  /** The nearest known key, of an unknown one. */
  readonly nearest?: string;
  /** What is expected: a type, or the values that are allowed. */
  readonly expected?: string;
  /** IDs on a circle of permissions. */
  readonly circle?: readonly string[];
}

export type CheckedDocument =
  | { readonly ok: true; readonly document: ConfigurationDocument }
  | { readonly ok: false; readonly faults: readonly DocumentFault[] };

const maxFaults = 50;

/** Returns the document, or at most fifty faults. A later version is the only fault of its document. */
export function checkDocument(value: unknown): CheckedDocument {
  if (!isRecord(value)) return { ok: false, faults: [{ reason: 'not-a-document', path: [], atKey: false }] };
  const { version } = value;
  if (version === undefined) return { ok: false, faults: [{ reason: 'no-version', path: [], atKey: false }] };
  if (typeof version === 'number' && version > documentVersion)
    return { ok: false, faults: [{ reason: 'later-version', path: ['version'], atKey: false, expected: String(documentVersion) }] };
  const secrets = secretFaults(value);
  const reported = new Set(secrets.map(({ path }) => path.join('\n')));
  const parsed = configurationDocument.safeParse(value);
  const others = parsed.success
    ? []
    : parsed.error.issues.flatMap((issue) => faultsOf(issue, value)).filter(({ path }) => !reported.has(path.join('\n')));
  const faults = [...secrets, ...others, ...(parsed.success ? [...circleFaults(parsed.data), ...caseFaults(parsed.data)] : [])];
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, maxFaults) };
  // Not what the schema made of it, which lacks a key named `__proto__`; files with one are refused before.
  return { ok: true, document: value as ConfigurationDocument };
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The keys of the service and of a project, wherever they stand: in a template, for instance. */
const serviceKey = /(?:^|[^a-z0-9])(?:ssk|sak)_[a-z0-9]{20,}/;

function secretFaults(document: Fields): readonly DocumentFault[] {
  const providers = Object.entries(isRecord(document.providers) ? document.providers : {}).flatMap(([id, provider]) =>
    isRecord(provider) && provider.type === 'standard' ? secretFault(['providers', id, 'client_secret'], provider.client_secret) : [],
  );
  const { email_server: server } = document;
  const password = isRecord(server) && server.type === 'standard' ? secretFault(['email_server', 'password'], server.password) : [];
  const found = [...providers, ...password];
  const known = new Set(found.map(({ path }) => path.join('\n')));
  return [...found, ...keysIn(document, []).filter(({ path }) => !known.has(path.join('\n')))];
}

function secretFault(path: readonly string[], value: unknown): readonly DocumentFault[] {
  if (value === undefined || value === null || value === '') return [{ reason: 'placeholder-missing', path, atKey: false }];
  if (placeholder.safeParse(value).success) return [];
  const isAttempt = typeof value === 'string' && value.includes('${');
  return [{ reason: isAttempt ? 'placeholder-malformed' : 'secret-in-clear', path, atKey: false }];
}

function keysIn(value: unknown, path: readonly string[]): readonly DocumentFault[] {
  if (typeof value === 'string') return serviceKey.test(value) ? [{ reason: 'secret-in-clear', path, atKey: false }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(serviceKey.test(name) ? [{ reason: 'secret-in-clear' as const, path: [...path, name], atKey: true }] : []),
    ...keysIn(inner, [...path, name]),
  ]);
}

function circleFaults({ permissions = {} }: ConfigurationDocument): readonly DocumentFault[] {
  return (['team', 'project'] as const).flatMap((scope) => {
    const circle = circleIn(permissions[scope] ?? {});
    return circle === null ? [] : [{ reason: 'circle' as const, path: ['permissions', scope, circle[0] ?? ''], atKey: true, circle }];
  });
}

/** The host of a domain has no case: two that differ in case only are one. */
function caseFaults({ domains = {} }: ConfigurationDocument): readonly DocumentFault[] {
  const seen = new Set<string>();
  return Object.keys(domains).flatMap((domain) => {
    const folded = domain.toLowerCase();
    const isTwice = seen.has(folded);
    seen.add(folded);
    return isTwice ? [{ reason: 'differs-in-case' as const, path: ['domains', domain], atKey: true }] : [];
  });
}

type Issue = z.core.$ZodIssue;

function faultsOf(issue: Issue, root: unknown): readonly DocumentFault[] {
  const path = issue.path.map(String);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(configurationDocument, path);
      return issue.keys.map((key) => {
        const nearest = nearestOf(key, known);
        return { reason: 'unknown-key', path: [...path, key], atKey: true, ...(nearest === undefined ? {} : { nearest }) };
      });
    }
    case 'invalid_key':
      return [{ reason: 'unusable-key', path, atKey: true }];
    case 'invalid_union': {
      const [best] = [...issue.errors].sort((one, other) => one.length - other.length);
      const inner = (best ?? []).map((each): Issue => ({ ...each, path: [...issue.path, ...each.path] }));
      return inner.length > 0 ? inner.flatMap((each) => faultsOf(each, root)) : [{ reason: 'wrong-value', path, atKey: false }];
    }
    case 'invalid_type':
      return [{ reason: valueAt(root, path) === undefined ? 'missing' : 'wrong-value', path, atKey: false, expected: issue.expected }];
    case 'invalid_value':
      return [{ reason: 'wrong-value', path, atKey: false, expected: issue.values.map(String).join(', ') }];
    default:
      return [{ reason: 'wrong-value', path, atKey: false }];
  }
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Fields)[name] : undefined),
    root,
  );
}

/** Returns the keys that an object of the document may have. */
function keysAt(schema: z.core.$ZodType, [name, ...rest]: readonly string[]): readonly string[] {
  const fields = fieldsOfSchema(schema);
  if (name === undefined) return [...(fields?.keys() ?? [])];
  const inner = fields === null ? valueSchemaOf(schema) : fields.get(name);
  return inner === null || inner === undefined ? [] : keysAt(inner, rest);
}
