/** Reading requests and writing responses of the overlay. */
import { randomBytes } from 'node:crypto';
import { type Failure, schemaError } from '../../../src/sandbox/http/failures';
import { type Envelope, respond, respondFailure, respondUnknownPath } from '../../../src/sandbox/http/respond';
import { base32Text } from '../../../src/sandbox/random';
import { baseline } from '../../../src/sandbox/releases/release';
import type { Exchange, ServiceRequest, ServiceResponse } from './change';

export type Fields = Readonly<Record<string, unknown>>;

/** The body as a JSON object; empty when it is none. */
export function fieldsOf(text: string | null): Fields {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

export function formOf(text: string | null): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text ?? ''));
}

/** The request's body with some fields replaced; fields that are undefined are left out. */
export function withFields(request: ServiceRequest, replaced: Fields): { readonly body: string } {
  return { body: JSON.stringify({ ...fieldsOf(request.body), ...replaced }) };
}

export function without<K extends string>(fields: Fields, ...names: readonly K[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(names as readonly string[]).includes(name)));
}

/** Project ID of the request's headers; empty without one. */
export function projectOf({ headers }: ServiceRequest): string {
  return headers['x-stack-project-id'] ?? '';
}

/** Subject of an access token, which is not checked here. */
export function subjectOf(token: string | undefined): string | null {
  const payload = token?.split('.')[1];
  const { sub } = payload === undefined ? {} : fieldsOf(Buffer.from(payload, 'base64url').toString());
  return typeof sub === 'string' ? sub : null;
}

const envelope = (): Envelope => ({
  release: baseline,
  requestId: base32Text(randomBytes, 16),
  now: Date.now(),
  overrideStatus: false,
  accept: '',
  headers: {},
});

/** A response with a JSON body. */
export function json(body: unknown, status: 200 | 201 = 200): Promise<ServiceResponse> {
  return readResponse(respond({ status, body }, envelope()));
}

export function refusal(failure: Failure): Promise<ServiceResponse> {
  return readResponse(respondFailure(failure, envelope()));
}

/** The response for a path that does not exist (wire/conventions 1). */
export function missingPage({ url }: Pick<Exchange, 'url'>): Promise<ServiceResponse> {
  return readResponse(respondUnknownPath(url.href, envelope()));
}

/** The web framework's response to a method that a known path does not have (wire/conventions 1). */
export function wrongMethod(): ServiceResponse {
  return { status: 405, headers: new Headers(), body: '' };
}

/** A SCHEMA_ERROR with these lines, to be thrown. */
export function violation({ method, path }: ServiceRequest, ...lines: readonly string[]): Failure {
  return schemaError(`Request validation failed on ${method} /api/v1${path}:${lines.map((line) => `\n  - ${line}`).join('')}`);
}

export async function readResponse(response: Response): Promise<ServiceResponse> {
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The successful response with its JSON edited; others stay as they are. */
export function edited(response: ServiceResponse, edit: (fields: Fields) => Fields): ServiceResponse {
  if (response.status < 200 || response.status >= 300) return response;
  return { ...response, body: JSON.stringify(edit(fieldsOf(response.body))) };
}

/** The same for each item of a list. */
export function editedItems(response: ServiceResponse, edit: (item: Fields) => Fields): ServiceResponse {
  return edited(response, (fields) => ({ ...fields, items: itemsOf(fields).map(edit) }));
}

export function itemsOf({ items }: Fields): readonly Fields[] {
  return Array.isArray(items) ? items : [];
}

/** Thrown to respond with what the sandbox responded. */
export class Refused extends Error {
  constructor(readonly response: ServiceResponse) {
    super(`The sandbox refused the request with status ${response.status}.`);
  }
}

const accessProbes = { client: '/projects/current', server: '/users?limit=1', admin: '/internal/projects/current', user: '/users/me' };

/** Has the sandbox judge the request's credentials; throws its refusal. Resolves to the sandbox's response to the probe. */
export async function requireAccess({ ask, request }: Exchange, access: keyof typeof accessProbes): Promise<Fields> {
  const [path = '', search] = accessProbes[access].split('?');
  const response = await ask({ method: 'GET', path, query: Object.fromEntries(new URLSearchParams(search)), headers: request.headers });
  if (response.status !== 200) throw new Refused(response);
  return fieldsOf(response.body);
}
