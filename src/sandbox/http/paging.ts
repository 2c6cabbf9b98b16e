/** Pages of lists that are short enough to be read whole (wire/hexclave 4.2). */
import { z } from 'zod';

/** What servers may say about the page; the limit and the default order of the service are unknown. */
export const pageQuery = {
  limit: z.int().min(1).optional(),
  cursor: z.string().optional(),
  query: z.string().optional(),
};

interface PageRequest {
  readonly limit?: number | undefined;
  /** ID of the first item of the page. */
  readonly cursor?: string | undefined;
}

interface PageOf<T> {
  readonly items: T[];
  readonly is_paginated: true;
  readonly pagination: { readonly next_cursor: string | null };
}

/** Returns the requested page of all items: all without a limit, and none for an unknown cursor, as the list of users. */
export function pageFrom<T extends { readonly id: string }>(all: readonly T[], { limit, cursor }: PageRequest): PageOf<T> {
  const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor.toLowerCase());
  const rest = start === -1 ? [] : all.slice(start);
  const items = limit === undefined ? rest : rest.slice(0, limit);
  return { items, is_paginated: true, pagination: { next_cursor: rest[items.length]?.id ?? null } };
}
