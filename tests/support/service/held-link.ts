import type { PendingLink } from '#main/links/pending-links.ts';

/** A code in the form that the service's codes have. */
export const linkCode = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';

/** Returns a link that the system opened for connection `c`; `own` replaces single fields. */
export function heldLink(kind: PendingLink['kind'], own: Partial<PendingLink> = {}): PendingLink {
  return {
    id: 'l',
    kind,
    code: linkCode,
    host: null,
    base: null,
    siteOf: [],
    connects: false,
    state: null,
    connectionHint: null,
    returnTo: null,
    error: null,
    chosen: 'c',
    arrival: 'opened',
    ...own,
  };
}
