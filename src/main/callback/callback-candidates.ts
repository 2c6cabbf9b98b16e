/** Places that the links in emails can open: this machine, the site that the user named, and the project's trusted sites. */
import { type CallbackCandidate, type CallbackPurpose, isForOthers } from '#contract/bridge/callbacks.ts';
import { mailedCodeMillis } from '#contract/limits.ts';
import { parseUrl } from '#contract/urls.ts';
import type { PinnedConnection } from '../records/pinned-connection';
import type { CallbackServer } from './callback-server';
import { connectionParameter } from './parse-link';
import type { ProjectSites } from './project-sites';
import { type ProjectTrust, type ReadTrustSettings, trustStatusOf } from './project-trust';

/** Represents this machine among the candidates. */
export const loopback = 'loopback';

export interface CallbackCandidates {
  /** Returns the candidates, and whether the project trusts them. Doesn't start the callback server. */
  list(of: PinnedConnection, purpose: CallbackPurpose): Promise<CallbackCandidate[]>;
  /** Returns the place of the candidate to use if the user chose none. */
  best(candidates: readonly CallbackCandidate[], of: PinnedConnection, purpose: CallbackPurpose): Promise<string>;
  /** Returns the redirect URL at a candidate's place. Starts the callback server for this machine. */
  urlAt(place: string, connectionId: string, purpose: CallbackPurpose): Promise<string>;
}

export interface CallbackCandidatesDeps {
  readonly callbackServer: Pick<CallbackServer, 'listenFor' | 'likelyOrigin'>;
  readonly readTrustSettings: ReadTrustSettings;
  readonly sites: Pick<ProjectSites, 'read' | 'handlerOf'>;
  readonly handlerBaseOf: (connectionId: string) => string;
}

/** Creates the candidates of all connections. */
export function createCallbackCandidates(deps: CallbackCandidatesDeps): CallbackCandidates {
  const { callbackServer, readTrustSettings, sites, handlerBaseOf } = deps;
  const loopbackUrl = (origin: string, connectionId: string, purpose: CallbackPurpose): string => {
    const url = new URL(`${origin}${handlerBaseOf(connectionId).replace(/\/$/, '')}/${routeOf(purpose)}`);
    url.searchParams.set(connectionParameter, connectionId);
    return url.href;
  };
  const namedPlace = async (of: PinnedConnection): Promise<string | null> => {
    const site = await sites.read(of);
    return site === null ? null : sites.handlerOf(of.connectionId, site);
  };
  return {
    async list(of, purpose) {
      const trust = await readTrustSettings(of);
      const here = { place: loopback, trust: trustStatusOf(loopbackUrl(callbackServer.likelyOrigin(), of.connectionId, purpose), trust) };
      const named = await namedPlace(of);
      const places = [...new Set([...(named === null ? [] : [named]), ...sitesOf(trust)])];
      return [here, ...places.map((place) => ({ place, trust: trustStatusOf(siteUrl(place, purpose), trust) }))];
    },
    best: async (candidates, of, purpose) => {
      const named = await namedPlace(of);
      return isForOthers(purpose) ? bestForOthers(candidates, named) : bestOf(candidates, named);
    },
    async urlAt(place, connectionId, purpose) {
      if (place !== loopback) return siteUrl(place, purpose);
      return loopbackUrl(await callbackServer.listenFor(mailedCodeMillis), connectionId, purpose);
    },
  };
}

/** Returns the URLs below which the handler pages of a project's trusted sites are. Domain patterns are skipped. */
export function sitesOf(trust: ProjectTrust | null): string[] {
  return (trust?.domains ?? [])
    .filter(({ domain }) => !domain.includes('*') && parseUrl(domain) !== null)
    .map(({ domain, handler_path }) => `${domain.replace(/(?<!\/)\/+$/, '')}${(handler_path ?? '/handler').replace(/(?<!\/)\/+$/, '')}`)
    .filter((place) => parseUrl(place) !== null);
}

/** Returns this machine, unless the project is known to refuse it and trusts a site, or the user named one. */
function bestOf(candidates: readonly CallbackCandidate[], named: string | null): string {
  const trustOf = (wanted: string | null) => candidates.find(({ place }) => place === wanted)?.trust;
  if (named !== null && trustOf(loopback) !== 'trusted' && trustOf(named) !== 'untrusted') return named;
  const usable = candidates.filter(({ trust }) => trust !== 'untrusted').map(({ place }) => place);
  return usable.includes(loopback) ? loopback : firstSite(usable);
}

/** Returns the first site, rather one by HTTPS. This machine if there is none. */
function firstSite(sites: readonly string[]): string {
  return sites.find((site) => site.startsWith('https:')) ?? sites[0] ?? loopback;
}

/** Returns the site that the user of Latchkey named, or one that the project doesn't refuse. This machine if there is none. */
function bestForOthers(candidates: readonly CallbackCandidate[], named: string | null): string {
  const usable = candidates.filter(({ place, trust }) => place !== loopback && trust !== 'untrusted').map(({ place }) => place);
  return named !== null && usable.includes(named) ? named : firstSite(usable);
}

function siteUrl(place: string, purpose: CallbackPurpose): string {
  return `${place.replace(/(?<!\/)\/+$/, '')}/${routeOf(purpose)}`;
}

const userRoutes: Partial<Record<CallbackPurpose, string>> = {
  'user-verification': 'email-verification',
  'user-password-reset': 'password-reset',
  'user-sign-in': 'sign-in',
};

function routeOf(purpose: CallbackPurpose): string {
  return purpose === 'contact-channel' ? 'email-verification' : (userRoutes[purpose] ?? purpose);
}
