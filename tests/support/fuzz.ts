/** Random values of every kind, the same ones for the same seed. */
import { expect } from 'vitest';

export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
  /** Whether a random choice is one of `of` cases. */
  oneIn(of: number): boolean;
}

/** Creates a random generator for a seed (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      return from[below(from.length)] as T;
    },
    oneIn: (of) => below(of) === 0,
  };
}

/** Returns the seed: `FUZZ_SEED`, which may be `random`, or else a fixed one, so that a failure is caused by a change. */
export function fuzzSeed(): number {
  const given = process.env.FUZZ_SEED ?? '1843';
  return given === 'random' ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}

/** Runs a check. When it fails, reports the seed and the value. */
export function check(seed: number, what: () => string, promise: () => void): void {
  try {
    promise();
  } catch (cause) {
    expect.fail(`FUZZ_SEED=${seed}: ${what()}\n${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

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

/** Returns text: mostly short with special characters, sometimes very long. */
export function anyText(chance: Chance): string {
  if (chance.oneIn(200)) return chance.pick(['x', 'ü', '"']).repeat(chance.below(1_000_000));
  if (chance.oneIn(3)) return Array.from({ length: chance.below(20) }, () => String.fromCharCode(chance.below(65_536))).join('');
  return chance.pick(texts);
}

/** Returns any JSON value, including prototype keys and deep nesting. */
export function anyJson(chance: Chance, depth = 4): unknown {
  if (chance.oneIn(150)) return deep(chance);
  const kind = chance.below(depth > 0 ? 8 : 5);
  if (kind === 0) return null;
  if (kind === 1) return chance.oneIn(2);
  if (kind === 2) return chance.pick(numbers.filter(Number.isFinite));
  if (kind <= 4) return anyText(chance);
  if (kind === 5) return Array.from({ length: chance.below(6) }, () => anyJson(chance, depth - 1));
  return fromEntries(Array.from({ length: chance.below(6) }, () => [chance.pick(keys), anyJson(chance, depth - 1)]));
}

/** Returns any value: JSON, and values that only a program can pass. */
export function anyValue(chance: Chance): unknown {
  if (!chance.oneIn(5)) return anyJson(chance);
  const circle: unknown[] = [];
  circle.push({ circle });
  const throwing = Object.defineProperty({}, chance.pick(keys.slice(8)), {
    enumerable: true,
    get() {
      throw new Error('a trap');
    },
  });
  return chance.pick<unknown>([
    undefined,
    chance.pick(numbers),
    10n ** 40n,
    Symbol('s'),
    () => 'called',
    new Date(Number.NaN),
    new Map([['actor', 'project']]),
    new Set([1]),
    /x/,
    new Error('x'),
    Promise.resolve(1),
    Buffer.from('bytes'),
    new Array(1_000),
    Object.create(null),
    Object.create({ actor: 'project', connectionId: 'own' }),
    circle,
    throwing,
    Object.freeze({ toJSON: () => 'x' }),
  ]);
}

/** Returns the value with something removed, added or replaced. */
export function damaged(chance: Chance, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance.oneIn(6)) return anyValue(chance);
  const entries = Object.entries(value);
  const index = chance.below(entries.length + 1);
  const found = entries[index];
  if (found === undefined) return fromEntries([...entries, [chance.pick(keys), anyValue(chance)]]);
  const [key, inner] = found;
  if (chance.oneIn(4)) return fromEntries(entries.filter((_entry, at) => at !== index));
  const changed = chance.oneIn(2) ? damaged(chance, inner) : anyValue(chance);
  return fromEntries(entries.map((entry, at): [string, unknown] => (at === index ? [key, changed] : entry)));
}

/** Creates an object. Unlike an object literal, treats `__proto__` as an ordinary name, like `JSON.parse`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

function deep(chance: Chance): unknown {
  const asList = chance.oneIn(2);
  let value: unknown = 1;
  for (let level = chance.below(20_000); level > 0; level -= 1) value = asList ? [value] : { a: value };
  return value;
}
