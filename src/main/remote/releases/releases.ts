/** Detects and stores the release of each connection's service, and its features (wire/newer 3). */
import { features as allFeatures } from '#contract/features.ts';
import type { Clock } from '../../ports/ports';
import type { Sender, Target } from '../send';
import { detectRelease, type FoundRelease } from './detect-release';

/** A detected release; `at` is the time of the detection in milliseconds since the epoch. */
export type Detection = FoundRelease & { readonly at: number };

export interface Releases {
  /** Returns the stored detection of the connection's service. Detects it first if there is none or it is older than a day. */
  known(connectionId: string, readTarget: ReadTarget): Promise<Detection>;
  /** Returns the detection after a path turned out to be missing: detected again unless the stored one is less than a minute old. */
  redetect(connectionId: string, readTarget: ReadTarget): Promise<Detection>;
  /** Detects the release again. Concurrent callers share the result. Throws what a call throws when the service can't be reached. */
  detect(connectionId: string, readTarget: ReadTarget): Promise<Detection>;
}

/** Returns the target that the connection has at the time of the call. */
type ReadTarget = () => Promise<Target>;

export interface ReleasesDeps {
  readonly sender: Sender;
  readonly clock: Pick<Clock, 'now'>;
  readonly stored: (connectionId: string) => Detection | null;
  /** Stores a detection. Resolves to false without storing it if the connection has changed since `target` was read. */
  readonly store: (connectionId: string, found: Detection, target: Target) => Promise<boolean>;
}

/** Whether a detection covers all features. Those stored by an earlier version of the app may lack newer ones. */
function isComplete({ release, features }: FoundRelease): boolean {
  return release === null || allFeatures.every((feature) => features[feature] !== undefined);
}

/** Milliseconds after which a service is detected again, because it may have been updated. */
export const detectionTtlMillis = 86_400_000;
/** Milliseconds during which a missing path does not trigger another detection. */
export const missingPathTtlMillis = 60_000;

export function createReleases({ sender, clock, stored, store }: ReleasesDeps): Releases {
  const active = new Map<string, Promise<Detection>>();

  const detectNow = async (connectionId: string, readTarget: ReadTarget): Promise<Detection> => {
    const target = await readTarget();
    const found = { ...(await detectRelease(sender, target)), at: clock.now() };
    return (await store(connectionId, found, target)) ? found : detectNow(connectionId, readTarget);
  };
  const detect = (connectionId: string, readTarget: ReadTarget): Promise<Detection> => {
    const detection = active.get(connectionId) ?? detectNow(connectionId, readTarget).finally(() => active.delete(connectionId));
    active.set(connectionId, detection);
    return detection;
  };

  const noOlderThan = async (connectionId: string, readTarget: ReadTarget, ageMillis: number): Promise<Detection> => {
    const found = stored(connectionId);
    // Negative if the clock was set back after the detection.
    const age = found ? clock.now() - found.at : Number.POSITIVE_INFINITY;
    return found && isComplete(found) && age >= 0 && age < ageMillis ? found : detect(connectionId, readTarget);
  };

  return {
    detect,
    known: (connectionId, readTarget) => noOlderThan(connectionId, readTarget, detectionTtlMillis),
    redetect: (connectionId, readTarget) => noOlderThan(connectionId, readTarget, missingPathTtlMillis),
  };
}
