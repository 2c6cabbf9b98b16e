/** Random values for fast-check: texts, JSON, what only a program can pass, and damaged values. */
import fc from 'fast-check';

/** The seed of a run: `FUZZ_SEED`, which may be `random`, or else a fixed one, so that a failure is caused by a change. */
export function fixedSeed(): { readonly seed?: number } {
  const given = process.env.FUZZ_SEED ?? '1843';
  return given === 'random' ? {} : { seed: Number(given) };
}

/** Returns the number of values that a property is tried with: `usual`, times `FUZZ_ROUNDS` for a long run. */
export function rounds(usual: number): number {
  return usual * Number(process.env.FUZZ_ROUNDS ?? 1);
}

/** Random choices within a run of fast-check, for values that depend on what a service contains by then. */
export interface Chance {
  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
  /** Whether a random choice is one of `of` cases. */
  oneIn(of: number): boolean;
  take<T>(arbitrary: () => fc.Arbitrary<T>): T;
}

/** Creates the choices. `generate` returns the generator of the present run. */
export function chanceOf(generate: () => fc.GeneratorValue): Chance {
  const below = (limit: number) => generate()(integerBelow, limit);
  return {
    below,
    pick<T>(from: readonly T[]): T {
      return from[below(from.length)] as T;
    },
    oneIn: (of) => below(of) === 0,
    take: (arbitrary) => generate()(arbitrary),
  };
}

// Not `fc.nat`, which prefers small numbers.
const integerBelow = (limit: number) => fc.noBias(fc.nat(Math.max(limit - 1, 0)));

const texts = [
  '',
  ' ',
  'a',
  'me',
  'null',
  'undefined',
  '0',
  '-1',
  'true',
  '../../x',
  '\0',
  'ü',
  '🔑',
  '\ud800',
  '\u2028',
  '{}',
  '[]',
  '<b>',
  "' OR 1=1",
  '%00',
  '__proto__',
];
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  'actor',
  'connectionId',
  'accountId',
  'id',
  'name',
  'params',
  'query',
  'body',
  'limit',
  'email',
  'password',
  'value',
  '',
];
const numbers = [0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, Number.MIN_VALUE, Number.NaN, Number.POSITIVE_INFINITY];

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** Text: mostly short with special characters, sometimes very long. */
export const text: fc.Arbitrary<string> = fc.oneof(
  weighted(132, fc.constantFrom(...texts)),
  weighted(
    66,
    fc.array(fc.nat(65_535), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  ),
  weighted(
    1,
    fc.tuple(fc.constantFrom('x', 'ü', '"'), fc.nat(1_000_000)).map(([character, length]) => character.repeat(length)),
  ),
);

/** Nesting past the stack. */
const deep = fc.tuple(fc.boolean(), fc.nat(20_000)).map(([asList, levels]) => {
  let value: unknown = 1;
  for (let level = levels; level > 0; level -= 1) value = asList ? [value] : { a: value };
  return value;
});

const key = fc.constantFrom(...keys);

/** Any JSON value, including prototype keys and deep nesting. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    weighted(20, fc.constant(null)),
    weighted(20, fc.boolean()),
    weighted(20, fc.constantFrom(...numbers.filter(Number.isFinite))),
    weighted(40, text),
    weighted(20, fc.array(tie('json'), { maxLength: 5 })),
    weighted(40, fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map(fromEntries)),
    weighted(1, deep),
  ),
})).json;

function circle(): unknown[] {
  const list: unknown[] = [];
  list.push({ circle: list });
  return list;
}

const throwing = fc.constantFrom(...keys.slice(8)).map((name) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error('a trap');
    },
  }),
);

/** Values that only a program can pass. */
const ofPrograms: readonly (() => unknown)[] = [
  () => undefined,
  () => 10n ** 40n,
  () => Symbol('s'),
  () => () => 'called',
  () => new Date(Number.NaN),
  () => new Map([['actor', 'project']]),
  () => new Set([1]),
  () => /x/,
  () => new Error('x'),
  () => Promise.resolve(1),
  () => Buffer.from('bytes'),
  () => new Array(1_000),
  () => Object.create(null),
  () => Object.create({ actor: 'project', connectionId: 'own' }),
  circle,
  () => Object.freeze({ toJSON: () => 'x' }),
];

/** Any value: JSON, and values that only a program can pass. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  weighted(80, json),
  weighted(
    18,
    fc.constantFrom(...ofPrograms).map((create) => create()),
  ),
  weighted(1, throwing),
  weighted(1, fc.constantFrom(...numbers)),
);

/** The value with something removed, added or replaced. */
export function damaged(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return anything;
  const entries = Object.entries(value);
  const added = fc.tuple(key, anything).map((entry) => fromEntries([...entries, entry]));
  if (entries.length === 0) return fc.oneof(anything, added);
  const at = fc.nat(entries.length - 1);
  const replacedBy = (index: number, by: fc.Arbitrary<unknown>) =>
    by.map((changed) => fromEntries(entries.map((entry, other) => (other === index ? [entry[0], changed] : entry))));
  return fc.oneof(
    weighted(1, anything),
    weighted(1, added),
    weighted(
      1,
      at.map((index) => fromEntries(entries.filter((_entry, other) => other !== index))),
    ),
    weighted(
      1,
      at.chain((index) => replacedBy(index, anything)),
    ),
    weighted(
      2,
      at.chain((index) => replacedBy(index, damaged(entries[index]?.[1]))),
    ),
  );
}

/** Creates an object. Unlike an object literal, treats `__proto__` as an ordinary name, like `JSON.parse`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}
