/** Names as the database picks them: a row per name, with folded and email spelling. */

import { foldCase } from '../database/columns';
import type { Store } from '../database/database';
import { cultures } from './cultures';

interface PoolName {
  readonly name: string;
  readonly folded: string;
  /** ASCII spelling for email addresses. */
  readonly handle: string;
}

/** Number of names in each list. All lists have the same length, so that a pick requires no lookup. */
export const namesPerList = 14;

const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', þ: 'th', ß: 'ss', ł: 'l', đ: 'd', ı: 'i', ð: 'd' };

/** Parses `Name|handle, Name, …`. */
export function namesOf(list: string): PoolName[] {
  return list.split(', ').map((entry) => {
    const [name = '', handle] = entry.split('|');
    return { name, folded: foldCase(name), handle: handle ?? handleOf(name) };
  });
}

function handleOf(name: string): string {
  const plain = foldCase(name).replace(/[øæþßłđıð]/g, (letter) => letters[letter] ?? letter);
  return plain.normalize('NFD').replace(/[^a-z]/g, '');
}

/** Creates the temporary tables `pool_given`, `pool_family` and `pool_culture`. */
export function createPools(store: Store): void {
  store.script(`
    CREATE TEMP TABLE pool_culture (culture INTEGER PRIMARY KEY, family_first INTEGER, separator TEXT);
    CREATE TEMP TABLE pool_given (culture INTEGER, i INTEGER, name TEXT, folded TEXT, handle TEXT, PRIMARY KEY (culture, i)) WITHOUT ROWID;
    CREATE TEMP TABLE pool_family (culture INTEGER, i INTEGER, name TEXT, folded TEXT, handle TEXT, PRIMARY KEY (culture, i)) WITHOUT ROWID;
  `);
  cultures.forEach((culture, index) => {
    store.run('INSERT INTO pool_culture VALUES (?, ?, ?)', [index, culture.familyFirst ? 1 : 0, culture.separator ?? ' ']);
    fillPool(store, 'pool_given', index, culture.given);
    fillPool(store, 'pool_family', index, culture.family);
  });
}

function fillPool(store: Store, table: 'pool_given' | 'pool_family', culture: number, list: string): void {
  namesOf(list).forEach(({ name, folded: lower, handle }, i) => {
    store.run(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?)`, [culture, i, name, lower, handle]);
  });
}

export function dropPools(store: Store): void {
  store.script('DROP TABLE pool_culture; DROP TABLE pool_given; DROP TABLE pool_family;');
}
