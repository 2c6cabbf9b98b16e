/** The reads of the service that a project's document is made of. A write that makes one of them stale may end or start a drift. */
export const documentReads: readonly string[] = ['projects.read', 'emails.templates', 'emailThemes.list'];
