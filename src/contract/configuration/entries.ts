/** The parts of a document that are compared and applied one by one: a section, and a key in it. */
import type { JsonValue } from '../service/models/fields';
import type { ConfigurationDocument } from './document';

/** Sections in the order of a document. */
export const sections = [
  'settings',
  'sign_in_methods',
  'providers',
  'domains',
  'permissions.team',
  'permissions.project',
  'default_permissions',
  'email_server',
  'email_themes',
  'email_templates',
  'metadata_schemas',
  'saved_views',
] as const;
export type Section = (typeof sections)[number];

/** Sections whose keys are fixed: one that the source doesn't have isn't managed by it, or unknown to its release. */
export const fixed: ReadonlySet<Section> = new Set(['settings', 'sign_in_methods', 'default_permissions', 'email_server']);

/** The only key of the email server, which is one value. */
const serverKey = 'server';

export interface Entry {
  readonly section: Section;
  readonly key: string;
}

export type Entries = ReadonlyMap<string, JsonValue>;

/** Returns the entries of a section by key; undefined if the document doesn't manage it. */
export function entriesIn(document: ConfigurationDocument, section: Section): Entries | undefined {
  if (section === 'email_server') return document.email_server && new Map([[serverKey, document.email_server as JsonValue]]);
  const [name = '', part] = section.split('.');
  const found = (document as Readonly<Record<string, unknown>>)[name];
  const values = part === undefined ? found : (found as Readonly<Record<string, unknown>> | undefined)?.[part];
  return values === undefined ? undefined : new Map(Object.entries(values as Readonly<Record<string, JsonValue>>));
}

/** Returns the value of an entry; undefined if there is none. */
export function valueIn(document: ConfigurationDocument, { section, key }: Entry): JsonValue | undefined {
  return entriesIn(document, section)?.get(key);
}

const secretNames: Readonly<Partial<Record<Section, string>>> = { providers: 'client_secret', email_server: 'password' };

/** Whether two values of an entry are the same. Secrets are unknown, and the name of a placeholder means nothing. */
export function isSameEntry(section: Section, one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && comparable(section, one) === comparable(section, other));
}

/** The order of keys counts in schemas only, whose properties are drawn in their order; that of permissions doesn't. */
function comparable(section: Section, value: JsonValue): string {
  if (section === 'metadata_schemas') return JSON.stringify(value);
  const secret = secretNames[section];
  return JSON.stringify(value, (name, part: unknown) => {
    if (name === secret && secret !== undefined) return undefined;
    if (Array.isArray(part) && (name === 'contains' || (name === '' && section === 'default_permissions')))
      return [...new Set(part as string[])].sort();
    return isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
