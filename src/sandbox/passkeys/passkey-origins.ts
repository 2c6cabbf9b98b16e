/** The service's rules for passkey origins (wire/flows 4.3; from 2.8.33 on those of redirect URLs, wire/newer 2.3). */

import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { parseUrl } from '#contract/urls.ts';
import { Failure, knownError, serviceFault } from '../http/failures';
import { isTrusted } from '../http/trusted-urls';
import type { Release } from '../releases/release';
import type { Project, ProjectConfig } from '../stores/project-store';

/** Origin and RP ID that the WebAuthn library has to expect. */
interface ExpectedOrigin {
  readonly origin: string;
  readonly rpId: string;
}

/** The ceremony, as error messages start with it. */
export type Ceremony = 'registration' | 'authentication';

/** Lifetime of a challenge (wire/limits 2). */
export const challengeTtlMillis = 65_000;

/** Placeholder for the page's hostname, which clients replace. */
export const placeholderRpId = 'THIS_VALUE_WILL_BE_REPLACED.example.com';

/**
 * Returns the origin and RP ID to expect, from the client data.
 *
 * Throws PASSKEY_AUTHENTICATION_FAILED, also for registrations, and the library's error for unreadable client data.
 */
export function expectedOrigin(
  release: Release,
  clientDataJson: string,
  config: Pick<ProjectConfig, 'allow_localhost' | 'domains'>,
  ceremony: Ceremony,
): ExpectedOrigin {
  const { origin } = decodeClientDataJSON(clientDataJson);
  const url = parseUrl(origin);
  const isLocalhost = url?.hostname === 'localhost';
  const isKnown = (text: string) => config.domains.some(({ domain }) => domain === text);
  const isAllowed = release.has('trusted-ports')
    ? isTrusted(release, origin, config)
    : isLocalhost
      ? config.allow_localhost
      : url !== null && isKnown(url.origin);
  if (url === null || !isAllowed) {
    throw passkeyFailure(`Passkey ${ceremony} failed because ${isLocalhost ? 'localhost' : 'the origin'} is not allowed`);
  }
  return { origin, rpId: url.hostname };
}

/** Runs the library's validation. The service doesn't handle what it throws for odd input, and responds with 500 (wire/endpoints 1.5). */
export async function validated<T>(validate: () => Promise<T>): Promise<T> {
  try {
    return await validate();
  } catch (error) {
    throw error instanceof Failure ? error : serviceFault(`The library rejected the input: ${error}`);
  }
}

/** Returns PASSKEY_AUTHENTICATION_FAILED with this message. */
export function passkeyFailure(message: string) {
  return knownError('PASSKEY_AUTHENTICATION_FAILED', undefined, { message });
}

export function requirePasskeys(project: Project): void {
  if (!project.config.passkey_enabled) throw knownError('PASSKEY_AUTHENTICATION_NOT_ENABLED');
}
