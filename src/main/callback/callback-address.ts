/** Redirect URLs for the links in emails, as the user chose for each purpose. */
import { z } from 'zod';
import { type CallbackCandidate, type CallbackPurpose, callbackPurposes } from '#contract/bridge/callbacks.ts';
import { readAs } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { type DestinationOf, type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { ViewState } from '../settings/view-state';
import { type CallbackCandidatesDeps, createCallbackCandidates, loopback } from './callback-candidates';
import type { HandlerSites, ProjectSites } from './project-sites';

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
  address(place: PinnedConnection, purpose: CallbackPurpose): Promise<string>;
}

export interface CallbackDeps extends CallbackCandidatesDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly sites: ProjectSites;
  readonly handlerSites: Pick<HandlerSites, 'remember'>;
  readonly destinationOf: DestinationOf;
}

const storedPlace = z.union([z.literal(loopback), z.url({ protocol: /^https?$/ }).max(2048)]);
/** A choice applies to one destination only. Earlier versions stored no destination. */
const storedChoice = z.union([storedPlace, z.object({ place: storedPlace, destination: z.string().nullable() })]);

/** Creates the redirect URLs of all connections. */
export function createCallbackAddresses(deps: CallbackDeps): CallbackAddresses {
  const { viewState, sites, handlerSites, destinationOf } = deps;
  const candidates = createCallbackCandidates(deps);

  /** Resolves when pending choices are stored, so that an email sent right afterwards uses them. */
  let choosing: Promise<unknown> = Promise.resolve();
  const tracked = <T>(storing: Promise<T>): Promise<T> => {
    choosing = Promise.allSettled([choosing, storing]);
    return storing;
  };

  const storeChoice = async (connectionId: string, purpose: CallbackPurpose, place: string): Promise<void> => {
    const of = pinConnection(deps, { connectionId });
    const known = await candidates.list(of, purpose);
    if (!known.some((one) => one.place === place)) throw fail('bad-input', { path: 'place' });
    await viewState.write(connectionId, keyOf(purpose), { place, destination: of.destination });
  };
  const storeSite = async (of: PinnedConnection, url: string): Promise<void> => {
    if (of.destination === null) throw fail('unknown-connection');
    await sites.remember(of, url);
    await deleteChoices(viewState, of.connectionId);
  };

  return {
    async choices(connectionId, purpose) {
      const of = pinConnection(deps, { connectionId });
      const known = await candidates.list(of, purpose);
      const last = await readChoice(viewState, of, purpose);
      return { candidates: known, chosen: known.find(({ place }) => place === last)?.place ?? (await candidates.best(known, of, purpose)) };
    },
    choose: (connectionId, purpose, place) => tracked(storeChoice(connectionId, purpose, place)),
    nameSite: (connectionId, url) => tracked(storeSite(pinConnection(deps, { connectionId }), url)),
    async address(of, purpose) {
      await choosing;
      const place = (await readChoice(viewState, of, purpose)) ?? (await candidates.best(await candidates.list(of, purpose), of, purpose));
      const url = await candidates.urlAt(place, of.connectionId, purpose);
      if (place !== loopback) await handlerSites.remember(of.connectionId, place);
      if (destinationOf(of.connectionId) !== of.destination) throw fail('connection-changed');
      return url;
    },
  };
}

/** Returns the place that the user chose for a purpose; null without a choice for the destination. */
async function readChoice(
  viewState: Pick<ViewState, 'read'>,
  { connectionId, destination }: PinnedConnection,
  purpose: CallbackPurpose,
): Promise<string | null> {
  const found = readAs(storedChoice, (await viewState.read(connectionId))[keyOf(purpose)]);
  if (!found.ok) return null;
  if (typeof found.value === 'string') return found.value;
  return found.value.destination === destination ? found.value.place : null;
}

/** Deletes the choices of a connection, so that every purpose uses the named site. */
async function deleteChoices(viewState: Pick<ViewState, 'read' | 'write'>, connectionId: string): Promise<void> {
  const kept = await viewState.read(connectionId);
  const chosen = callbackPurposes.map(keyOf).filter((key) => Object.hasOwn(kept, key));
  for (const key of chosen) await viewState.write(connectionId, key, null);
}

function keyOf(purpose: CallbackPurpose): string {
  return `callback.${purpose}`;
}
