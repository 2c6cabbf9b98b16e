/** A saved view as a text that can be shared, such as in a chat. */
import type { ViewContent } from '#contract/bridge/saved-views.ts';
import { parseOrderText, toOrderText } from '#contract/query/order-text.ts';
import { isProblem, parseQueryText, type QueryProblem } from '#contract/query/query-parser.ts';
import { toQueryText } from '#contract/query/query-text.ts';

const head = 'latchkey-view: 1';

/** Returns the text of a view. */
export function toViewText({ name, query, order, columns }: ViewContent): string {
  const lines = [head, `name: ${name.replace(/\s+/g, ' ')}`, `filter: ${toQueryText(query)}`, `sort: ${toOrderText(order)}`];
  return [...lines, ...(columns === null ? [] : [`columns: ${JSON.stringify(columns)}`])].join('\n');
}

/** Why a text isn't a view. A problem of the filter is at a place of `filter`. */
export type ViewTextProblem =
  | { readonly problem: 'head' | 'name' | 'sort' | 'columns' }
  | { readonly problem: 'filter'; readonly filter: string; readonly at: QueryProblem };

/** Parses a text of a view. What stands before its first line, and lines that this version doesn't know, are ignored. */
export function parseViewText(text: string): ViewContent | ViewTextProblem {
  const start = text.indexOf(head);
  if (start < 0) return { problem: 'head' };
  const values = new Map<string, string>();
  for (const line of text.slice(start).split(/\r?\n/)) {
    const [, key, value] = /^\s*([\w-]+):\s?(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined && !values.has(key)) values.set(key, value.trim());
  }
  const name = values.get('name') ?? '';
  if (name === '' || name.length > 100) return { problem: 'name' };
  const filter = values.get('filter') ?? '';
  const query = parseQueryText(filter);
  if (isProblem(query)) return { problem: 'filter', filter, at: query };
  const order = parseOrderText(values.get('sort') ?? 'signed-up:desc');
  if (order === null) return { problem: 'sort' };
  const columns = values.has('columns') ? parseColumns(values.get('columns') ?? '') : null;
  return columns === undefined ? { problem: 'columns' } : { name, query, order, columns };
}

/** Whether a result of {@link parseViewText} is a problem. */
export function isViewProblem(result: ViewContent | ViewTextProblem): result is ViewTextProblem {
  return 'problem' in result;
}

function parseColumns(text: string): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(text);
    const isValid = Array.isArray(ids) && ids.length <= 60 && ids.every((id) => typeof id === 'string' && id.length <= 220);
    return isValid ? (ids as string[]) : undefined;
  } catch {
    return undefined;
  }
}
