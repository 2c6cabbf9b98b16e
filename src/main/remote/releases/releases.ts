/** Finds out which release of the service a connection leads to, once, and what that release can do (wire/newer 3). */
import { features as allFeatures } from '../../../contract/features';
import type { Clock } from '../../ports';
import type { Sender, Target } from '../send';
import { detectRelease, type FoundRelease } from './detect-release';

/** What was found, and when in milliseconds since the epoch. */
export type Detection = FoundRelease & { readonly at: number };

export interface Releases {
  /** Returns what is known of the connection's service, which is detected first when nothing is, or when that is older than a day. */
  known(connectionId: string, readTarget: ReadTarget): Promise<Detection>;
  /** Returns the same after a path turned out to be missing: detected again unless that was done within the last minute. */
  redetect(connectionId: string, readTarget: ReadTarget): Promise<Detection>;
  /** Detects it again. Concurrent callers share the result. Fails as a call does when the service can't be reached. */
  detect(connectionId: string, readTarget: ReadTarget): Promise<Detection>;
}

/** Returns the target that the connection has at the time of the call. */
export type ReadTarget = () => Promise<Target>;

export interface ReleasesDeps {
  readonly sender: Sender;
  readonly clock: Pick<Clock, 'now'>;
  readonly stored: (connectionId: string) => Detection | null;
  /** Remembers what was found at a target; false, and nothing is remembered, when the connection was changed since that was taken. */
  readonly store: (connectionId: string, found: Detection, target: Target) => Promise<boolean>;
}

/** An earlier version of the app knew fewer features: with a release's number, each has a value. */
function isComplete({ release, features }: FoundRelease): boolean {
  return release === null || allFeatures.every((feature) => features[feature] !== undefined);
}

/** Milliseconds after which a service is looked at again: it may have been updated. */
export const detectionTtlMillis = 86_400_000;
/** Milliseconds for which a missing path is believed to be missing. */
export const missingPathTtlMillis = 60_000;

export function createReleases({ sender, clock, stored, store }: ReleasesDeps): Releases {
  const active = new Map<string, Promise<Detection>>();

  const detectNow = async (connectionId: string, readTarget: ReadTarget): Promise<Detection> => {
    const asked = await readTarget();
    const found = { ...(await detectRelease(sender, asked)), at: clock.now() };
    return (await store(connectionId, found, asked)) ? found : detectNow(connectionId, readTarget);
  };
  const detect = (connectionId: string, readTarget: ReadTarget): Promise<Detection> => {
    const asking = active.get(connectionId) ?? detectNow(connectionId, readTarget).finally(() => active.delete(connectionId));
    active.set(connectionId, asking);
    return asking;
  };

  const noOlderThan = async (connectionId: string, readTarget: ReadTarget, ageMillis: number): Promise<Detection> => {
    const found = stored(connectionId);
    // A clock that was set back makes the past look like the future.
    const age = found ? clock.now() - found.at : Number.POSITIVE_INFINITY;
    return found && isComplete(found) && age >= 0 && age < ageMillis ? found : detect(connectionId, readTarget);
  };

  return {
    detect,
    known: (connectionId, readTarget) => noOlderThan(connectionId, readTarget, detectionTtlMillis),
    redetect: (connectionId, readTarget) => noOlderThan(connectionId, readTarget, missingPathTtlMillis),
  };
}
