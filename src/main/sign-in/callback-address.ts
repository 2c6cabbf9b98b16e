/** Where the links of mails lead, as the person chose for each purpose. */
import { z } from 'zod';
import type { CallbackCandidate, CallbackPurpose } from '../../contract/bridge/callbacks';
import { readAs } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import { mailedCodeMillis } from '../../contract/limits';
import type { HandlerServer } from '../handler-server/handler-server';
import type { ViewState } from '../view-state';
import { type ProjectTrust, type ReadTrust, verdictOf } from './project-trust';

/** The query parameter that names the connection; mailed links keep it (flows 8). */
export const connectionParameter = 'connection';

/**
 * The query parameter of an OAuth redirect URL that repeats the state. The service returns it untouched also where it reports an
 * error without a state (corrections, release 2.8.86).
 */
export const flowParameter = 'flow';

/** This machine, as a place for links to lead to. */
export const loopback = 'loopback';

export interface CallbackAddresses {
  choices(connectionId: string, purpose: CallbackPurpose): Promise<{ chosen: string; candidates: CallbackCandidate[] }>;
  /** Remembers a choice; fails with `bad-input` at `place` for none of the candidates. */
  choose(connectionId: string, purpose: CallbackPurpose, place: string): Promise<void>;
  /** The address to hand to the service; the handler server listens when it is this machine's. */
  address(connectionId: string, purpose: CallbackPurpose): Promise<string>;
}

export interface CallbackParts {
  readonly handlerServer: Pick<HandlerServer, 'expect'>;
  readonly readTrust: ReadTrust;
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly handlerBase: (connectionId: string) => string;
}

const storedPlace = z.union([z.literal(loopback), z.url({ protocol: /^https?$/ }).max(2048)]);

export function createCallbackAddresses(parts: CallbackParts): CallbackAddresses {
  const { handlerServer, readTrust, viewState, handlerBase } = parts;

  /** A choice that is still being stored, so that a mail sent right after it leads where it says. */
  let choosing: Promise<unknown> = Promise.resolve();

  const below = (origin: string, connectionId: string, purpose: CallbackPurpose): string => {
    const url = new URL(`${origin}${handlerBase(connectionId).replace(/\/$/, '')}/${routeOf(purpose)}`);
    url.searchParams.set(connectionParameter, connectionId);
    return url.href;
  };
  const own = async (connectionId: string, purpose: CallbackPurpose): Promise<string> =>
    below(await handlerServer.expect(mailedCodeMillis), connectionId, purpose);
  const candidatesOf = async (connectionId: string, purpose: CallbackPurpose): Promise<CallbackCandidate[]> => {
    const trust = await readTrust(connectionId);
    // Looking at the choices is no reason to listen yet, and no port is trusted more than another.
    const here = { place: loopback, trust: verdictOf(below('http://localhost', connectionId, purpose), trust) };
    return [here, ...sitesOf(trust).map((place) => ({ place, trust: verdictOf(addressAt(place, purpose), trust) }))];
  };
  const store = async (connectionId: string, purpose: CallbackPurpose, place: string): Promise<void> => {
    const candidates = await candidatesOf(connectionId, purpose);
    if (!candidates.some((one) => one.place === place)) throw fail('bad-input', { path: 'place' });
    await viewState.write(connectionId, keyOf(purpose), place);
  };
  const remembered = async (connectionId: string, purpose: CallbackPurpose): Promise<string | null> => {
    const found = readAs(storedPlace, (await viewState.read(connectionId))[keyOf(purpose)]);
    return found.ok ? found.value : null;
  };

  return {
    async choices(connectionId, purpose) {
      const candidates = await candidatesOf(connectionId, purpose);
      const last = await remembered(connectionId, purpose);
      return { candidates, chosen: candidates.find(({ place }) => place === last)?.place ?? bestOf(candidates) };
    },
    choose(connectionId, purpose, place) {
      const chosen = store(connectionId, purpose, place);
      choosing = Promise.allSettled([choosing, chosen]);
      return chosen;
    },
    async address(connectionId, purpose) {
      await choosing;
      const place = (await remembered(connectionId, purpose)) ?? bestOf(await candidatesOf(connectionId, purpose));
      return place === loopback ? own(connectionId, purpose) : addressAt(place, purpose);
    },
  };
}

/** The addresses below which the handler pages of a project's trusted sites lie; patterns name none. */
export function sitesOf(trust: ProjectTrust | null): string[] {
  return (trust?.domains ?? [])
    .filter(({ domain }) => !domain.includes('*') && URL.canParse(domain))
    .map(({ domain, handler_path }) => `${domain.replace(/\/+$/, '')}${(handler_path ?? '/handler').replace(/\/+$/, '')}`)
    .filter((place) => URL.canParse(place));
}

/** This machine, unless the project is known to refuse that and trusts a site. */
function bestOf(candidates: readonly CallbackCandidate[]): string {
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
