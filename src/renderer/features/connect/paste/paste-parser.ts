/** Parses pasted text for a connection: environment blocks, code snippets, URLs, single keys and IDs. */
import { completeKind, type KeyKind, keyKinds, prefixedKind } from '../../../lib/keys/project-keys';
import { isMasked } from '../form/key-form';
import { type PastedEntry, pastedEntries } from './paste-entries';
import { readUrl } from './paste-url';
import type { PastedField } from './pasted-field';

export type PastedProject = { readonly [F in PastedField]?: string };

/** What was seen and not taken, by the name it had in the text where it had one. Never the value. */
export type PasteRemark =
  /** The name of one key has a complete key of another kind, which was used as what it is. */
  | { readonly kind: 'other-kind'; readonly name: string; readonly is: KeyKind }
  /** A key without a name that is cut off, masked, or mistyped. */
  | { readonly kind: 'incomplete'; readonly is: KeyKind }
  /** A name of ours with a value that cannot be one. */
  | { readonly kind: 'unusable'; readonly name: string };

export interface Pasted {
  /** In the order of the text; a field that occurs again with another value starts the next project. */
  readonly projects: readonly PastedProject[];
  readonly remarks: readonly PasteRemark[];
}

type Finding = readonly [PastedField, string];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names as environments and snippets have them, whatever their prefix, case and dashes. */
const roles: readonly (readonly [RegExp, PastedField])[] = [
  [/^(?:[a-z]*stack)?projectid$/, 'projectId'],
  [/publishable(client)?key$/, 'client'],
  [/secretserverkey$/, 'server'],
  [/(supersecret|secret)adminkey$/, 'admin'],
  [/^([a-z]*stack(auth)?(api|base|server)?|api|apibase|base)url$/, 'baseUrl'],
];

/** Other services have publishable keys too: a value of any form is one of ours only under a name that is ours. */
const ourKeyName = /stack|publishableclientkey$|secretserverkey$|supersecretadminkey$/;
/** Also what the main process accepts as a key. */
const printable = /^[\x20-\x7e]{1,500}$/;

/** What a text says of projects. Never fails, and takes a time in proportion to the text's length. */
export function parsePaste(text: string): Pasted {
  const remarks: PasteRemark[] = [];
  const projects: Partial<Record<PastedField, string>>[] = [];
  for (const entry of pastedEntries(text)) {
    for (const [field, value] of findingsOf(entry, remarks)) {
      const last = projects.at(-1);
      if (last === undefined || (last[field] !== undefined && last[field] !== value)) projects.push({ [field]: value });
      else last[field] = value;
    }
  }
  return { projects: withSharedAddress(projects), remarks };
}

function findingsOf(entry: PastedEntry, remarks: PasteRemark[]): readonly Finding[] {
  const { name, value } = entry;
  const role = name === null ? undefined : roleOf(name);
  const complete = completeKind(value);
  if (complete !== undefined) {
    if (name !== null && role !== undefined && role !== complete) remarks.push({ kind: 'other-kind', name, is: complete });
    return [[complete, value]];
  }
  const named = namedKey(entry, role);
  if (named !== null) return named;
  const prefixed = name === null ? prefixedKind(value) : undefined;
  if (prefixed !== undefined) {
    remarks.push({ kind: 'incomplete', is: prefixed });
    return [];
  }
  if (/^https?:\/\//i.test(value)) return name === null || role === 'baseUrl' ? readUrl(value) : [];
  const isId = uuid.test(value) || (role === 'projectId' && value === 'internal');
  if (isId && (name === null || role === 'projectId')) return [['projectId', value.toLowerCase()]];
  if (name !== null && role !== undefined && !isReference(entry)) remarks.push({ kind: 'unusable', name });
  return [];
}

/** A variable that is named after a key has that key, whatever its form; null where it has none. */
function namedKey(entry: PastedEntry, role: PastedField | undefined): readonly Finding[] | null {
  const { name, value } = entry;
  const kind = keyKinds.find((one) => one === role);
  if (kind === undefined || name === null || isReference(entry)) return null;
  return ourKeyName.test(plainName(name)) && printable.test(value) && !isMasked(value) ? [[kind, value]] : null;
}

function roleOf(name: string): PastedField | undefined {
  const plain = plainName(name);
  return roles.find(([shape]) => shape.test(plain))?.[1];
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Code that reads the value from elsewhere, and what templates leave to be filled in. */
function isReference({ name, value, isQuoted }: PastedEntry): boolean {
  if (value === '' || /^(process\.env|import\.meta|os\.environ|\$|<|\{|your|string$|null$|undefined$)/i.test(value)) return true;
  // Names in camel case are code, where only a text in quotes is a value.
  return !isQuoted && name !== null && /[a-z][A-Z]/.test(name);
}

/** One address in the whole text is that of every project in it. */
function withSharedAddress(projects: readonly PastedProject[]): readonly PastedProject[] {
  const addresses = new Set(projects.flatMap(({ baseUrl }) => baseUrl ?? []));
  const [shared] = addresses;
  if (shared === undefined || addresses.size > 1) return projects;
  return projects.map((project) => ({ baseUrl: shared, ...project }));
}
