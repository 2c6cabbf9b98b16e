/** Builds the URL, the headers and the body of a request from an endpoint and its input. */
import type { AccessType, Endpoint, Variant } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';

/** Lower-case Crockford base32, the alphabet of the service's random values (wire/limits 5). */
const alphabet = new TextEncoder().encode('0123456789abcdefghjkmnpqrstvwxyz');
const decoder = new TextDecoder();

/** Encodes bytes with five bits per character, padded with zero bits. 28 bytes result in 45 characters. */
export function crockford32(bytes: Uint8Array): string {
  const digits = new Uint8Array(Math.ceil((bytes.length * 8) / 5));
  for (let at = 0; at < digits.length; at += 1) {
    const byte = (at * 5) >> 3;
    const two = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    digits[at] = alphabet[(two >> (11 - ((at * 5) & 7))) & 31] ?? 0;
  }
  return decoder.decode(digits);
}

export interface EndpointInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Credentials of a request; each may be absent. */
export interface Proof {
  /** The project's key for the access type of the request. */
  readonly projectKey?: string | undefined;
  /** Access token of the project's owner, from a session on project `internal`. */
  readonly ownerToken?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
}

/**
 * Returns the URL of a request: parameters and query are encoded, absent query values are left out. `baseUrl` has no trailing slash.
 * Throws `bad-input` for a parameter that would change the path.
 */
export function addressOf(baseUrl: string, endpoint: Endpoint, input: EndpointInput): string {
  const path = endpoint.path.includes('{') ? filled(endpoint.path, input.params) : endpoint.path;
  const query = input.query === undefined ? '' : encode(input.query).toString();
  return `${baseUrl}/api/v1${path}${query === '' ? '' : `?${query}`}`;
}

function filled(path: string, input: unknown): string {
  const params = entriesOf(input);
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => segment(name, String(params.get(name))));
}

function segment(name: string, text: string): string {
  // URL parsers remove empty and dot segments, even when the dots are encoded.
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

/** How the names of the service's headers begin: under its former name, and under its present one (wire/hexclave 2.1). */
export type HeaderPrefix = 'x-stack-' | 'x-hexclave-';

export type NewNonce = () => string;

const nonceLength = 45;
const noncesPerDraw = 64;

/** Returns a function that returns a new nonce for each request. They are drawn many at once, because a draw costs more than its bytes. */
export function createNonces(random: (bytes: number) => Uint8Array): NewNonce {
  let drawn = '';
  let used = 0;
  return () => {
    if (used === drawn.length) {
      drawn = crockford32(random((nonceLength * noncesPerDraw * 5) / 8));
      used = 0;
    }
    used += nonceLength;
    return drawn.slice(used - nonceLength, used);
  };
}

/**
 * Returns the headers of wire/conventions 2 for a request. They are not sent to the token endpoint, where the override header would
 * hide the error from an OAuth library.
 */
export function headersOf(
  projectId: string,
  access: AccessType,
  proof: Proof,
  clientVersion: string,
  nonce: string,
  prefix: HeaderPrefix = 'x-stack-',
): Record<string, string> {
  // Built in place: a copy without the absent ones costs more than the rest of this function.
  const headers: Record<string, string> = {
    'x-stack-project-id': projectId,
    'x-stack-access-type': access,
    'x-stack-client-version': clientVersion,
    'x-stack-override-error-status': 'true',
    // Later releases reject tokens of such users without these headers; earlier ones ignore them (wire/newer 2.1).
    'x-stack-allow-anonymous-user': 'true',
    'x-stack-allow-restricted-user': 'true',
    'x-stack-random-nonce': nonce,
  };
  if (proof.projectKey !== undefined) headers[keyHeaders[access]] = proof.projectKey;
  if (proof.ownerToken !== undefined) headers['x-stack-admin-access-token'] = proof.ownerToken;
  if (proof.accessToken !== undefined) headers['x-stack-access-token'] = proof.accessToken;
  if (proof.refreshToken !== undefined) headers['x-stack-refresh-token'] = proof.refreshToken;
  if (prefix === 'x-stack-') return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('x-stack-', prefix), value]));
}

/** Returns the text and the content type of the body; null for an endpoint without one. */
export function bodyOf(variant: Variant, input: EndpointInput): { text: string; contentType: string } | null {
  if (variant.body === undefined) return null;
  if (variant.bodyType === 'form') {
    return { text: encode(input.body).toString(), contentType: 'application/x-www-form-urlencoded' };
  }
  return { text: JSON.stringify(input.body), contentType: 'application/json' };
}

/** Returns all secrets of a request, at any depth of its body, to redact them from responses. */
export function secretsOf(proof: Proof, input: EndpointInput): readonly (string | undefined)[] {
  const { projectKey, ownerToken, accessToken, refreshToken } = proof;
  return [projectKey, ownerToken, accessToken, refreshToken, ...typedSecrets(input.body, false)];
}

function typedSecrets(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'string') return isSecret ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    // Keys of the configuration are sent as JSON in a text.
    const typed = name === 'config_override_string' ? parsedOrNull(inner) : inner;
    return typedSecrets(typed, isSecret || /password|token|secret|code|hash/i.test(name));
  });
}

function parsedOrNull(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
