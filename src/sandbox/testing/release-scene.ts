/** A release in a spec, and short calls to it. */
import type { AccessType } from '#contract/definitions.ts';
import type { Smtp } from '../mail/smtp';
import { demoProjectId } from '../seed/seed-projects';
import { findUsableKeySet } from '../stores/key-set-store';
import { ada, createTestSandbox, type TestResponse, type TestSandbox } from './test-sandbox';

/** The two releases that were seen on real servers, and the newest one that was read. */
export const release2826 = '2.8.26';
export const release2886 = '2.8.86';
export const release10125 = '1.0.125';

interface ReleaseResponse extends TestResponse {
  /** Code of a known error. */
  readonly known: string | null;
}

interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly project?: string;
  /** Added to the usual headers; an empty value removes one. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReleaseScene {
  readonly sandbox: TestSandbox;
  call(
    access: AccessType,
    call: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`,
    options?: CallOptions,
  ): Promise<ReleaseResponse>;
  /** Resolves to the access token of a user of that project. */
  signIn(project?: string, account?: { readonly email: string; readonly password: string }): Promise<string>;
}

const keyHeaders = {
  client: ['x-stack-publishable-client-key', 'publishable_client_key'],
  server: ['x-stack-secret-server-key', 'secret_server_key'],
  admin: ['x-stack-super-secret-admin-key', 'super_secret_admin_key'],
} as const;

/** Starts a sandbox of the release with its named users, by default in memory. */
export async function releaseScene(
  release: string,
  options: { readonly folder?: string; readonly smtp?: Smtp; readonly seed?: 'demo' | 'empty' } = {},
): Promise<ReleaseScene> {
  const sandbox = await createTestSandbox({ release, ...options });
  const scene: ReleaseScene = {
    sandbox,
    async call(access, call, { body, token, project = demoProjectId, headers = {} } = {}) {
      const [method = '', path = ''] = call.split(' ');
      const [header, key] = keyHeaders[access];
      const usual = {
        'x-stack-project-id': project,
        'x-stack-access-type': access,
        [header]: findUsableKeySet(sandbox.store, project, sandbox.clock.now())?.[key] ?? '',
        ...(token === undefined ? {} : { 'x-stack-access-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== ''));
      const response = await sandbox.raw(method, path, sent, body === undefined ? undefined : JSON.stringify(body));
      return { ...response, known: response.headers.get('x-stack-known-error') };
    },
    async signIn(project = demoProjectId, account = ada) {
      const { json } = await scene.call('client', 'POST /auth/password/sign-in', { body: account, project });
      return String(json.access_token);
    },
  };
  return scene;
}

/** Returns the claims of a token; empty for other texts. */
export function readClaims(token: string): Readonly<Record<string, unknown>> {
  const payload = token.split('.')[1];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
