/**
 * Exchanges recorded from a real server of release 2.8.26, replayed in order: the responses have to match, except for what is listed with its reason.
 */
import { readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findUsableKeySet } from '../stores/key-set-store';
import { findDifferences, keysIn, withOurNames } from './differences';
import { createTestSandbox, type TestResponse, type TestSandbox } from './test-sandbox';

const exchange = z.strictObject({
  section: z.string(),
  method: z.string(),
  path: z.string(),
  access: z.enum(['no auth', 'client', 'server', 'admin']),
  remark: z.string().optional(),
  body: z.string().optional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  answer: z.string(),
  /** Whether the recorded response was truncated. */
  cut: z.boolean(),
});
type Exchange = z.output<typeof exchange>;

const file = new URL('../../../tests/fixtures/wire/exchanges.json', import.meta.url);
const exchanges = z.array(exchange).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Responses that differ from the recorded ones: the other status, or the places, with the reason. */
const differences: Readonly<Record<number, { readonly why: string; readonly status?: number; readonly paths?: readonly string[] }>> = {
  52: { why: 'the recorded server made up no challenge', paths: ['$.options_json.challenge'] },
  53: { why: 'the recorded server made up no challenge', paths: ['$.options_json.challenge', '$.options_json.user.id'] },
  94: { why: 'corrections: up to 2.8.26 the user is named by user_id', status: 400 },
  112: { why: 'a production server has this text', paths: ['text'] },
};

/** Recorded on a real identity provider's pages; other specs cover the sandbox's own. */
const throughProvider = new Set([104, 105, 106, 107]);

let test: TestSandbox;
let smtp: SMTPServer;
/** Actual values by recorded ones. */
const names = new Map<string, string>();
let owner = '';
let keys: Record<string, string> = {};
let user = { access: '', refresh: '' };

beforeAll(async () => {
  test = await createTestSandbox({ seed: 'empty', release: '2.8.26' });
  smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'u' }),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  names.set('"port":2500', `"port":${typeof address === 'object' ? address?.port : 0}`);
  const internal = findUsableKeySet(test.store, 'internal', test.clock.now());
  keys = { internal: internal?.publishable_client_key ?? '' };
  const answer = await send('POST', '/auth/password/sign-up', internalHeaders(), {
    email: 'owner-1a66bd2e-5203-4e42-aa10-df9222642010@stack-generated.example.com',
    password: 'Passw0rd-for-test',
    verification_callback_url: 'http://localhost:12345/verify',
  });
  owner = String(answer.json.access_token);
});

afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

const internalHeaders = () => ({
  'x-stack-project-id': 'internal',
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': keys.internal ?? '',
});

function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<TestResponse> {
  const url = `/api/v1${path}`;
  if (body === undefined) return test.raw(method, url, headers);
  return test.raw(method, url, { ...headers, 'content-type': 'application/json' }, typeof body === 'string' ? body : JSON.stringify(body));
}

/** Returns the credentials of a request, from the project's creation on for that project. */
function headersFor(index: number, { access, remark }: Exchange): Record<string, string> {
  if (access === 'no auth') return {};
  if (index < 14) return beforeProject(index, access);
  if (index < 17) return { ...internalHeaders(), 'x-stack-access-token': owner };
  const project = { 'x-stack-project-id': names.get('3745d381-ddd8-4715-9f6b-98399d8d5341') ?? '', 'x-stack-access-type': access };
  if (index === 17) return { ...project, 'x-stack-admin-access-token': owner };
  const key = { client: 'x-stack-publishable-client-key', server: 'x-stack-secret-server-key', admin: 'x-stack-super-secret-admin-key' }[
    access
  ];
  return { ...project, [key]: keys[access] ?? '', ...userHeaders(index, remark) };
}

function beforeProject(index: number, access: 'client' | 'server' | 'admin'): Record<string, string> {
  if (index === 3) return { ...internalHeaders(), 'x-stack-publishable-client-key': 'x' };
  const internal = findUsableKeySet(test.store, 'internal', test.clock.now());
  return {
    ...internalHeaders(),
    'x-stack-access-type': access,
    'x-stack-secret-server-key': internal?.secret_server_key ?? '',
    ...(index === 9 ? { 'x-stack-override-error-status': 'true' } : {}),
  };
}

/** Returns the tokens of the user who signed up, or a refresh token to refresh. */
function userHeaders(index: number, remark: string | undefined): Record<string, string> {
  if (index === 34) return { 'x-stack-refresh-token': names.get('ky826smcdwppx3j07nhd6rvpz0a2z3kdv6ny96g62fc28') ?? '' };
  if (index === 35) return { 'x-stack-refresh-token': 'unknown-token' };
  if (remark === 'garbage token') return { 'x-stack-access-token': 'garbage' };
  return user.access === '' || index < 29 || index === 112 ? {} : { 'x-stack-access-token': user.access };
}

const newProject = {
  display_name: 'Probe',
  description: '',
  config: {
    credential_enabled: true,
    magic_link_enabled: true,
    passkey_enabled: true,
    allow_localhost: true,
    allow_user_api_keys: true,
    allow_team_api_keys: true,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    oauth_providers: [{ id: 'github', type: 'shared' }],
    email_config: {
      type: 'standard',
      host: '127.0.0.1',
      port: 2500,
      username: 'u',
      password: 'p',
      sender_name: 'Probe',
      sender_email: 'probe@example.com',
    },
  },
};

/** Steps that a request requires and the record doesn't show. */
const before: Readonly<Record<number, () => Promise<void>>> = {
  36: async () => {
    const sessions = await send('GET', '/auth/sessions?user_id=me', headersFor(32, exchanges[32] as Exchange));
    const other = sessions.items.find(
      (item) => item.is_current_session === false && item.id !== names.get('cf6ca344-1d8a-4576-8f25-7c753adf6d7d'),
    );
    names.set('5c1bef1b-1fc7-4422-b205-d7995e93ba1f', String(other?.id));
  },
  39: async () => {
    const mail = await mailTo('u1-ff07e88d-76d8-4550-8be1-8db52396cce6@stack-generated.example.com');
    names.set('7c2kd96q75qhbp5594yt9dkkk2dj5e8nhn26dnyy09zn0', /code=([0-9a-z]{45})/.exec(mail.text)?.[1] ?? '');
  },
  44: async () => {
    const mail = await mailTo('otp-5864e826-3ce4-4ace-8697-b46c107fde36@stack-generated.example.com');
    expect(mail.subject).toMatch(/^Sign in to Probe 2: Your code is [0-9A-Z]{6}$/);
    names.set('NC25H9', mail.subject.slice(-6));
  },
  80: async () => {
    for (const name of ['s1-70862f98', 's2-739027ab']) {
      await send('POST', '/users', headersFor(79, exchanges[79] as Exchange), { primary_email: `${name}@stack-generated.example.com` });
    }
  },
};

async function mailTo(address: string): Promise<{ subject: string; text: string }> {
  const { items } = await test.raw('GET', `/sandbox/mailbox?to=${address}`);
  return z.object({ subject: z.string(), text: z.string() }).parse(items[0]);
}

/** Values of responses that later requests require. */
const after: Readonly<Record<number, (answer: TestResponse) => void>> = {
  79: ({ json }) => names.set('39d14e99-4239-4af9-844d-7ad234f9c982', String(json.id)),
  17: ({ json }) => {
    keys = {
      ...keys,
      client: String(json.publishable_client_key),
      server: String(json.secret_server_key),
      admin: String(json.super_secret_admin_key),
    };
  },
  28: ({ json }) => {
    user = { access: String(json.access_token), refresh: String(json.refresh_token) };
  },
};

describe('recorded exchanges', () => {
  it.each(exchanges.map((recorded, index) => ({ index, ...recorded })).filter(({ index }) => !throughProvider.has(index)))(
    '$index: $method $path ($section)',
    async ({ index, ...recorded }) => {
      await before[index]?.();
      const path = withOurNames(recorded.path.replace('http://127.0.0.1:8102/api/v1', ''), names).replace(/^\/api\/v1$/, '');
      const body = index === 15 ? JSON.stringify(newProject) : index === 6 ? '{' : recorded.body;
      const answer = await send(
        recorded.method,
        path,
        headersFor(index, recorded),
        body === undefined ? undefined : withOurNames(body, names),
      );
      const differs = differences[index];
      after[index]?.(answer);
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([differs?.status ?? recorded.status, expect.anything()]);
      if (differs?.status !== undefined) return;
      expect(answer.headers.get('x-stack-known-error')).toBe(recorded.headers['x-stack-known-error'] ?? null);
      expect(answer.headers.get('x-stack-actual-status')).toBe(recorded.headers['x-stack-actual-status'] ?? null);
      expect(answer.headers.get('content-type')).toBe(recorded.headers['content-type'] ?? null);
      expect(differencesOf(recorded, answer).filter((line) => !differs?.paths?.some((each) => line.startsWith(each)))).toEqual([]);
    },
  );
});

function differencesOf(recorded: Exchange, answer: TestResponse): string[] {
  if (!recorded.headers['content-type']?.startsWith('application/json')) {
    return withOurNames(recorded.answer, names) === answer.text ? [] : [`text: ${answer.text}`];
  }
  const later = new Set(['email_theme', 'provider_config_id']);
  if (recorded.cut) return keysIn(recorded.answer).filter((key) => !later.has(key) && !answer.text.includes(`"${key}":`));
  return findDifferences(
    JSON.parse(recorded.answer.replace('"port":2500', names.get('"port":2500') ?? '')),
    JSON.parse(answer.text),
    names,
  );
}
