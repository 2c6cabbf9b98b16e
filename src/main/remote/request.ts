/** Turns a row and its input into an address, headers and a body. */
import { crockford32 } from '../../contract/crockford';
import { fail } from '../../contract/errors';
import type { AccessType, Endpoint, Variant } from '../../contract/kit';

export interface RowInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** What proves who is asking; all but the access type may be absent. */
export interface Proof {
  /** The project's key for the access type that the request claims. */
  readonly projectKey?: string | undefined;
  /** Access token of the project's owner, from a session on project `internal`. */
  readonly ownerToken?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
}

/**
 * The address of a call: parameters and query encoded, absent query values left out. `baseUrl` has no trailing slash. Fails
 * with `bad-input` for a parameter that would name another path.
 */
export function addressOf(baseUrl: string, row: Endpoint, input: RowInput): string {
  const params = entriesOf(input.params);
  const path = row.path.replace(/\{(\w+)\}/g, (_match, name: string) => segment(name, String(params.get(name))));
  const query = encode(input.query);
  return `${baseUrl}/api/v1${path}${query.size > 0 ? `?${query}` : ''}`;
}

function segment(name: string, text: string): string {
  // Addresses are normalised on their way, however their dots are encoded.
  if (/^\.{0,2}$/.test(text)) throw fail('bad-input', { path: `params.${name}` });
  return encodeURIComponent(text);
}

function encode(part: unknown): URLSearchParams {
  return new URLSearchParams([...entriesOf(part)].map(([name, value]): [string, string] => [name, String(value)]));
}

function entriesOf(part: unknown): Map<string, unknown> {
  const entries = typeof part === 'object' && part !== null ? Object.entries(part) : [];
  return new Map(entries.filter(([, value]) => value !== undefined));
}

const keyHeaders: Readonly<Record<AccessType, string>> = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
};

/**
 * The headers of wire/conventions 2 that a call carries. The token endpoint gets no override header, because there it
 * would hide the error from an OAuth library.
 */
export function headersOf(
  projectId: string,
  access: AccessType,
  proof: Proof,
  clientVersion: string,
  nonce: Uint8Array,
): Record<string, string> {
  return present({
    'x-stack-project-id': projectId,
    'x-stack-access-type': access,
    [keyHeaders[access]]: proof.projectKey,
    'x-stack-admin-access-token': proof.ownerToken,
    'x-stack-access-token': proof.accessToken,
    'x-stack-refresh-token': proof.refreshToken,
    'x-stack-client-version': clientVersion,
    'x-stack-override-error-status': 'true',
    // Later releases refuse tokens of such users without it; older ones do not look (wire/newer 2.1).
    'x-stack-allow-anonymous-user': 'true',
    'x-stack-allow-restricted-user': 'true',
    'x-stack-random-nonce': crockford32(nonce),
  });
}

/** The body's text and type; a row without a body sends none. */
export function bodyOf(variant: Variant, input: RowInput): { text: string; contentType: string } | null {
  if (variant.body === undefined) return null;
  if (variant.bodyType === 'form') {
    return { text: encode(input.body).toString(), contentType: 'application/x-www-form-urlencoded' };
  }
  return { text: JSON.stringify(input.body), contentType: 'application/json' };
}

/** Everything of a call that must not come back out of the main process, however deep in the body it stands. */
export function secretsOf(proof: Proof, input: RowInput): readonly (string | undefined)[] {
  const { projectKey, ownerToken, accessToken, refreshToken } = proof;
  return [projectKey, ownerToken, accessToken, refreshToken, ...typedSecrets(input.body, false)];
}

function typedSecrets(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'string') return isSecret ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => typedSecrets(inner, isSecret || /password|token|secret|code|hash/.test(name)));
}

function present(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
