import type { Connection } from '#contract/bridge/connections.ts';
import type { LinkSummary } from '#contract/bridge/links.ts';

/** What each kind's card gets: a link, and the connection it is used with. */
export interface LinkCardProps {
  link: LinkSummary;
  connection: Connection;
}
