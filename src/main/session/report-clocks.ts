/** The notices about clocks. */
import type { Connection, ServiceClock } from '../../contract/bridge/connections';
import type { Notices } from '../runtime/notices';

/** Milliseconds by which clocks may differ without a notice. */
export const toleratedDifferenceMillis = 120_000;

export interface ReportClocksDeps {
  readonly notices: Pick<Notices, 'add'>;
  readonly connections: () => readonly Pick<Connection, 'id' | 'kind' | 'name'>[];
}

/**
 * Returns a function that adds a notice for each connection whose service has another time, once for each connection. The sandbox's clock is
 * set on purpose.
 */
export function createClockReports({ notices, connections }: ReportClocksDeps): (clocks: readonly ServiceClock[]) => void {
  const reported = new Set<string>();
  return (clocks) => {
    for (const { connectionId, aheadMillis } of clocks) {
      const connection = connections().find(({ id }) => id === connectionId);
      const isTolerated = Math.abs(aheadMillis) <= toleratedDifferenceMillis;
      if (connection === undefined || connection.kind === 'sandbox' || isTolerated || reported.has(connectionId)) continue;
      reported.add(connectionId);
      const kind = aheadMillis > 0 ? 'clock-behind' : 'clock-ahead';
      notices.add({ kind, connection: connection.name, differenceMillis: Math.abs(aheadMillis) });
    }
  };
}
