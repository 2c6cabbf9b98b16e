/** A pending link of the sandbox's connection, as windows see it. */
import type { LinkSummary } from '#contract/bridge/links.ts';

export const sampleLink: LinkSummary = {
  id: 'a',
  kind: 'magic-link',
  connectionId: 'sandbox',
  fits: ['sandbox'],
  host: null,
  afterAuthReturnTo: null,
  error: null,
  connects: false,
};
