/** A sandbox for specs with its own data, repeatable clock and random source, and short functions for requests. */
import { Secret, TOTP } from 'otpauth';
import { signedIn } from '#contract/service/models/user-models.ts';
import type { Clock } from '../clock';
import { changeSettings } from '../configuration/project-config';
import type { Store } from '../database/database';
import type { SandboxContext } from '../http/context';
import { createMailDelivery } from '../mail/delivery';
import { createSmtp, type Smtp } from '../mail/smtp';
import { createRepeatableRandom } from '../seed/repeatable-random';
import { demoAccounts, demoTotpSecret } from '../seed/seed-named-users';
import { demoProjectId } from '../seed/seed-projects';
import { createSandbox, type Sandbox } from '../service/handle';
import { openRelease } from '../service/open-release';
import { openStore } from '../service/open-store';
import type { SignedIn } from '../sessions/access-tokens';
import { findUsableKeySet, type ProjectKeys } from '../stores/key-set-store';
import { findProject, type Project, type ProjectConfig } from '../stores/project-store';

export const start = Date.UTC(2025, 3, 9, 12);
export const [ada] = demoAccounts as [{ email: string; password: string }];
/** Has two-factor authentication. */
export const alan = { ...ada, email: 'alan.turing@analytical.example' };

export type Fields = Readonly<Record<string, unknown>>;

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; empty if it isn't a JSON object. */
  readonly json: Fields;
  readonly details: Fields;
  readonly items: readonly Fields[];
}

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly store: Store;
  readonly clock: Clock & { advance(millis: number): void };
  readonly faults: unknown[];
  /** Context for direct calls of functions. */
  readonly context: SandboxContext;
  readonly project: Project;
  readonly keys: ProjectKeys;
  configure(change: Partial<ProjectConfig>): void;
  /** Sends a request with exactly these headers. */
  raw(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<TestResponse>;
  call(access: 'client' | 'server' | 'admin', method: string, path: string, body?: unknown, token?: string): Promise<TestResponse>;
  headers(access: 'client' | 'server' | 'admin', token?: string): Record<string, string>;
  signIn(account?: { email: string; password: string }): Promise<SignedIn>;
}

interface TestOptions {
  readonly users?: number;
  readonly folder?: string;
  readonly seed?: 'demo' | 'empty';
  /** 2.8.4 by default, in which the reference describes every endpoint; null for that of the data, or else the default. */
  readonly release?: string | null;
  readonly random?: number;
  /** Real SMTP by default. */
  readonly smtp?: Smtp;
}

/** Creates a sandbox with the named users, or with the requested number of users. */
export async function createTestSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  const { users = 10, folder, seed = 'demo', release: named = '2.8.4', random: first = 7, smtp = createSmtp(10_000) } = options;
  const requested = named ?? undefined;
  const faults: unknown[] = [];
  let now = start;
  const clock = {
    now: () => now,
    advance(millis: number) {
      now += millis;
    },
    async wait(millis: number) {
      now += millis;
    },
  };
  const random = createRepeatableRandom(first);
  const store = await openStore({
    folder,
    seed: { kind: seed, users },
    release: requested,
    random,
    now,
    onNotice: (sentence) => faults.push(sentence),
  });
  const release = openRelease({ store, random, now }, requested);
  const onFault = (error: unknown) => faults.push(error);
  const deps = { store, clock, random, release, baseUrl: 'http://localhost:8102' };
  const sandbox = createSandbox({ ...deps, smtp, onFault });
  const project = findProject(store, demoProjectId);
  const keys = findUsableKeySet(store, demoProjectId, now);
  if (project === undefined || keys === undefined) throw new Error('The seed has no demo project.');
  const keyHeaders = {
    client: { 'x-stack-publishable-client-key': keys.publishable_client_key },
    server: { 'x-stack-secret-server-key': keys.secret_server_key },
    admin: { 'x-stack-super-secret-admin-key': keys.super_secret_admin_key },
  };
  const test: TestSandbox = {
    sandbox,
    store,
    clock,
    faults,
    context: { ...deps, endUser: null, delivery: createMailDelivery(smtp, onFault) },
    project,
    keys,
    configure: (change) => changeSettings({ store, release, random }, project.key, change),
    async raw(method, path, headers = {}, body) {
      const url = path.startsWith('/api') || path.startsWith('/sandbox') || path === '/health' ? path : `/api/v1${path}`;
      const response = await sandbox.fetch(
        new Request(`http://localhost:8102${url}`, { method, headers, ...(body === undefined ? {} : { body }) }),
      );
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, ...read(text) };
    },
    headers: (access, token) => ({
      'x-stack-project-id': demoProjectId,
      'x-stack-access-type': access,
      ...keyHeaders[access],
      ...(token === undefined ? {} : { 'x-stack-access-token': token }),
    }),
    call: (access, method, path, body, token) =>
      body === undefined
        ? test.raw(method, path, test.headers(access, token))
        : test.raw(method, path, { ...test.headers(access, token), 'content-type': 'application/json' }, JSON.stringify(body)),
    async signIn(account = ada) {
      const { json } = await test.call('client', 'POST', '/auth/password/sign-in', account);
      return signedIn.parse(json);
    },
  };
  return test;
}

/** Returns the newest email to an address with its link and code; the code is empty if there is no email. */
export async function newestEmail(test: TestSandbox, to: string): Promise<{ subject: string; link: URL; code: string }> {
  const { items } = await test.raw('GET', `/sandbox/mailbox?limit=1&to=${encodeURIComponent(to)}`);
  const [href = 'http://no-mail.invalid'] = /http\S+/.exec(String(items[0]?.text)) ?? [];
  const link = new URL(href);
  return { subject: String(items[0]?.subject), link, code: link.searchParams.get('code') ?? '' };
}

/** Returns the TOTP code at a time, by default for the demo secret. */
export function totpAt(millis: number, secretBase64 = demoTotpSecret): string {
  const bytes = Uint8Array.from(Buffer.from(secretBase64, 'base64'));
  return new TOTP({ secret: new Secret({ buffer: bytes.buffer }) }).generate({ timestamp: millis });
}

/** Returns the response to a request whose parts have these schema errors. */
export function schemaErrorResponse(method: string, path: string, lines: readonly string[]): Fields {
  const message = `Request validation failed on ${method} /api/v1${path}:${lines.map((line) => `\n  - ${line}`).join('')}`;
  return { code: 'SCHEMA_ERROR', details: { message }, error: message };
}

function read(text: string): Pick<TestResponse, 'json' | 'details' | 'items'> {
  const json = objectOf(text);
  const details = json.details ?? {};
  return { json, details: details as Fields, items: Array.isArray(json.items) ? json.items : [] };
}

function objectOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
