/** Checks whether a connection's service responds, for windows that wait for it to recover. */
import { nullForAppError } from '../../contract/errors';
import type { Clock, Transport } from '../ports';
import { checkService } from '../remote/check-service';

/** Timeout of a probe's request. */
const timeoutMillis = 5_000;
/** Milliseconds for which the result of a probe is reused. */
const resultMillis = 2_000;

export interface ReachabilityDeps {
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'after'>;
  readonly target: (connectionId: string) => Promise<{ readonly baseUrl: string }>;
}

/**
 * Creates a check that resolves to whether the service of a connection responds to a request without a credential. Several windows
 * share a probe, so that at most one per connection is running. Rejects as `target` does.
 */
export function createReachability({ transport, clock, target }: ReachabilityDeps): (connectionId: string) => Promise<boolean> {
  const probes = new Map<string, Promise<boolean>>();
  const probe = async (connectionId: string): Promise<boolean> => {
    const { baseUrl } = await target(connectionId);
    return (await checkService(transport, baseUrl, timeoutMillis).then(() => true, nullForAppError)) ?? false;
  };
  return (connectionId) => {
    const running = probes.get(connectionId) ?? probe(connectionId);
    if (!probes.has(connectionId)) {
      probes.set(connectionId, running);
      const forget = () => void clock.after(resultMillis, () => probes.delete(connectionId));
      running.then(forget, forget);
    }
    return running;
  };
}
