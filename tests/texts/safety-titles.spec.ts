import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/kit';
import { catalogue } from '../../src/contract/service/index';
import en from '../../src/messages/en.json';

const prefix = 'safety.title.';
const titles = Object.keys(en).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

const endpoints = new Map(
  Object.entries(catalogue).flatMap(([group, rows]) =>
    Object.entries(rows).map(([row, endpoint]) => [`${group}.${row}`, endpoint as Endpoint] as const),
  ),
);
/** The calls of windows for which a safety level can require a confirmation. */
const confirmed = [...endpoints].filter(
  ([, { effect, offered, allowedAtEveryLevel }]) => effect !== 'read' && offered && !allowedAtEveryLevel,
);

describe('the titles of confirmations', () => {
  it('name only calls that may need a confirmation', () => {
    const names = confirmed.flatMap(([name, { destroyedBy }]) => (destroyedBy === undefined ? [name] : [name, `${name}.destroy`]));
    expect(titles.filter((title) => !names.includes(title))).toEqual([]);
  });

  it('cover every call, and the destructive form of those that have one', () => {
    const missing = confirmed.filter(
      ([name, { destroyedBy }]) => !titles.includes(name) || (destroyedBy !== undefined && !titles.includes(`${name}.destroy`)),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});
