import { useMemo } from 'react';
import { distinctNames } from '#contract/connection-names.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { topicNow, useTopic } from '#data/topics.ts';

/** Returns the names of the connections by their ID. Connections of one name are distinguished by their server, or by what else differs. */
export function useConnectionNames(): ReadonlyMap<string, string> {
  const connections = useTopic('connections.list');
  return useMemo(() => distinctNames(inRailOrder(connections)), [connections]);
}

/** Returns {@link useConnectionNames} outside of components, as they are now. */
export function connectionNamesNow(): ReadonlyMap<string, string> {
  return distinctNames(inRailOrder(topicNow('connections.list')));
}
