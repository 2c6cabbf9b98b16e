/** Paths into a user's metadata, such as `server.plan`, and how the values there are shown in a line. */

const kinds = { client: 'client_metadata', client_read_only: 'client_read_only_metadata', server: 'server_metadata' } as const;

export type MetadataField = (typeof kinds)[keyof typeof kinds];

export interface MetadataPath {
  readonly field: MetadataField;
  readonly keys: readonly string[];
  /** The path in its shortest notation, which is the same for all notations of a path. */
  readonly text: string;
}

/** Why a text isn't a path: it doesn't start with a kind of metadata, has no key, a quotation mark is missing, or it is too long. */
export type PathProblem = 'kind' | 'key' | 'quote' | 'long';

const maxLength = 200;
const maxKeys = 20;

/** Parses `server.plan`, `client_read_only.a.0`, or `client."key with . in it"`. `server_metadata.plan` is the same as `server.plan`. */
export function parseMetadataPath(text: string): MetadataPath | PathProblem {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return 'long';
  const keys = splitKeys(trimmed);
  if (keys === null) return 'quote';
  const [first = '', ...rest] = keys;
  const kind = first.replace(/_metadata$/, '');
  if (!isKind(kind)) return 'kind';
  if (rest.length === 0 || rest.length > maxKeys || rest.includes('')) return rest.length > maxKeys ? 'long' : 'key';
  return { field: kinds[kind], keys: rest, text: [kind, ...rest.map(quoted)].join('.') };
}

function isKind(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}

/** Null if a quotation mark isn't closed, or if something other than a dot follows the closing one. */
function splitKeys(text: string): string[] | null {
  const keys: string[] = [];
  let rest = text;
  for (;;) {
    const match = rest.startsWith('"') ? /^"(?:[^"\\]|\\.)*"/.exec(rest) : /^[^."]*/.exec(rest);
    if (match === null) return null;
    const [found] = match;
    keys.push(found.startsWith('"') ? found.slice(1, -1).replace(/\\(.)/g, '$1') : found.trim());
    rest = rest.slice(found.length);
    if (rest === '') return keys;
    if (!rest.startsWith('.')) return null;
    rest = rest.slice(1);
  }
}

function quoted(key: string): string {
  return /^[^\s."\\]+$/.test(key) ? key : quotedKey(key);
}

/** Returns a key as a path has it that can't have it as it is, as `"key with . in it"`. */
export function quotedKey(key: string): string {
  return `"${key.replace(/["\\]/g, '\\$&')}"`;
}

/** Returns the value at a path, or undefined if there is none. Only what the JSON itself contains counts, not what every object has. */
export function valueAt(user: Readonly<Partial<Record<MetadataField, unknown>>>, { field, keys }: MetadataPath): unknown {
  let value: unknown = user[field];
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

const maxShown = 200;

/** Returns a value in one line: text as it is, everything else as JSON, cut off where it gets long. Cheap for values of any size. */
export function formatValue(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value.slice(0, maxShown + 1) : briefJson(value, maxShown + 1);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Writes JSON until it has that many characters. */
function briefJson(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? briefList(value, room) : briefObject(value as Record<string, unknown>, room);
}

function briefList(items: readonly unknown[], room: number): string {
  let text = '[';
  for (let at = 0; at < items.length; at += 1) {
    if (text.length > room) return text;
    text += `${at > 0 ? ',' : ''}${briefJson(items[at], room - text.length)}`;
  }
  return `${text}]`;
}

function briefObject(object: Readonly<Record<string, unknown>>, room: number): string {
  let text = '{';
  for (const key in object) {
    if (text.length > room) return text;
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(key.slice(0, room))}:${briefJson(object[key], room - text.length)}`;
  }
  return `${text}}`;
}
