import type { ComponentProps } from 'react';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ListFooter } from '#ui/layout/list-frame.tsx';
import { isValid, type KeyRow, keyRows, type ListedKey } from './key-rows';

type Identified = ListedKey & { readonly id: string };

interface KeyRowListProps<K extends Identified> {
  label: string;
  columns: readonly Column<KeyRow<K>>[];
  rows: readonly KeyRow<K>[];
  selection?: ListSelection<KeyRow<K>> | undefined;
  menu: ComponentProps<typeof VirtualList<KeyRow<K>>>['menu'];
  onOpen: (key: K) => void;
}

/** The rows of API keys or of project keys. */
export function KeyRowList<K extends Identified>({ label, columns, rows, selection, menu, onOpen }: KeyRowListProps<K>) {
  return (
    <VirtualList
      label={label}
      columns={columns}
      count={rows.length}
      itemAt={(index) => rows[index]}
      getKey={idOfRow}
      selection={selection}
      menu={menu}
      onOpen={({ key }) => onOpen(key)}
      rowHeight={52}
    />
  );
}

/** Identifies a key among the rows. */
export const idOfRow = ({ key }: { readonly key: { readonly id: string } }) => key.id;

/** How many keys are valid, whatever the list is filtered by. */
export function KeyCounts({ keys, now }: { keys: readonly ListedKey[]; now: number }) {
  const { t, locale } = useMessages();
  const valid = keyRows(keys, { text: '', validity: 'any' }, now, () => []).filter(isValid).length;
  const counts = { valid: formatNumber(valid, locale), inactive: formatNumber(keys.length - valid, locale) };
  return (
    <ListFooter end={t('api-keys.no-last-use')}>
      <span>{t('api-keys.counts', counts)}</span>
    </ListFooter>
  );
}
