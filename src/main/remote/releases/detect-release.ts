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
 * Sends every probe that the credentials allow, at once, each once. What a probe shows wins over what the release's number lets
 * expect; what a credential cannot see says nothing. Fails as a call does when the service cannot be reached.
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

/** Returns the release that the server names; null where it names none. */
export async function serverRelease(sender: Sender, target: Target): Promise<string | null> {
  const outcome = await attempt(() => sender.send(catalogue.misc.checkVersion, 'none', target, { body: newestVersion }, { once: true }));
  if (!('value' in outcome)) return null;
  const { error } = outcome.value as { readonly error?: string };
  return releaseIn(error);
}

/** Returns the features of a release by its number. */
export function expectedFeatures(release: string): KnownFeatures {
  return Object.fromEntries(allFeatures.map((feature) => [feature, isAtLeast(release, featureSince[feature])]));
}

function isAtLeast(release: string, since: string): boolean {
  const wanted = since.split('.').map(Number);
  const parts = release.split('.').map(Number);
  const place = wanted.findIndex((part, index) => part !== parts[index]);
  return place < 0 || (parts[place] ?? 0) > (wanted[place] ?? 0);
}

/** Resolves to null for a probe whose credential is missing: it is not sent. */
async function outcomeOf(sender: Sender, target: Target, { row, input = {}, credential }: Probe): Promise<ProbeOutcome | null> {
  const asking = credential === 'project' ? withoutCredentials(target) : target;
  const variant = Object.values(row.actors).find((each) => credential === 'project' || canProve(asking, each));
  if (variant === undefined) return null;
  return attempt(() => sender.sendRow(row, variant, asking, input, { once: true }));
}

function canProve({ keys, owner }: Target, { access }: Variant): boolean {
  if (access === 'public' || owner !== undefined) return true;
  return keys[access] !== undefined || (access === 'server' && keys.admin !== undefined);
}

function withoutCredentials({ owner: _owner, ...target }: Target): Target {
  return { ...target, keys: {} };
}

/** A broken network says nothing about the service, and fails the detection. */
async function attempt(sending: () => Promise<unknown>): Promise<ProbeOutcome> {
  try {
    return { value: await sending() };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || isNetworkFailure(thrown) || thrown.code === 'sandbox-stopped') throw thrown;
    return { error: thrown };
  }
}
