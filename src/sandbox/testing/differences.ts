/** Holds an answer against a recorded one: equal but for what a server makes up anew each time, which is remembered. */
import type { Fields } from './test-sandbox';

/** What a server makes up: a recorded value and ours may differ when both are of one kind. */
const generatedValues: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9a-hjkmnp-tv-z]{45}$/,
  /^[0-9a-hjkmnp-tv-z]{39}$/,
  /^eyJ/,
  /^(pck|ssk|sak)_[0-9a-hjkmnp-tv-z]{45}$/,
  /^(sk|pk)_[0-9a-z]{99,}$/,
  /^[0-9a-z]{4}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^[\w-]{48}$/,
  /^[\w-]{43}$/,
  /^[\w-]{12}$/,
  /^appsk_[\w-]+$/,
];

/** Where ours differs, by path; empty when it does not. Names every value that stands for a recorded one in `names`. */
export function findDifferences(recorded: unknown, ours: unknown, names: Map<string, string>, path = '$'): string[] {
  if (typeof recorded === 'string' && typeof ours === 'string') return textDifferences(recorded, ours, names, path);
  if (typeof recorded === 'number' && typeof ours === 'number') return numberDifferences(recorded, ours, path);
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    if (recorded.length !== ours.length) return [`${path}: ${ours.length} instead of ${recorded.length}`];
    return recorded.flatMap((item, index) => findDifferences(item, ours[index], names, `${path}[${index}]`));
  }
  if (isObject(recorded) && isObject(ours)) {
    return [...new Set([...Object.keys(recorded), ...Object.keys(ours)])].flatMap((key) => {
      if (!(key in ours)) return [`${path}.${key}: missing`];
      if (!(key in recorded)) return [`${path}.${key}: surplus`];
      return findDifferences(recorded[key], ours[key], names, `${path}.${key}`);
    });
  }
  return recorded === ours ? [] : [`${path}: ${JSON.stringify(ours)} instead of ${JSON.stringify(recorded)}`];
}

/** A text with every recorded value replaced by what stands for it here. */
export function withOurNames(text: string, names: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [recorded, ours] of names) result = result.replaceAll(recorded, ours);
  return result;
}

/** The names of the properties in the part of a long answer that was kept. */
export function keysIn(cutText: string): string[] {
  return [...new Set([...cutText.matchAll(/"(\w+)":/g)].map(([, key = '']) => key))];
}

function textDifferences(recorded: string, ours: string, names: Map<string, string>, path: string): string[] {
  const isCut = recorded.endsWith('…') && ours.startsWith(recorded.slice(0, 3));
  if (isCut || withOurNames(recorded, names) === ours) return [];
  if (!names.has(recorded) && generatedValues.some((kind) => kind.test(recorded) && kind.test(ours))) {
    names.set(recorded, ours);
    return [];
  }
  return [`${path}: ${JSON.stringify(ours)} instead of ${JSON.stringify(withOurNames(recorded, names))}`];
}

const year = 365 * 86_400_000;

/** Times differ; anything else does not. */
function numberDifferences(recorded: number, ours: number, path: string): string[] {
  const isTime = (value: number) => Number.isInteger(value) && value > 40 * year;
  return recorded === ours || (isTime(recorded) && isTime(ours)) ? [] : [`${path}: ${ours} instead of ${recorded}`];
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
