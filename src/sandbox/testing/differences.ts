/** Comparison of a response with a recorded one. Values that a server generates may differ and are remembered. */
import type { Fields } from './test-sandbox';

/** Generated values: a recorded and an actual one of the same kind may differ. */
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

/** Returns the differences by path. Adds the actual values for recorded ones to `names`. */
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

/** Returns the text with every recorded value replaced by the actual one. */
export function withOurNames(text: string, names: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [recorded, ours] of names) result = result.replaceAll(recorded, ours);
  return result;
}

/** Returns the property names in a truncated response. */
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

/** Returns no difference for times, which always differ. */
function numberDifferences(recorded: number, ours: number, path: string): string[] {
  const isTime = (value: number) => Number.isInteger(value) && value > 40 * year;
  return recorded === ours || (isTime(recorded) && isTime(ours)) ? [] : [`${path}: ${ours} instead of ${recorded}`];
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
