import { screenLink } from '#contract/screen-links.ts';
import { findConnection } from '#data/topics.ts';
import { placeOf } from '#window/routes.ts';

/** Returns the link that opens a path of this window on other computers, too; null if the path has none. It contains no search. */
export function linkTo(path: string): string | null {
  const [pathname = ''] = path.split('?');
  const { connectionId } = placeOf(pathname);
  const connection = findConnection(connectionId ?? '');
  if (connection === undefined) return null;
  const start = `/c/${encodeURIComponent(connection.id)}`;
  return screenLink({ projectId: connection.projectId, path: path.slice(start.length) });
}
