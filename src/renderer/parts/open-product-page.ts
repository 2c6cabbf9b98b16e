import { productLinks } from '#contract/support/product-links.ts';

/** Opens a page about Latchkey in the system browser, which learns nothing but the query. */
export function openProductPage(page: keyof typeof productLinks, query: Readonly<Record<string, string>> = {}): void {
  const search = new URLSearchParams(query).toString();
  window.open(`${productLinks[page]}${search === '' ? '' : `?${search}`}`, '_blank', 'noopener,noreferrer');
}
