/** A sandbox for one example, with a signed-in user and short functions for requests. */
import { z } from 'zod';
import { findUsableKeySet } from '../stores/key-set-store';
import { login } from './mail-server';
import { type Owner, signInOwner } from './sign-in-owner';
import { ada, createTestSandbox, type Fields, type TestResponse, type TestSandbox } from './test-sandbox';

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
