/** Which columns the users list has, in which order and width: as stored in the profile for a project. */
import type { JsonValue } from '#contract/service/models/fields.ts';

/** Column IDs are those of `user-columns`, or metadata paths with `metadata:` in front. */
export type ColumnLayout = {
  /** Columns from left to right, hidden ones too. Those that aren't listed follow. */
  readonly order: string[];
  /** Whether a column is shown, where that differs from its default. */
  readonly visible: Record<string, boolean>;
  /** Widths in CSS pixels of the columns that were resized. */
  readonly widths: Record<string, number>;
  /** The metadata paths that were added as columns. */
  readonly paths: string[];
};

export const initialLayout: ColumnLayout = { order: [], visible: {}, widths: {}, paths: [] };

/** Maximum number of metadata columns: a stored value has a limited size. */
export const maxPaths = 20;

const prefix = 'metadata:';

/** Returns the ID of the column of a metadata path. */
export function pathColumnId(path: string): string {
  return `${prefix}${path}`;
}

/** Whether a stored value is a layout. */
export function isColumnLayout(value: JsonValue): value is ColumnLayout {
  if (!isObject(value)) return false;
  const { order, visible, widths, paths } = value;
  return isTextList(order) && isTextList(paths) && isRecord(visible, 'boolean') && isRecord(widths, 'number') && paths.length <= maxPaths;
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: JsonValue | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRecord(value: JsonValue | undefined, type: 'boolean' | 'number'): boolean {
  return isObject(value) && Object.values(value).every((item) => typeof item === type);
}

/** Returns the layout with a metadata column at the end; one that is there already is shown again. */
export function withPath(layout: ColumnLayout, path: string, shown: readonly string[]): ColumnLayout {
  const id = pathColumnId(path);
  const paths = layout.paths.includes(path) ? layout.paths : [...layout.paths, path];
  const order = [...shown.filter((other) => other !== id), id];
  return {
    ...layout,
    paths,
    order: [...order, ...layout.order.filter((other) => !order.includes(other))],
    visible: { ...layout.visible, [id]: true },
  };
}

/** Returns the layout of which only these columns are shown, in their order, such as those of a saved view. */
export function layoutOf(ids: readonly string[], layout: ColumnLayout, all: readonly string[]): ColumnLayout {
  const paths = ids.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
  const known = [...new Set([...all, ...layout.order, ...ids])];
  return {
    ...layout,
    order: [...ids, ...known.filter((id) => !ids.includes(id))],
    visible: Object.fromEntries(known.map((id) => [id, ids.includes(id)])),
    paths: [...new Set([...paths, ...layout.paths])].slice(0, maxPaths),
  };
}

/** Returns the layout without a metadata column. */
export function withoutPath(layout: ColumnLayout, path: string): ColumnLayout {
  const id = pathColumnId(path);
  const without = <T>(record: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
  return {
    order: layout.order.filter((other) => other !== id),
    visible: without(layout.visible),
    widths: without(layout.widths),
    paths: layout.paths.filter((other) => other !== path),
  };
}

/** Returns the IDs with one of them moved to the place of another one; the same IDs if one of them is missing. */
export function movedTo(ids: readonly string[], id: string, target: string): string[] {
  const [from, to] = [ids.indexOf(id), ids.indexOf(target)];
  if (from < 0 || to < 0 || from === to) return [...ids];
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}
