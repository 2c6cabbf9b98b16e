/** Templates, permissions, and key sets of an index: short lists of names, each stored as one value. */
import { foldSearch } from '#contract/text/fold-search.ts';
import { type NamedItem, type NamedKind, namedKind } from '#contract/workers/library.ts';
import type { IndexDatabase } from './index-database';

const settingOf = (kind: NamedKind) => `named ${kind}`;

/** Replaces all items of a kind. Must run in a transaction. */
export function putNamed(index: IndexDatabase, kind: NamedKind, items: readonly NamedItem[]): void {
  index.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', [settingOf(kind), JSON.stringify(items)]);
}

/** Returns the items whose name, ID, or ends of keys have each word of a text, of each kind as many as are wanted. */
export function findNamed(index: IndexDatabase, text: string, limit: number): NamedItem[] {
  const words = foldSearch(text).split(/\s+/);
  return namedKind.options.flatMap((kind) =>
    itemsOf(index, kind)
      .filter((item) => {
        const text = foldSearch(textOf(item));
        return words.every((word) => text.includes(word));
      })
      .slice(0, limit),
  );
}

function textOf(item: NamedItem): string {
  const endings = item.kind === 'key-set' ? Object.values(item.keys).map((key) => key?.last_four) : [];
  return [item.name, item.id, ...endings].join(' ');
}

function itemsOf(index: IndexDatabase, kind: NamedKind): NamedItem[] {
  const stored = index.one<{ value: string }>('SELECT value FROM settings WHERE name = ?', [settingOf(kind)]);
  return stored === undefined ? [] : (JSON.parse(stored.value) as NamedItem[]);
}
