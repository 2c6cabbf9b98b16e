/** The text form of an order, which addresses carry: `last-active:desc`, `server.plan:asc`. */
import { parseMetadataPath } from './metadata-path';
import type { UserOrder } from './user-query';

const columns: readonly Extract<UserOrder['by'], string>[] = [
  'name',
  'email',
  'signed-up',
  'last-active',
  'id',
  'verified',
  'method',
  'country',
];

/** Returns the text of an order. */
export function toOrderText({ by, desc }: UserOrder): string {
  return `${typeof by === 'string' ? by : by.metadata}:${desc ? 'desc' : 'asc'}`;
}

/** Returns the order that a text describes; null for another text. */
export function parseOrderText(text: string): UserOrder | null {
  const [, by = '', direction] = /^(.+):(asc|desc)$/s.exec(text) ?? [];
  const desc = direction === 'desc';
  const column = columns.find((one) => one === by);
  if (column !== undefined) return { by: column, desc };
  const path = parseMetadataPath(by);
  return typeof path === 'string' || path.text !== by ? null : { by: { metadata: by }, desc };
}
