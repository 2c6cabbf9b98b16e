/** Releases of the service, and their order in time. */

/** The newest release whose differences are known; later ones are treated like it. */
export const newestKnownRelease = '2.8.109';

/** The release that a service reports. */
export interface ServiceRelease {
  /** Such as `2.8.4`; null if the service is newer than the newest known release, and doesn't say which one it runs. */
  readonly number: string | null;
  /** Whether it is later than the newest known release. */
  readonly isNewer: boolean;
}

/** Returns what a service says that reports this number. */
export function numberedRelease(number: string): ServiceRelease {
  return { number, isNewer: compareReleases(number, newestKnownRelease) > 0 };
}

/**
 * First numbers of the series of releases, oldest series first. Numbers of two series say nothing about the order: the service started
 * again at 1.0.0 after 2.8.109, when it got a new name (wire/hexclave 0).
 */
const series: readonly number[] = [2, 1];

/** Returns a negative number if the first release is the earlier one, and a positive number if it is the later one. */
export function compareReleases(one: string, other: string): number {
  const [first, second] = [orderOf(one), orderOf(other)];
  const at = first.findIndex((part, index) => part !== second[index]);
  return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
}

/** Whether a release is the other one, or a later one. */
export function isAtLeast(release: string, since: string): boolean {
  return compareReleases(release, since) >= 0;
}

/** The place of the series, then the numbers. A series that isn't known yet is later than the known ones. */
function orderOf(release: string): readonly number[] {
  const parts = release.split('.').map(Number);
  const place = series.indexOf(parts[0] ?? 0);
  return [place < 0 ? series.length : place, ...parts];
}
