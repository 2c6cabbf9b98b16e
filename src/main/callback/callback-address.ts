/** Redirect URLs for the links in emails, as the user chose for each purpose. */
import { z } from 'zod';
import { type CallbackCandidate, type CallbackPurpose, callbackPurposes } from '../../contract/bridge/callbacks';
import { readAs } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import { mailedCodeMillis } from '../../contract/limits';
import { parseUrl } from '../../contract/parse-url';
import { type DestinationOf, type Place, placeOf } from '../connections/records/place';
import type { ViewState } from '../settings/view-state';
import type { CallbackServer } from './callback-server';
import type { HandlerPlaces } from './handler-places';
import { connectionParameter } from './link-parameters';
import type { ProjectSites } from './project-sites';
import { type ProjectTrust, type ReadTrustSettings, trustStatusOf } from './project-trust';

/** Represents this machine among the candidates. */
export const loopback = 'loopback';

export interface CallbackAddresses {
  choices(connectionId: string, purpose: CallbackPurpose): Promise<{ chosen: string; candidates: CallbackCandidate[] }>;
  /** Saves a choice. Throws `bad-input` at `place` if it isn't one of the candidates. */
  choose(connectionId: string, purpose: CallbackPurpose, place: string): Promise<void>;
  /** Saves the project's own site, and uses it for the links of all emails. Throws `bad-input` at `url`. */
  nameSite(connectionId: string, url: string): Promise<void>;
  /**
   * Returns the redirect URL for emails of the project at a destination. Starts the callback server if the URL is on this machine. Throws
   * `connection-changed` when the connection no longer points there.
   */
  address(place: Place, purpose: CallbackPurpose): Promise<string>;
}

export interface CallbackDeps {
  readonly callbackServer: Pick<CallbackServer, 'listenFor' | 'likelyOrigin'>;
  readonly readTrustSettings: ReadTrustSettings;
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly sites: ProjectSites;
  readonly places: Pick<HandlerPlaces, 'remember'>;
  readonly destinationOf: DestinationOf;
  readonly handlerBaseOf: (connectionId: string) => string;
}

const storedPlace = z.union([z.literal(loopback), z.url({ protocol: /^https?$/ }).max(2048)]);
/** A choice applies to one destination only. Earlier versions stored the place alone. */
const storedChoice = z.union([storedPlace, z.object({ place: storedPlace, destination: z.string().nullable() })]);

export function createCallbackAddresses(deps: CallbackDeps): CallbackAddresses {
  const { callbackServer, readTrustSettings, viewState, sites, places, destinationOf, handlerBaseOf } = deps;

  /** Resolves when pending choices are stored, so that an email sent right afterwards uses them. */
  let choosing: Promise<unknown> = Promise.resolve();

  const below = (origin: string, connectionId: string, purpose: CallbackPurpose): string => {
    const url = new URL(`${origin}${handlerBaseOf(connectionId).replace(/\/$/, '')}/${routeOf(purpose)}`);
    url.searchParams.set(connectionParameter, connectionId);
    return url.href;
  };
  const own = async (connectionId: string, purpose: CallbackPurpose): Promise<string> =>
    below(await callbackServer.listenFor(mailedCodeMillis), connectionId, purpose);
  const candidatesOf = async (of: Place, purpose: CallbackPurpose): Promise<CallbackCandidate[]> => {
    const trust = await readTrustSettings(of);
    // Reading the choices doesn't start the callback server.
    const here = { place: loopback, trust: trustStatusOf(below(callbackServer.likelyOrigin(), of.connectionId, purpose), trust) };
    const named = await namedPlace(of);
    const places = [...new Set([...(named === null ? [] : [named]), ...sitesOf(trust)])];
    return [here, ...places.map((place) => ({ place, trust: trustStatusOf(addressAt(place, purpose), trust) }))];
  };
  const namedPlace = async (of: Place): Promise<string | null> => {
    const site = await sites.read(of);
    return site === null ? null : sites.handlerOf(of.connectionId, site);
  };
  const best = async (candidates: readonly CallbackCandidate[], of: Place): Promise<string> => bestOf(candidates, await namedPlace(of));
  const store = async (connectionId: string, purpose: CallbackPurpose, place: string): Promise<void> => {
    const of = placeOf(deps, { connectionId });
    const candidates = await candidatesOf(of, purpose);
    if (!candidates.some((one) => one.place === place)) throw fail('bad-input', { path: 'place' });
    await viewState.write(connectionId, keyOf(purpose), { place, destination: of.destination });
  };
  const remembered = async ({ connectionId, destination }: Place, purpose: CallbackPurpose): Promise<string | null> => {
    const found = readAs(storedChoice, (await viewState.read(connectionId))[keyOf(purpose)]);
    if (!found.ok) return null;
    if (typeof found.value === 'string') return found.value;
    return found.value.destination === destination ? found.value.place : null;
  };
  const storeSite = async (place: Place, url: string): Promise<void> => {
    if (place.destination === null) throw fail('unknown-connection');
    await sites.remember(place, url);
    const kept = await viewState.read(place.connectionId);
    // Deletes the choices, so that every purpose uses the site.
    const chosen = callbackPurposes.map(keyOf).filter((key) => Object.hasOwn(kept, key));
    for (const key of chosen) await viewState.write(place.connectionId, key, null);
  };
  const tracked = <T>(storing: Promise<T>): Promise<T> => {
    choosing = Promise.allSettled([choosing, storing]);
    return storing;
  };

  return {
    async choices(connectionId, purpose) {
      const of = placeOf(deps, { connectionId });
      const candidates = await candidatesOf(of, purpose);
      const last = await remembered(of, purpose);
      return { candidates, chosen: candidates.find(({ place }) => place === last)?.place ?? (await best(candidates, of)) };
    },
    choose: (connectionId, purpose, place) => tracked(store(connectionId, purpose, place)),
    nameSite: (connectionId, url) => tracked(storeSite(placeOf(deps, { connectionId }), url)),
    async address(of, purpose) {
      await choosing;
      const place = (await remembered(of, purpose)) ?? (await best(await candidatesOf(of, purpose), of));
      const address = place === loopback ? await own(of.connectionId, purpose) : addressAt(place, purpose);
      if (place !== loopback) await places.remember(of.connectionId, place);
      if (destinationOf(of.connectionId) !== of.destination) throw fail('connection-changed');
      return address;
    },
  };
}

/** Returns the URLs below which the handler pages of a project's trusted sites are. Domain patterns are skipped. */
export function sitesOf(trust: ProjectTrust | null): string[] {
  return (trust?.domains ?? [])
    .filter(({ domain }) => !domain.includes('*') && parseUrl(domain) !== null)
    .map(({ domain, handler_path }) => `${domain.replace(/\/+$/, '')}${(handler_path ?? '/handler').replace(/\/+$/, '')}`)
    .filter((place) => parseUrl(place) !== null);
}

/** Returns this machine, unless the project is known to refuse it and trusts a site, or the user named one. */
function bestOf(candidates: readonly CallbackCandidate[], named: string | null): string {
  const trustOf = (wanted: string | null) => candidates.find(({ place }) => place === wanted)?.trust;
  if (named !== null && trustOf(loopback) !== 'trusted' && trustOf(named) !== 'untrusted') return named;
  return candidates.find(({ trust }) => trust !== 'untrusted')?.place ?? loopback;
}

function addressAt(place: string, purpose: CallbackPurpose): string {
  return `${place.replace(/\/+$/, '')}/${routeOf(purpose)}`;
}

function routeOf(purpose: CallbackPurpose): string {
  return purpose === 'contact-channel' ? 'email-verification' : purpose;
}

function keyOf(purpose: CallbackPurpose): string {
  return `callback.${purpose}`;
}
