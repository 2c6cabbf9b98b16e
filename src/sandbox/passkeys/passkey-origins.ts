/** Where a passkey may be used: the service's rules about origins (wire/flows 4.3, the form up to 2.8.32). */
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Project, ProjectConfig } from '../projects/project-store';
import { knownError } from '../server/failures';

/** What the WebAuthn library is told to expect. */
export interface ExpectedOrigin {
  readonly origin: string;
  readonly rpId: string;
}

/** What happens, as the texts of refusals begin. */
export type Ceremony = 'registration' | 'authentication';

/** Challenges live this long (wire/limits 2). */
export const challengeTtlMillis = 65_000;

/** Stands where the platform wants the page's hostname; clients replace it. */
export const placeholderRpId = 'THIS_VALUE_WILL_BE_REPLACED.example.com';

/**
 * Reads the origin from the client data and answers what it makes acceptable. Fails with PASSKEY_AUTHENTICATION_FAILED,
 * on registrations too; client data that cannot be read is an unexpected error.
 */
export function expectedOrigin(
  clientDataJson: string,
  config: Pick<ProjectConfig, 'allow_localhost' | 'domains'>,
  ceremony: Ceremony,
): ExpectedOrigin {
  const { origin } = decodeClientDataJSON(clientDataJson);
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url?.hostname === 'localhost') {
    if (!config.allow_localhost) throw passkeyFailure(`Passkey ${ceremony} failed because localhost is not allowed`);
    return { origin, rpId: 'localhost' };
  }
  if (url === null || !config.domains.some(({ domain }) => domain === url.origin)) {
    throw passkeyFailure(`Passkey ${ceremony} failed because the origin is not allowed`);
  }
  return { origin, rpId: url.hostname };
}

/** PASSKEY_AUTHENTICATION_FAILED with that text. */
export function passkeyFailure(message: string) {
  return knownError('PASSKEY_AUTHENTICATION_FAILED', undefined, { message });
}

export function requirePasskeys(project: Project): void {
  if (!project.config.passkey_enabled) throw knownError('PASSKEY_AUTHENTICATION_NOT_ENABLED');
}
