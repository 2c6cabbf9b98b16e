/** A sandbox for one example, with a signed-in user and short functions for requests. */

import { z } from 'zod';
import { signedIn } from '#contract/service/models/user-models.ts';
import { demoProjectId } from '../seed/seed-projects';
import { findUsableKeySet } from '../stores/key-set-store';
import { login } from './mail-server';
import { ada, createTestSandbox, type Fields, type TestResponse, type TestSandbox } from './test-sandbox';

/** The demo owner in project `internal`, for specs of what owners can do (wire/flows 15). */
type Access = 'client' | 'server' | 'admin';

export interface Owner {
  /** Access token of project `internal`. */
  readonly token: string;
  /** Sends a request to `internal` with client access and the owner's token or another one; null sends none. */
  internal(method: string, path: string, body?: unknown, token?: string | null): Promise<TestResponse>;
  /** Sends a request to a project without any key. */
  owned(access: Access, method: string, path: string, body?: unknown, projectId?: string): Promise<TestResponse>;
}

/** Signs in the owner or another user of `internal`. */
export async function signInOwner(test: TestSandbox, account: { email: string; password: string } = ada): Promise<Owner> {
  const key = findUsableKeySet(test.store, 'internal', test.clock.now())?.publishable_client_key ?? '';
  const send = (headers: Record<string, string>, method: string, path: string, body: unknown) =>
    body === undefined
      ? test.raw(method, path, headers)
      : test.raw(method, path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));
  const headers = { 'x-stack-project-id': 'internal', 'x-stack-access-type': 'client', 'x-stack-publishable-client-key': key };
  const answer = await send(headers, 'POST', '/auth/password/sign-in', account);
  const own = signedIn.parse(answer.json).access_token;
  return {
    token: own,
    internal: (method, path, body, token = own) =>
      send(token === null ? headers : { ...headers, 'x-stack-access-token': token }, method, path, body),
    owned: (access, method, path, body, projectId = demoProjectId) =>
      send({ 'x-stack-project-id': projectId, 'x-stack-access-type': access, 'x-stack-admin-access-token': own }, method, path, body),
  };
}

type Call = (method: string, path: string, body?: unknown) => Promise<Fields>;

export interface Scene {
  readonly test: TestSandbox;
  /** Timestamp of tomorrow. */
  readonly soon: number;
  readonly client: Call;
  readonly server: Call;
  readonly admin: Call;
  /** Sends a request as the user, by default with client access. */
  own(method: string, path: string, body?: unknown, access?: 'client' | 'server'): Promise<Fields>;
  /** Sends a request as the owner in project `internal`. */
  internal(method: string, path: string, body?: unknown): Promise<TestResponse>;
  /** Creates the user, verified as ada@example.com, signs in, and returns the user's ID. */
  person(more: Fields): Promise<string>;
  first(list: Fields): Fields;
  /** Returns a seeded session, which has a location. */
  seededSession(): Promise<Fields>;
  readonly emailConfig: Fields;
}

/** Creates a sandbox without users, whose project is called New Project. */
export async function exampleScene(): Promise<Scene> {
  const test = await createTestSandbox({ seed: 'empty' });
  test.store.run('UPDATE projects SET display_name = ? WHERE key = ?', ['New Project', test.project.key]);
  let token = '';
  let owner: Owner | undefined;
  const as =
    (access: 'client' | 'server' | 'admin'): Call =>
    async (method, path, body) =>
      done(await test.call(access, method, path, body));
  return {
    test,
    soon: test.clock.now() + 86_400_000,
    client: as('client'),
    server: as('server'),
    admin: as('admin'),
    own: async (method, path, body, access = 'client') => done(await test.call(access, method, path, body, token)),
    async internal(method, path, body) {
      owner ??= await ownerOf(test);
      return owner.internal(method, path, body);
    },
    async person(more) {
      const flags = { primary_email_verified: true, primary_email_auth_enabled: true };
      const user = done(await test.call('server', 'POST', '/users', { primary_email: 'ada@example.com', ...flags, ...more }));
      const session = done(await test.call('server', 'POST', '/auth/sessions', { user_id: user.id }));
      token = String(session.access_token);
      return String(user.id);
    },
    first: (list) => z.array(z.looseObject({})).parse(list.items)[0] ?? {},
    async seededSession() {
      const demo = await createTestSandbox();
      const { access_token } = await demo.signIn();
      const { items } = await demo.call('client', 'GET', '/auth/sessions?user_id=me', undefined, access_token);
      return items.find((item) => 'last_used_at_end_user_ip_info' in item) ?? {};
    },
    emailConfig: { type: 'standard', host: 'mail.example', port: 25, ...login, sender_name: 'New', sender_email: 'noreply@example.com' },
  };
}

/** Signs a user up in `internal`, because an empty sandbox has no owner. */
async function ownerOf(test: TestSandbox): Promise<Owner> {
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': findUsableKeySet(test.store, 'internal', test.clock.now())?.publishable_client_key ?? '',
    'content-type': 'application/json',
  };
  const account = { ...ada, verification_callback_url: 'http://localhost/verify' };
  done(await test.raw('POST', '/auth/password/sign-up', headers, JSON.stringify(account)));
  return signInOwner(test);
}

function done({ status, json, text }: TestResponse): Fields {
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return json;
}
