/** Detects which release a service runs and what it can do (wire/newer 3). */
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { ResponseOf, Variant } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { features as allFeatures, type Feature, featureSince } from '#contract/features.ts';
import { isAtLeast, numberedRelease, type ServiceRelease } from '#contract/releases.ts';
import { catalog } from '#contract/service/index.ts';
import { isNetworkFailure } from '../retry';
import type { Sender, Target } from '../send';
import { byNumberOnly, type DetectionRow, detections, type Probe, type ProbeOutcome } from './detection';
import { newestVersion, probeRows, releaseIn, renamedPackage } from './probe-endpoints';

export interface FoundRelease {
  readonly release: string | null;
  readonly features: KnownFeatures;
}

/**
 * Sends every probe that the credentials allow, concurrently and without retries. The result of a probe takes precedence over the
 * features expected from the release number; an unreadable result is ignored. Throws what a call throws when the service can't be
 * reached.
 */
export async function detectRelease(
  sender: Sender,
  { features: _waitsForThis, headerPrefix: _ofStored, ...target }: Target,
): Promise<FoundRelease> {
  const probes = [...new Set(Object.values(detections).map(({ probe }) => probe))];
  const [release, ...outcomes] = await Promise.all([
    serverRelease(sender, target),
    ...probes.map((probe) => outcomeOf(sender, target, probe)),
  ]);
  const byProbe = new Map(probes.map((probe, index) => [probe, outcomes[index] ?? null]));
  const seen = (Object.entries(detections) as [Feature, DetectionRow][]).flatMap(([feature, { probe, read }]) => {
    const outcome = byProbe.get(probe) ?? null;
    const sign = outcome === null ? 'unreadable' : read(outcome);
    return sign === 'unreadable' ? [] : [[feature, sign === 'present'] as const];
  });
  const expected = release === null ? impliedFeatures(seen) : expectedFeatures(release);
  return { release: release?.number ?? null, features: { ...expected, ...Object.fromEntries(seen) } };
}

/**
 * Returns what probes imply about features that have none, for a service that doesn't report its release: one with a later feature has them, and
 * one without an earlier feature doesn't. Without either, or with both, a feature stays unknown.
 */
function impliedFeatures(seen: readonly (readonly [Feature, boolean])[]): KnownFeatures {
  const implied = byNumberOnly.flatMap((feature) => {
    const since = featureSince[feature];
    const hasLater = seen.some(([other, isPresent]) => isPresent && isAtLeast(featureSince[other], since));
    const lacksEarlier = seen.some(([other, isPresent]) => !isPresent && isAtLeast(since, featureSince[other]));
    return hasLater === lacksEarlier ? [] : [[feature, hasLater] as const];
  });
  return Object.fromEntries(implied);
}

/**
 * Returns the release that the server reports; null if it reports none. Releases up to 2.8.86 name it to every client and accept no other
 * field; later ones name it only to clients of the packages under the service's new name (wire/hexclave 4.4).
 */
export async function serverRelease(sender: Sender, target: Target): Promise<ServiceRelease | null> {
  const asked = await attempt(() => sender.send(catalog.misc.checkVersion, 'none', target, { body: newestVersion }, { once: true }));
  const number = releaseIn(noticeOf(asked));
  if (number !== null) return numberedRelease(number);
  if ('error' in asked && asked.error.report.known !== 'SCHEMA_ERROR') return null;
  const body = { ...newestVersion, clientPackageName: renamedPackage };
  const notice = noticeOf(await attempt(() => sender.send(probeRows.versionForPackage, 'none', target, { body }, { once: true })));
  // Whatever its number: only later releases have a response to this request.
  return notice === undefined ? null : { number: releaseIn(notice), isNewer: true };
}

/** Returns the sentence for a client that has to be updated; undefined for every other response. */
function noticeOf(outcome: ProbeOutcome): string | undefined {
  if ('error' in outcome) return undefined;
  const { upToDate, error } = outcome.value as ResponseOf<typeof catalog.misc.checkVersion, 'none'>;
  return upToDate ? undefined : error;
}

/** Returns the features that a release is expected to have. */
export function expectedFeatures({ number, isNewer }: ServiceRelease): KnownFeatures {
  const has = (feature: Feature) => isNewer || (number !== null && isAtLeast(number, featureSince[feature]));
  return Object.fromEntries(allFeatures.map((feature) => [feature, has(feature)]));
}

/** Sends a probe. Resolves to null without a request when its credential is missing. */
async function outcomeOf(
  sender: Sender,
  target: Target,
  { row, input = {}, credential, headerPrefix }: Probe,
): Promise<ProbeOutcome | null> {
  const allowed = credential === 'project' ? withoutCredentials(target) : target;
  const probeTarget = headerPrefix === undefined ? allowed : { ...allowed, headerPrefix: () => headerPrefix };
  const variant = Object.values(row.actors).find((each) => credential === 'project' || canProve(probeTarget, each));
  if (variant === undefined) return null;
  return attempt(() => sender.sendEndpoint(row, variant, probeTarget, input, { once: true }));
}

function canProve({ keys, owner }: Target, { access }: Variant): boolean {
  if (access === 'public' || owner !== undefined) return true;
  return keys[access] !== undefined || (access === 'server' && keys.admin !== undefined);
}

function withoutCredentials({ owner: _owner, ...target }: Target): Target {
  return { ...target, keys: {} };
}

/** Rethrows network failures, which fail the detection because they say nothing about the service. */
async function attempt(send: () => Promise<unknown>): Promise<ProbeOutcome> {
  try {
    return { value: await send() };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || isNetworkFailure(thrown) || thrown.code === 'sandbox-stopped') throw thrown;
    return { error: thrown };
  }
}
