/** Mappings that are saved for files with the same names of columns. */
import type { ImportMapping, SavedMapping } from './mapping';
import type { ImportColumn } from './source';

/** Returns the mapping with what was saved for columns of the same names. Columns that the file doesn't have are left out. */
export function withSaved(
  mapping: ImportMapping,
  saved: Omit<SavedMapping, 'id'>,
  columns: readonly Pick<ImportColumn, 'name'>[],
): ImportMapping {
  const found = saved.columns.flatMap(({ name, target }) => {
    const column = columns.findIndex((one) => one.name === name);
    return column < 0 ? [] : [{ column, target }];
  });
  const { match, existing, empty } = saved;
  const ordered = found.toSorted((one, other) => one.column - other.column);
  return { ...mapping, ...('match' in mapping ? { match } : {}), existing, empty, columns: ordered } as ImportMapping;
}

/** Returns what of a mapping is saved: columns by their names. */
export function savedColumns(mapping: ImportMapping, columns: readonly Pick<ImportColumn, 'name'>[]): SavedMapping['columns'] {
  return mapping.columns.flatMap(({ column, target }) => {
    const name = columns[column]?.name;
    return name === undefined ? [] : [{ name, target }];
  });
}
