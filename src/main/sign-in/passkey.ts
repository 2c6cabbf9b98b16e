/** Sign-in with a passkey, and creating one, on a page of this machine (wire/flows 4). */
import type { z } from 'zod';
import type { Connection } from '#contract/bridge/connections.ts';
import type { BrowserStep } from '#contract/bridge/sign-in.ts';
import type { Schema } from '#contract/definitions.ts';
import { readAs } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { passkeyChallengeMillis, passkeyUserIdBytes } from '#contract/limits.ts';
import { catalog } from '#contract/service/index.ts';
import { authenticationCredential, registrationCredential } from '#contract/service/passkeys.ts';
import { sitesOf } from '../callback/callback-candidates';
import type { CallbackServer } from '../callback/callback-server';
import type { PasskeyPages, PasskeyRequest } from '../callback/passkey-pages';
import type { ProjectSites } from '../callback/project-sites';
import type { ReadTrustSettings } from '../callback/project-trust';
import type { AssertWritable } from '../gateway/safety';
import type { SendWrite } from '../gateway/send-write';
import { type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { BrowserFlows } from './browser-flows';
import { type CompleteSignInDeps, completeSignIn, type SignInRequest, withoutDetails } from './complete-sign-in';

export interface PasskeyDeps extends CompleteSignInDeps {
  readonly callbackServer: Pick<CallbackServer, 'listenFor'>;
  readonly pages: Pick<PasskeyPages, 'offer'>;
  readonly browser: BrowserFlows;
  readonly readTrustSettings: ReadTrustSettings;
  readonly assertWritable: AssertWritable;
  readonly sendWrite: SendWrite;
  readonly environmentOf: (connectionId: string) => Connection['environment'];
}

export interface Passkeys {
  signIn(request: SignInRequest): Promise<BrowserStep>;
  /** Creates a passkey for an account's user. `replace` confirms that an existing passkey is replaced. */
  register(request: SignInRequest, accountId: string, replace: boolean): Promise<BrowserStep>;
}

export function createPasskeys(deps: PasskeyDeps): Passkeys {
  return {
    async signIn(request) {
      const { connectionId } = request;
      const bound = { ...request, ...pinConnection(deps, request) };
      const first = await deps.sessions.target(connectionId, bound.destination);
      const trust = await trustOf(deps, bound);
      const { options_json: options, code } = await deps.sender.send(catalog.passkeys.initiateAuthentication, 'none', first, {});
      return offer(deps, bound, { purpose: 'passkey', trust, kind: 'get', options, schema: authenticationCredential }, (credential) =>
        completeSignIn(deps, bound, async (target) => {
          const body = { code, authentication_response: await credential };
          return deps.sender.send(catalog.passkeys.signIn, 'none', target, { body });
        }),
      );
    },
    async register(request, accountId, replace) {
      const { connectionId } = request;
      const assertAllowed = () => deps.assertWritable(connectionId);
      assertAllowed();
      if (deps.environmentOf(connectionId) === 'production') throw fail('passkey-on-own-site');
      const session = deps.sessions.source(accountId, connectionId);
      const bound = { ...request, ...pinConnection(deps, request) };
      const target = await deps.sessions.target(connectionId, bound.destination);
      const trust = await trustOf(deps, bound);
      const user = await deps.sender.send(catalog.users.me, 'account', target, {}, { session });
      if (user.passkey_auth_enabled && !replace) throw fail('passkey-exists');
      const initiate = catalog.passkeys.initiateRegistration;
      const { options_json: options, code } = await deps.sender.send(initiate, 'account', target, {}, { session });
      assertUserId(options.user.id);
      const account = user.primary_email ?? user.display_name ?? user.id;
      const ceremony = {
        purpose: 'passkey-registration',
        trust,
        kind: 'create',
        options,
        account,
        schema: registrationCredential,
      } as const;
      return offer(deps, bound, ceremony, async (credential) => {
        try {
          const body = { code, credential: await credential };
          const origin = { source: 'window', connectionId, accountId } as const;
          const current = await deps.sessions.target(connectionId, bound.destination);
          await deps.sendWrite({ endpoint: 'passkeys.register', connectionId }, () =>
            deps.sender.send(catalog.passkeys.register, 'account', current, { body }, { session, assertAllowed, origin }),
          );
          return { step: 'passkey-registered', accountId };
        } catch (thrown) {
          throw withoutDetails(thrown);
        }
      });
    },
  };
}

/**
 * Returns whether the project accepts passkeys of localhost, which it does while it allows localhost; a trusted domain would have to be
 * this very origin (wire/flows 4.3). Throws `return-not-trusted`.
 */
async function trustOf({ readTrustSettings }: PasskeyDeps, pinned: PinnedConnection): Promise<BrowserStep['trust']> {
  const allowed = (await readTrustSettings(pinned))?.allow_localhost ?? null;
  if (allowed === false) throw fail('return-not-trusted');
  return allowed === null ? 'unknown' : 'trusted';
}

interface Ceremony<S extends Schema> extends Pick<PasskeyRequest, 'kind' | 'options'> {
  readonly account?: string;
  readonly purpose: BrowserStep['purpose'];
  readonly trust: BrowserStep['trust'];
  readonly schema: S;
}

async function offer<S extends Schema>(
  deps: PasskeyDeps,
  request: SignInRequest,
  { schema, purpose, trust, ...page }: Ceremony<S>,
  finish: (credential: Promise<z.output<S>>) => ReturnType<typeof completeSignIn>,
): Promise<BrowserStep> {
  const origin = await deps.callbackServer.listenFor(passkeyChallengeMillis);
  const ended = new AbortController();
  let take: (value: z.output<S>) => void = () => undefined;
  const credential = new Promise<z.output<S>>((resolve) => {
    take = resolve;
  });
  const accept = (response: unknown): boolean => {
    const found = readAs(schema, response);
    if (found.ok) take(found.value);
    return found.ok;
  };
  const path = deps.pages.offer({ ...page, accept }, ended.signal);
  return deps.browser.begin(request, {
    purpose,
    provider: null,
    trust,
    url: `${origin}${path}`,
    life: passkeyChallengeMillis,
    outcome: (signal) => {
      signal.addEventListener('abort', () => ended.abort(), { once: true });
      return finish(credential);
    },
  });
}

/** Throws `passkey-refused` for a user ID that browsers reject (WebAuthn level 2, section 5.1.3). */
function assertUserId(encoded: string): void {
  const isEncoded = /^[\w-]+$/.test(encoded);
  const { length } = Buffer.from(encoded, 'base64url');
  if (!isEncoded || length < passkeyUserIdBytes.min || length > passkeyUserIdBytes.max) throw fail('passkey-refused');
}

/** Returns the account page of the project's own site: one that it trusts, or the one that the user named. Throws `site-unknown`. */
export async function accountPageOf(
  { readTrustSettings, sites }: { readonly readTrustSettings: ReadTrustSettings; readonly sites: ProjectSites },
  pinned: PinnedConnection,
): Promise<string> {
  const [trusted] = sitesOf(await readTrustSettings(pinned)).filter((site) => /^https:/.test(site));
  const named = trusted === undefined ? await sites.read(pinned) : null;
  const handler = named === null ? trusted : sites.handlerOf(pinned.connectionId, named);
  if (handler === undefined) throw fail('site-unknown');
  return `${handler}/account-settings`;
}
