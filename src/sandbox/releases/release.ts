/** The release of the service that a sandbox emulates. */
import { type Feature, featureSince } from '#contract/features.ts';
import { isAtLeast } from '#contract/releases.ts';
import { type Behavior, behaviors, type Span } from './behaviors';

/** First and last numbers of the series with the older name, and the releases of the new series that were read (wire/hexclave 0). */
const firstPatch = 4;
const lastPatch = 109;
const renamed = ['1.0.0', '1.0.125'];

/** The releases that can be emulated, oldest first. Their order is that of this list, because numbers start again at 1.0.0. */
export const releases: readonly string[] = [
  ...Array.from({ length: lastPatch - firstPatch + 1 }, (_value, index) => `2.8.${firstPatch + index}`),
  ...renamed,
];

/** The newest release whose behavior is certain, which new data gets without `--release`. */
export const defaultRelease = '2.8.109';

export interface Release {
  readonly number: string;
  /** Whether the release has a feature or behaves in a way that not all releases do. */
  has(what: Feature | Behavior): boolean;
}

/** Returns a release of {@link releases}. Throws `RangeError` for others. */
export function createRelease(number: string): Release {
  if (!releases.includes(number)) throw new RangeError(`${number} is not a release that can be emulated.`);
  const known = new Map<string, boolean>();
  const judge = (what: Feature | Behavior): boolean => {
    const { since, until }: Span = isBehavior(what) ? behaviors[what] : { since: featureSince[what] };
    return isAtLeast(number, since) && (until === undefined || !isAtLeast(number, until));
  };
  return {
    number,
    has(what) {
      const result = known.get(what) ?? judge(what);
      known.set(what, result);
      return result;
    },
  };
}

function isBehavior(what: Feature | Behavior): what is Behavior {
  return what in behaviors;
}

/** The first release, whose data every later one upgrades. */
export const baseline: Release = createRelease('2.8.4');
