/** Reads the whole of a list that later releases answer in pages (wire/hexclave 4.2, 2.8.96); their page size is unknown. */
import { z } from 'zod';
import type { Omitted } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';

const page = z.looseObject({
  items: z.array(z.unknown()),
  pagination: z.object({ next_cursor: z.string().nullable() }).optional(),
  omitted: z.custom<Omitted>().optional(),
});

/**
 * Returns the first page with the items of all others, which `readPage` reads by the cursor of the one before. A response without
 * `pagination` is the whole list. Throws `bad-response` for a cursor that comes twice, and what `readPage` throws.
 */
export async function readAllPages(first: unknown, readPage: (cursor: string) => Promise<unknown>): Promise<unknown> {
  const seen = new Set<string>();
  const pages = [page.parse(first)];
  for (let cursor = nextOf(pages); cursor !== null; cursor = nextOf(pages)) {
    if (seen.has(cursor)) throw fail('bad-response', { path: 'pagination.next_cursor' });
    seen.add(cursor);
    pages.push(page.parse(await readPage(cursor)));
  }
  if (pages.length === 1) return first;
  const omitted = pages.flatMap((each) => each.omitted ?? []);
  return {
    items: pages.flatMap(({ items }) => items),
    is_paginated: false,
    ...(omitted[0] === undefined ? {} : { omitted: { count: omitted.reduce((sum, { count }) => sum + count, 0), path: omitted[0].path } }),
  };
}

function nextOf(pages: readonly z.output<typeof page>[]): string | null {
  return pages.at(-1)?.pagination?.next_cursor ?? null;
}
