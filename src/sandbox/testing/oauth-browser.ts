/** A browser with cookies for OAuth specs, which goes through the mock provider step by step. */
import { createHash } from 'node:crypto';
import { demoProjectId } from '../seed/seed-projects';
import type { Fields, TestResponse, TestSandbox } from './test-sandbox';

export const verifier = 'a-verifier-of-at-least-forty-three-characters-000';
export const challenge = createHash('sha256').update(verifier).digest('base64url');
export const appUrl = 'http://localhost:41999/back?kept=1';

type Query = Readonly<Record<string, string | undefined>>;

export interface Consent {
  readonly provider?: string;
  /** Name of an offered account. */
  readonly account?: string;
  /** Email to type instead. */
  readonly email?: string;
  readonly isVerified?: boolean;
  readonly deny?: true;
  /** Changes to the authorize query; undefined removes a parameter. */
  readonly query?: Query;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  go(method: string, address: string, fields?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Goes up to the provider's redirect, and returns the next request without sending it. */
  toCallback(consent: Consent): Promise<{ method: string; address: string; fields?: Record<string, string> }>;
  /** Goes through the whole authorization and returns the callback's response. */
  signIn(consent: Consent): Promise<TestResponse>;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export function authorizeUrl(test: TestSandbox, { provider = 'github', query = {} }: Consent): string {
  const defaults: Query = {
    client_id: demoProjectId,
    client_secret: test.keys.publishable_client_key,
    redirect_uri: appUrl,
    scope: 'legacy',
    state: 'outer state',
    grant_type: 'authorization_code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    response_type: 'code',
  };
  const entries = Object.entries({ ...defaults, ...query }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/auth/oauth/authorize/${provider}?${new URLSearchParams(entries)}`;
}

/** Returns the redirect URL of a response. Throws if it isn't a redirect. */
export function locationOf(answer: TestResponse): string {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`No redirect but ${answer.status}: ${answer.text.slice(0, 300)}`);
  return location;
}

export function createOAuthBrowser(test: TestSandbox): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = {
    cookies,
    async go(method, address, fields) {
      const path = address.replace('http://localhost:8102', '');
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(cookie === '' ? {} : { cookie }), ...(fields ? form : {}) };
      const answer = await test.raw(method, path, headers, fields && new URLSearchParams(fields).toString());
      keepCookies(cookies, answer.headers);
      return answer;
    },
    async toCallback(consent) {
      const provider = locationOf(await browser.go('GET', authorizeUrl(test, consent)));
      const page = await browser.go('GET', provider);
      // A provider that fails immediately redirects without a page.
      const decided = page.headers.has('location') ? page : await browser.go('POST', provider, decisionOf(page.text, consent));
      if (decided.headers.has('location')) return { method: 'GET', address: locationOf(decided) };
      return { method: 'POST', address: /action="([^"]+)"/.exec(decided.text)?.[1] ?? '', fields: hiddenFields(decided.text) };
    },
    async signIn(consent) {
      const { method, address, fields } = await browser.toCallback(consent);
      return browser.go(method, address, fields);
    },
  };
  return browser;
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

function decisionOf(page: string, { account, email, isVerified, deny }: Consent): Record<string, string> {
  const choices = [...page.matchAll(/name="account" value="([^"]+)"[^>]*><span>([^<]+)/g)];
  const chosen = choices.find(([, , name]) => name === (account ?? 'Ada Lovelace'))?.[1];
  if (chosen === undefined) throw new Error(`The provider does not offer ${account}.`);
  return {
    ...hiddenFields(page),
    account: chosen,
    email: email ?? '',
    ...(isVerified ? { email_verified: 'true' } : {}),
    decision: deny ? 'deny' : 'allow',
  };
}

function hiddenFields(page: string): Record<string, string> {
  const fields = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

/** Exchanges a code like an application. `change` replaces fields; undefined removes one. */
export function exchange(test: TestSandbox, code: string, change: Query = {}): Promise<TestResponse> {
  const defaults: Query = {
    grant_type: 'authorization_code',
    client_id: demoProjectId,
    client_secret: test.keys.publishable_client_key,
    code,
    redirect_uri: appUrl,
    code_verifier: verifier,
  };
  const entries = Object.entries({ ...defaults, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return test.raw('POST', '/auth/oauth/token', form, new URLSearchParams(entries).toString());
}

/** Returns the code in the callback's redirect. */
export function codeOf(answer: TestResponse): string {
  return new URL(locationOf(answer)).searchParams.get('code') ?? '';
}

/** Signs in and returns the tokens. */
export async function signInWith(test: TestSandbox, consent: Consent): Promise<Fields> {
  return (await exchange(test, codeOf(await createOAuthBrowser(test).signIn(consent)))).json;
}
