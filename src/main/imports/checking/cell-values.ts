/** Reads the cells of a file as values. */
import type { LineProblem } from '#contract/imports/check.ts';
import type { ValueType } from '#contract/imports/mapping.ts';
import { passwordBytes, passwordLength } from '#contract/limits.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { email as emailSchema, url as urlSchema } from '#contract/service/models/fields.ts';
import { ownPermissionId } from '#contract/service/models/permission-ids.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { trimInvisible } from '#contract/text/visible-text.ts';
import { type Cell, flawOfJson } from '../reading/file-record';

/** What is wrong with a value. */
export interface ValueProblem {
  readonly reason: LineProblem['reason'];
  readonly expected?: number;
}

/** A value, or what is wrong with it; null for an empty cell. */
export type Read<T> = { readonly value: T } | ValueProblem | null;

/** Returns the text of a cell; of lists and objects their JSON. Empty for none. */
export function cellText(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'string' ? cell : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

type Reader<T> = (cell: Cell) => Read<T>;

const reading =
  <T>(read: (text: string) => { readonly value: T } | ValueProblem): Reader<T> =>
  (cell) => {
    const text = trimInvisible(cellText(cell));
    return text === '' ? null : read(text);
  };

const tested = (reason: ValueProblem['reason'], isValid: (text: string) => boolean) =>
  reading((text) => (isValid(text) ? { value: text } : { reason }));

const yes = /^(?:true|yes|y|1|on|t|ja|j|wahr|はい|x|✓)$/i;
const no = /^(?:false|no|n|0|off|f|nein|falsch|いいえ)$/i;
/** Modular Crypt Format of bcrypt with 4 to 16 rounds (wire/limits 1). */
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/;
/** Characters of names and descriptions. */
const maxTextLength = 10_000;
/** Characters of an address (RFC 5321, section 4.5.3.1). */
const maxEmailLength = 320;

export const readId = tested('not-an-id', isUuid);
export const readEmail = reading<string>((text) => {
  if (text.length > maxEmailLength) return { reason: 'too-long', expected: maxEmailLength };
  return emailSchema.safeParse(text).success ? { value: text } : { reason: 'not-an-email' };
});
export const readUrl = tested('not-a-url', (text) => urlSchema.safeParse(text).success);
export const readHash = tested('not-a-hash', (text) => bcrypt.test(text));
export const readPermissionId = tested('not-a-permission-id', (text) => text.startsWith('$') || ownPermissionId.safeParse(text).success);
export const readYesNo = reading<boolean>((text) =>
  yes.test(text) ? { value: true } : no.test(text) ? { value: false } : { reason: 'not-yes-or-no' },
);
export const readText = reading<string>((text) =>
  text.length > maxTextLength ? { reason: 'too-long', expected: maxTextLength } : { value: text },
);
export const readScope = reading<'team' | 'project'>((text) => {
  const scope = text.toLowerCase();
  return scope === 'team' || scope === 'project' ? { value: scope } : { reason: 'not-a-scope' };
});

/** A password, with its spaces. */
export const readPassword: Reader<string> = (cell) => {
  const text = cellText(cell);
  if (text === '') return null;
  const isTooLong = text.length > passwordLength.max || Buffer.byteLength(text) > passwordBytes;
  return isTooLong ? { reason: 'password-length', expected: passwordLength.max } : { value: text };
};

/** Returns the values of a cell with several: of a JSON list its items, else its parts. Empty ones are left out. */
export function severalTexts(cell: Cell, separator: string): readonly string[] {
  const items = listOf(cell) ?? cellText(cell).split(separator);
  return [...new Set(items.map((item) => trimInvisible(cellText(item))).filter((text) => text !== ''))];
}

function listOf(cell: Cell): readonly JsonValue[] | null {
  if (Array.isArray(cell)) return cell;
  if (typeof cell !== 'string' || !cell.trimStart().startsWith('[')) return null;
  const parsed = parsedJson(cell);
  return 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : null;
}

function parsedJson(text: string): { readonly value: JsonValue } | ValueProblem {
  try {
    const value = JSON.parse(text) as JsonValue;
    const reason = flawOfJson(value);
    return reason === null ? { value } : { reason };
  } catch {
    return { reason: 'not-json' };
  }
}

/** Reads a metadata value. JSON keeps its types, unless another one is asked for. */
export function readMetadata(cell: Cell, type: ValueType): Read<JsonValue> {
  const text = cellText(cell);
  if (trimInvisible(text) === '') return null;
  switch (type) {
    case 'text':
      return { value: text };
    case 'number':
      return isNumber(text.trim()) ? { value: Number(text) } : { reason: 'not-a-number' };
    case 'yes-no':
      return readYesNo(cell);
    case 'json':
      return typeof cell === 'string' ? parsedJson(cell) : { value: cell as JsonValue };
    case 'auto':
      return { value: typeof cell === 'string' ? automatic(cell) : (cell as JsonValue) };
  }
}

function isNumber(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

/** A number is one only if nothing of its text is lost, as the zeros of a postal code, or digits of a long ID. */
function automatic(text: string): JsonValue {
  const trimmed = text.trim();
  const isExact = isNumber(trimmed) && String(Number(trimmed)) === trimmed;
  const parsed = isExact || /^(?:true|false|null|[[{])/.test(trimmed) ? parsedJson(trimmed) : null;
  return parsed !== null && 'value' in parsed ? parsed.value : text;
}

/** Reads all metadata of a kind. */
export function readJson(cell: Cell): Read<JsonValue> {
  return readMetadata(cell, 'json');
}
