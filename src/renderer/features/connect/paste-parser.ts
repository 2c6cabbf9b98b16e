/** Reads whatever a person pastes to connect a project: environment blocks, snippets of code, addresses, single keys and ids. */
import type { KeyKind } from './connection-values';
import { type PastedEntry, pastedEntries } from './paste-entries';
import { readUrl } from './paste-url';

export type PastedField = 'baseUrl' | 'projectId' | KeyKind;
export type PastedProject = { readonly [F in PastedField]?: string };

/** What was seen and not taken, by the name it had in the text where it had one. Never the value. */
export type PasteRemark =
  /** Under the name of one key stood another; it was taken for what it is. */
  | { readonly kind: 'other-kind'; readonly name: string; readonly is: KeyKind }
  /** A key that is cut off, masked or mistyped. */
  | { readonly kind: 'incomplete'; readonly name: string | null; readonly is: KeyKind }
  /** A name of ours with a value that cannot be one. */
  | { readonly kind: 'unusable'; readonly name: string };

export interface Pasted {
  /** In the order of the text; a field that comes again with another value begins the next project. */
  readonly projects: readonly PastedProject[];
  readonly remarks: readonly PasteRemark[];
}

type Finding = readonly [PastedField, string];

const keyShape = /^(pck|ssk|sak)_([0-9a-hjkmnp-tv-z]{45})?/i;
const kinds: Readonly<Record<string, KeyKind>> = { pck: 'client', ssk: 'server', sak: 'admin' };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names as environments and snippets have them, whatever their prefix, case and dashes. */
const roles: readonly (readonly [RegExp, PastedField])[] = [
  [/^(?:[a-z]*stack)?projectid$/, 'projectId'],
  [/publishable(client)?key$/, 'client'],
  [/secretserverkey$/, 'server'],
  [/(supersecret|secret)adminkey$/, 'admin'],
  [/^([a-z]*stack(auth)?(api|base|server)?|api|apibase|base)url$/, 'baseUrl'],
];

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

function findingsOf({ name, value }: PastedEntry, remarks: PasteRemark[]): readonly Finding[] {
  const role = name === null ? undefined : roleOf(name);
  const key = keyShape.exec(value);
  if (key !== null) return keyFinding(name, role, value, key, remarks);
  if (/^https?:\/\//i.test(value)) return name === null || role === 'baseUrl' ? readUrl(value) : [];
  const isId = uuid.test(value) || (role === 'projectId' && value === 'internal');
  if (isId && (name === null || role === 'projectId')) return [['projectId', value.toLowerCase()]];
  if (name !== null && role !== undefined && !isReference(value)) remarks.push({ kind: 'unusable', name });
  return [];
}

function keyFinding(
  name: string | null,
  role: PastedField | undefined,
  value: string,
  [whole, prefix = '', secret]: RegExpExecArray,
  remarks: PasteRemark[],
): readonly Finding[] {
  const is = kinds[prefix.toLowerCase()];
  if (is === undefined) return [];
  if (secret === undefined || whole.length !== value.length) {
    remarks.push({ kind: 'incomplete', name, is });
    return [];
  }
  if (name !== null && role !== undefined && role !== is) remarks.push({ kind: 'other-kind', name, is });
  return [[is, value]];
}

function roleOf(name: string): PastedField | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return roles.find(([shape]) => shape.test(plain))?.[1];
}

/** Code that reads the value from elsewhere, and what templates leave to be filled in. */
function isReference(value: string): boolean {
  return value === '' || /^(process\.env|import\.meta|os\.environ|\$|<|\{|your|string$|null$|undefined$)/i.test(value);
}

/** One address in the whole text is that of every project in it. */
function withSharedAddress(projects: readonly PastedProject[]): readonly PastedProject[] {
  const addresses = new Set(projects.flatMap(({ baseUrl }) => baseUrl ?? []));
  const [shared] = addresses;
  if (shared === undefined || addresses.size > 1) return projects;
  return projects.map((project) => ({ baseUrl: shared, ...project }));
}
