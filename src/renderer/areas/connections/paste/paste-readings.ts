/** Reads single entries of a pasted text: which field of a project each one has. */
import { completeKind, type KeyKind, keyKinds, prefixedKind } from '#lib/rules/project-keys.ts';
import { isMasked } from '../form/key-form';
import type { PastedEntry } from './paste-entries';
import { isBranded, isDashboardName, isNameOfPair, type NameRole, type PastedField, roleOfName } from './paste-names';
import { decodeBase64 } from './paste-text';
import { readUrl } from './paste-url';

/** A value that was recognized and not used, by its name in the text if it had one. Never contains the value. */
export type PasteRemark =
  /** The name of one key has a complete key of another kind, which was used as what it is. */
  | { readonly kind: 'other-kind'; readonly name: string; readonly is: KeyKind }
  /** A key without a name that is cut off, masked, or mistyped. */
  | { readonly kind: 'incomplete'; readonly is: KeyKind }
  /** A name of ours with a value that cannot be one. */
  | { readonly kind: 'unusable'; readonly name: string }
  /** A value that looks like an ID, a URL, or a key under a name that isn't ours. */
  | { readonly kind: 'other-name'; readonly name: string; readonly is: PastedField }
  /** The address of the dashboard, which isn't the API's. */
  | { readonly kind: 'dashboard'; readonly name: string }
  /** A value without a name, beside names that say which project it is. */
  | { readonly kind: 'unnamed'; readonly is: PastedField };

/** A value for a field of a project. */
export interface Reading {
  readonly field: PastedField;
  readonly value: string;
  /** The name under which it was; null for a value without a name of ours. */
  readonly name: string | null;
  readonly rank: number;
  readonly variant: string;
  readonly block: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Also what the main process accepts as a key. */
const printable = /^[\x20-\x7e]{1,500}$/;
const variableName = /^[A-Za-z_][\w.:-]{0,100}$/;
/** A variable with a default, as shells and containers write it. */
const defaultOf = /^\$\{[\w.-]{1,100}:(?:-|(?![?+=]))([^{}$]{1,600})\}$/;
const unnamed = { name: null, rank: 1_000, variant: '' } as const;

/** Returns the entries with those that name a variable and its value separately as one: `name:` and `value:`, `key=` and `value=`. */
export function pairedEntries(entries: Iterable<PastedEntry>): PastedEntry[] {
  const paired: PastedEntry[] = [];
  let name: PastedEntry | null = null;
  let value: PastedEntry | null = null;
  for (const entry of entries) {
    const variable = entry.value.replace(/^.*\//, '');
    const isName = entry.name !== null && isNameOfPair(entry.name) && variableName.test(variable) && completeKind(variable) === undefined;
    const isValue = entry.name !== null && /^value$/i.test(entry.name);
    if (isName && value !== null && value.block === entry.block && name === null) {
      paired.push({ ...value, name: variable });
      value = null;
    } else if (isName) [name, value] = [{ ...entry, value: variable }, null];
    else if (isValue && name !== null) {
      paired.push({ ...entry, name: name.value, block: name.block });
      name = null;
    } else if (isValue) value = entry;
    else paired.push(entry);
  }
  return paired;
}

/** Returns the parts of a project in an entry. Adds values that look like one and aren't used to `remarks`. */
export function readingsOf(entry: PastedEntry, remarks: PasteRemark[]): readonly Reading[] {
  const role = entry.name === null ? undefined : roleOfName(entry.name);
  const value = decodedValue(entry.value.replace(defaultOf, '$1'), role);
  const { block, name } = entry;
  const source = role === undefined ? unnamed : { name, rank: role.rank, variant: role.variant };
  const reading = (field: PastedField, of: string): Reading => ({ ...source, field, value: of, block });
  const complete = completeKind(value);
  if (complete !== undefined && entry.isPart !== true) {
    if (name !== null && role !== undefined && role.field !== complete) remarks.push({ kind: 'other-kind', name, is: complete });
    return [reading(complete, value)];
  }
  if (name === null) return readBare(value, reading, remarks);
  if (role === undefined) {
    noteOther(name, value, remarks);
    return [];
  }
  const found = fieldsOf({ ...entry, value }, role);
  if (found === 'reference') return [];
  if (found === 'unusable') {
    remarks.push({ kind: 'unusable', name });
    return [];
  }
  return found.map(([field, of]) => reading(field, of));
}

type Found = readonly (readonly [PastedField, string])[];

/** Returns what a value under a name of ours is; a reference is code that reads the value from elsewhere, or is to be filled in. */
function fieldsOf(entry: PastedEntry, { field }: NameRole): Found | 'reference' | 'unusable' {
  const { value } = entry;
  if (entry.isPart === true) return 'unusable';
  if (field === 'projectId' && (uuid.test(value) || value === 'internal')) return [[field, value.toLowerCase()]];
  if (field === 'baseUrl' && isAddress(value)) {
    const found = readUrl(value);
    return found.length > 0 ? found : 'unusable';
  }
  if (isReference(entry)) return 'reference';
  // The closing quote is missing.
  if (!entry.isQuoted && /^["'`]/.test(value)) return 'unusable';
  if (isElsewhere(value)) return 'unusable';
  if (keyKinds.some((kind) => kind === field) && printable.test(value) && !isMasked(value)) return [[field, value]];
  return 'unusable';
}

function readBare(value: string, reading: (field: PastedField, of: string) => Reading, remarks: PasteRemark[]): readonly Reading[] {
  const prefixed = prefixedKind(value);
  if (prefixed !== undefined) {
    remarks.push({ kind: 'incomplete', is: prefixed });
    return [];
  }
  if (isAddress(value)) return readUrl(value).map(([field, of]) => reading(field, of));
  return uuid.test(value) ? [reading('projectId', value.toLowerCase())] : [];
}

/** Notes a value under another name that looks like a part of a project. */
function noteOther(name: string, value: string, remarks: PasteRemark[]): void {
  const key = prefixedKind(value);
  const is = uuid.test(value) ? 'projectId' : isAddress(value) ? 'baseUrl' : key;
  // A text in quotes can stand where a name does, also a key.
  const isName = /^[\w$.:/ -]{1,100}$/.test(name) && prefixedKind(name) === undefined;
  if (is !== undefined && is !== 'baseUrl' && !isName) return void remarks.push({ kind: 'unnamed', is });
  if (is === undefined || !isName || (is === 'baseUrl' && !/url|uri|host|endpoint|api|server|domain/i.test(name))) return;
  remarks.push(
    is === 'baseUrl' && isBranded(name) && isDashboardName(name) ? { kind: 'dashboard', name } : { kind: 'other-name', name, is },
  );
}

/** A value that is encoded as in the data of a Kubernetes secret, if what it encodes has the form of its name's field. */
function decodedValue(value: string, role: NameRole | undefined): string {
  const decoded = role === undefined ? null : decodeBase64(value);
  if (decoded === null) return value;
  const fits = completeKind(decoded) !== undefined || (role?.field === 'projectId' && uuid.test(decoded));
  return fits || (role?.field === 'baseUrl' && isAddress(decoded)) ? decoded : value;
}

function isAddress(value: string): boolean {
  return /^<?https?:\/\//i.test(value);
}

/** What stores of secrets write in place of a value: references, and values that are encrypted. */
function isElsewhere(value: string): boolean {
  return /^(?:ENC\[|op:\/\/|encrypted:|vault:|arn:|\$ANSIBLE_VAULT|@Microsoft\.KeyVault|\(sensitive|encrypted$|hidden$|redacted$)/i.test(
    value,
  );
}

/** Code that reads the value from elsewhere, and what templates leave to be filled in. */
function isReference({ name, value, isQuoted }: PastedEntry): boolean {
  if (
    value === '' ||
    /^(process\.env|import\.meta|os\.environ|\$[{(]|%\w+%$|%[a-z]\b|<|\{[{%$"'\s]|your(?:[-_ ]|$)|string$|null$|undefined$)/i.test(value)
  )
    return true;
  if (/^\$[A-Z_][A-Z0-9_]*$/.test(value)) return true;
  // Names in camel case are code, where a text without quotes is another name, unless it is long and random.
  if (/^(?=.*\d)\w{16,}$/.test(value)) return false;
  return !isQuoted && name !== null && /[a-z][A-Z]/.test(name) && /^[\w$.[\]()?!]+[,;]?$/.test(value);
}
