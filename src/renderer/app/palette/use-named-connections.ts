import type { Connection } from '#contract/bridge/connections.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { useTopic } from '#data/topics.ts';
import { connectionTitle } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionDetails } from '#parts/connections/use-connection-details.ts';
import { usePlace } from '../use-place';

interface NamedConnection {
  readonly connection: Connection;
  /** What distinguishes it from others that are called the same, if there are any. */
  readonly detail: string;
  /** Its name and environment, and the detail. */
  readonly aside: string;
}

/** Returns the connections as the palette names them, the current one first. */
export function useNamedConnections(): readonly NamedConnection[] {
  const messages = useMessages();
  const { connectionId } = usePlace();
  const connections = inRailOrder(useTopic('connections.list'));
  const details = useConnectionDetails(connections, { hasHost: false });
  const named = connections.map((connection) => {
    const title = connectionTitle(messages, connection);
    const detail = details.get(connection.id) ?? '';
    return { connection, detail, aside: [title, detail].filter(Boolean).join(' · ') };
  });
  const isHere = ({ connection }: NamedConnection) => Number(connection.id === connectionId);
  return named.sort((one, other) => isHere(other) - isHere(one));
}
