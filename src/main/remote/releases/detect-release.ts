/** Detects which release a service runs and what it can do (wire/newer 3). */
import type { KnownFeatures } from '../../../contract/bridge/connections';
import { AppError } from '../../../contract/errors';
import { features as allFeatures, type Feature, featureSince } from '../../../contract/features';
import type { Variant } from '../../../contract/kit';
import { catalogue } from '../../../contract/service/index';
import { isNetworkFailure } from '../retry';
import type { Sender, Target } from '../send';
import { type DetectionRow, detections, type Probe, type ProbeOutcome } from './detection';
import { newestVersion, releaseIn } from './probe-endpoints';

export interface FoundRelease {
  readonly release: string | null;
  readonly features: KnownFeatures;
}

/**
 * Sends every probe that the credentials allow, concurrently and without retries. The result of a probe takes precedence over the
 * features expected from the release number; an unreadable result is ignored. Throws what a call throws when the service can't be
 * reached.
 */
export async function detectRelease(sender: Sender, { features: _waitsForThis, ...target }: Target): Promise<FoundRelease> {
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
  return { release, features: { ...(release === null ? {} : expectedFeatures(release)), ...Object.fromEntries(seen) } };
}

/** Returns the release that the server reports; null if it reports none. */
export async function serverRelease(sender: Sender, target: Target): Promise<string | null> {
  const outcome = await attempt(() => sender.send(catalogue.misc.checkVersion, 'none', target, { body: newestVersion }, { once: true }));
  if (!('value' in outcome)) return null;
  const { error } = outcome.value as { readonly error?: string };
  return releaseIn(error);
}

/** Returns the features that a release has according to its number. */
export function expectedFeatures(release: string): KnownFeatures {
  return Object.fromEntries(allFeatures.map((feature) => [feature, isAtLeast(release, featureSince[feature])]));
}

function isAtLeast(release: string, since: string): boolean {
  const minimum = since.split('.').map(Number);
  const parts = release.split('.').map(Number);
  const different = minimum.findIndex((part, index) => part !== parts[index]);
  return different < 0 || (parts[different] ?? 0) > (minimum[different] ?? 0);
}

/** Sends a probe. Resolves to null without a request when its credential is missing. */
async function outcomeOf(sender: Sender, target: Target, { row, input = {}, credential }: Probe): Promise<ProbeOutcome | null> {
  const probeTarget = credential === 'project' ? withoutCredentials(target) : target;
  const variant = Object.values(row.actors).find((each) => credential === 'project' || canProve(probeTarget, each));
  if (variant === undefined) return null;
  return attempt(() => sender.sendRow(row, variant, probeTarget, input, { once: true }));
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
