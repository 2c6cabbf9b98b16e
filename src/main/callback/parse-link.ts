/**
 * Parses links that were pasted or opened outside the app. Anything that doesn't match exactly is rejected, because a link can come from
 * anyone.
 */
import { maxLinkLength } from '#contract/bridge/app.ts';
import type { LinkKind } from '#contract/bridge/links.ts';
import { fail } from '#contract/errors.ts';
import { maxErrorTextLength, secretLength } from '#contract/limits.ts';
import { isScreenLink, parseScreenLink, type ScreenLink } from '#contract/screen-links.ts';
import { isLoopback, parseUrl } from '#contract/urls.ts';
import { cutText } from '../remote/response/error-body';

export interface ParsedLink {
  readonly kind: LinkKind;
  /** The link's host; null for this machine, for `latchkey:`, and for a code without a link. */
  readonly host: string | null;
  /** The path below which the handler's routes are; null where it could be any connection's. */
  readonly base: string | null;
  readonly code: string | null;
  /** The OAuth state, which identifies the sign-in that a provider's callback belongs to. */
  readonly state: string | null;
  /** The connection ID from the link, which may not exist. */
  readonly connectionHint: string | null;
  /** The redirect target, a path or a URL that isn't known to be trusted. */
  readonly returnTo: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** For `screen`: the project and the path of the screen. */
  readonly screen: ScreenLink | null;
}

interface Route {
  readonly kind: LinkKind;
  /** Name of the query parameter that contains the code. */
  readonly code?: string;
}

const routes: Readonly<Record<string, Route>> = {
  'sign-in': { kind: 'sign-in' },
  'sign-up': { kind: 'sign-up' },
  'sign-out': { kind: 'sign-out' },
  'forgot-password': { kind: 'forgot-password' },
  'account-settings': { kind: 'account-settings' },
  error: { kind: 'error' },
  'oauth-callback': { kind: 'oauth-callback' },
  'email-verification': { kind: 'email-verification', code: 'code' },
  'password-reset': { kind: 'password-reset', code: 'code' },
  'magic-link-callback': { kind: 'magic-link', code: 'code' },
  'team-invitation': { kind: 'team-invitation', code: 'code' },
  'cli-auth-confirm': { kind: 'cli-auth-confirm', code: 'login_code' },
};

/** The verbs of `latchkey:` links: the routes, the path below which they are, for the start screen, and the screens of a connection. */
export const linkVerbs: readonly string[] = ['handler', 'c', ...Object.keys(routes)];

/** Path of the app's own handler pages, on this machine and in `latchkey:` links. */
const ownBase = '/handler';

const codePattern = new RegExp(`^[0-9a-z]{${secretLength}}$`, 'i');

/**
 * Parses a link to a handler page below one of `bases`, a link to a screen, or a code without a link. Throws `AppError` with code `link-unreadable`, or
 * `link-incomplete` when the code of a known route is missing or cut off.
 */
export function parseLink(text: string, bases: readonly string[]): ParsedLink {
  const trimmed = unwrapped(text);
  if (trimmed.length > maxLinkLength) throw fail('link-unreadable');
  if (codePattern.test(trimmed)) return { ...nothing, kind: 'code', code: trimmed };
  const url = urlOf(trimmed);
  if (isScreenLink(trimmed)) return { ...nothing, kind: 'screen', screen: screenOf(trimmed) };
  const { path, base } = placeOf(url, [...new Set([...bases, ownBase])]);
  return readRoute(path, url.searchParams, { host: isOurs(url) ? null : url.host, base: isOurs(url) ? null : base });
}

/** The service's own form of a provider's code, and a state as `oauth.ts` generates it. */
const oauthCodePattern = /^[\w.~-]{16,512}$/;
const statePattern = /^[\w-]{43}$/;

const nothing = { host: null, base: null, code: null, state: null, connectionHint: null, returnTo: null, error: null, screen: null };

/** Removes the brackets or quotes that mail programs and chats add around links. */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  return (
    /^(?:<(.*)>|"(.*)"|'(.*)'|\((.*)\))$/s
      .exec(trimmed)
      ?.slice(1)
      .find((inner) => inner !== undefined)
      ?.trim() ?? trimmed
  );
}

/** Parses a URL: printable ASCII without backslashes, with a supported scheme, a host, and no user name or password. */
function urlOf(text: string): URL {
  if (!/^[!-[\]-~]+$/.test(text) || !/^(https?|latchkey):\/\/[^/?#]/i.test(text)) throw fail('link-unreadable');
  const url = parseUrl(text);
  if (url === null) throw fail('link-unreadable');
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) throw fail('link-unreadable');
  if (url.protocol === 'http:' && !isLoopback(url)) throw fail('link-unreadable');
  if (/%(2f|5c|2e|00)|\/\.{1,2}(\/|$)/i.test(text.split(/[?#]/)[0] ?? '')) throw fail('link-unreadable');
  return url;
}

function isOurs(url: URL): boolean {
  return url.protocol === 'latchkey:' || isLoopback(url);
}

/** Returns the base and the path below it, which is empty for the base itself. `latchkey:` links may omit the host, or the base as well. */
function placeOf(url: URL, bases: readonly string[]): { path: string; base: string } {
  const full = url.protocol === 'latchkey:' ? latchkeyPath(url) : url.pathname;
  const path = full.replace(/(?<=.)\/$/, '');
  const base = bases
    .filter((known) => path === known || path.startsWith(known === '/' ? '/' : `${known}/`))
    .sort((one, other) => other.length - one.length)[0];
  if (base === undefined) throw fail('link-unreadable');
  return { base, path: path.slice(base === '/' ? 1 : base.length + 1) };
}

function latchkeyPath({ hostname, port, pathname }: URL): string {
  if (port !== '') throw fail('link-unreadable');
  if (hostname === 'localhost') return pathname;
  const path = `/${hostname}${pathname}`;
  return path === ownBase || path.startsWith(`${ownBase}/`) ? path : `${ownBase}${path}`;
}

function readRoute(path: string, query: URLSearchParams, place: Pick<ParsedLink, 'host' | 'base'>): ParsedLink {
  const single = (name: string): string | null => {
    const values = query.getAll(name);
    if (values.length > 1) throw fail('link-unreadable');
    return values[0] ?? null;
  };
  const route: Route = path === '' ? { kind: 'home' } : Object.hasOwn(routes, path) ? (routes[path] ?? unknown) : unknown;
  const hint = single(connectionParameter);
  if (route.kind === 'oauth-callback') return { ...nothing, ...place, ...callbackOf(single), connectionHint: hintOf(hint) };
  return {
    ...nothing,
    ...place,
    kind: route.kind,
    code: route.code === undefined ? null : codeOf(single(route.code)),
    state: route.kind === 'error' ? stateOf(single('state')) : null,
    connectionHint: hintOf(hint),
    returnTo: parseRedirectUrl(single('after_auth_return_to')),
    error: route.kind === 'error' ? errorOf(single('errorCode'), single('message')) : null,
  };
}

const unknown: Route = { kind: 'unknown' };

function screenOf(text: string): ScreenLink {
  const screen = parseScreenLink(text);
  if (screen === null) throw fail('link-unreadable');
  return screen;
}

function codeOf(text: string | null): string {
  if (text === null || !codePattern.test(text)) throw fail('link-incomplete');
  return text;
}

function hintOf(hint: string | null): string | null {
  return hint !== null && hint.length <= 64 ? hint : null;
}

function stateOf(text: string | null): string | null {
  return text !== null && statePattern.test(text) ? text : null;
}

/**
 * Returns the content of a provider's callback: a code with its state, or an error. Releases from 2.8.82 on report errors here without the
 * state, so {@link flowParameter} identifies the failed sign-in.
 */
function callbackOf(single: (name: string) => string | null): Pick<ParsedLink, 'kind' | 'code' | 'state' | 'error'> {
  const [code, state, flow] = [single('code'), stateOf(single('state')), stateOf(single(flowParameter))];
  const [errorName, errorCode] = [single('error'), single('errorCode')];
  if (state !== null && flow !== null && state !== flow) throw fail('link-incomplete');
  const known = state ?? flow;
  if (known !== null && code === null && (errorName !== null || errorCode !== null)) {
    return { kind: 'error', code: null, state: known, error: errorOf(errorCode, single('message') ?? single('error_description')) };
  }
  if (code === null || !oauthCodePattern.test(code) || state === null) throw fail('link-incomplete');
  return { kind: 'oauth-callback', code, state, error: null };
}

/** Returns the service's error code and its message without control characters; null for a code of another form. */
function errorOf(code: string | null, message: string | null): ParsedLink['error'] {
  if (code === null || !/^[A-Z][A-Z0-9_]{0,99}$/.test(code)) return null;
  return { code, message: cutText((message ?? '').replace(/\p{C}/gu, ' ').trim(), maxErrorTextLength) };
}

/** Redirect targets of links. */
const maxLength = 2048;

/** Returns a path, or a URL that has yet to be checked against the trusted domains; null for anything else. */
export function parseRedirectUrl(text: string | null): string | null {
  if (text === null || text.length > maxLength || !/^[!-[\]-~]+$/.test(text)) return null;
  if (isPath(text)) return text;
  const url = /^https?:\/\/[^/]/i.test(text) ? parseUrl(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || isLoopback(url) ? url.href : null;
}

/** Whether a text is a path from the root, which can't redirect to another site and so needs no trusted domain. */
export function isPath(text: string): boolean {
  return /^\/(?!\/)/.test(text);
}

/** Latchkey's own query parameters in redirect URLs. */

/** The query parameter that contains the connection ID; links in emails keep it (wire/flows 8). */
export const connectionParameter = 'connection';

/**
 * The query parameter of an OAuth redirect URL that repeats the state. The service returns it untouched also where it reports an
 * error without a state (wire/corrections 2.8.86).
 */
export const flowParameter = 'flow';
