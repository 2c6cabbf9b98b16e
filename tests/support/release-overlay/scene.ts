/** A release within the process of a spec, and short calls to it. */
import type { AccessType } from '#contract/definitions.ts';
import { demoProjectId } from '#sandbox/seed/seed-projects.ts';
import { findUsableKeySet } from '#sandbox/stores/key-set-store.ts';
import { ada, createTestSandbox, type Fields, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import type { Change } from './change';
import { fieldsOf } from './exchange';
import { changesOf, type Overlay, overTestSandbox } from './overlay';

interface ReleaseAnswer {
  readonly status: number;
  /** Code of a known error. */
  readonly known: string | null;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Fields;
  readonly items: readonly Fields[];
}

interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly project?: string;
  /** Added to the usual headers; an empty value takes one away. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReleaseScene {
  readonly sandbox: TestSandbox;
  readonly service: Overlay;
  call(
    access: AccessType,
    call: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`,
    options?: CallOptions,
  ): Promise<ReleaseAnswer>;
  /** Access token of a user of that project. */
  signIn(project?: string, account?: { readonly email: string; readonly password: string }): Promise<string>;
}

const keyHeaders = {
  client: ['x-stack-publishable-client-key', 'publishable_client_key'],
  server: ['x-stack-secret-server-key', 'secret_server_key'],
  admin: ['x-stack-super-secret-admin-key', 'super_secret_admin_key'],
} as const;

/** Starts a sandbox with its named users and lays a release over it. */
export async function releaseScene(release: string, changes: readonly Change[] = changesOf(release)): Promise<ReleaseScene> {
  const sandbox = await createTestSandbox();
  const service = overTestSandbox(sandbox, release, changes);
  const scene: ReleaseScene = {
    sandbox,
    service,
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
      const request = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await service.fetch(new Request(`http://localhost:8102/api/v1${path}`, request));
      const text = await response.text();
      const json = fieldsOf(text);
      const items = Array.isArray(json.items) ? json.items : [];
      return { status: response.status, known: response.headers.get('x-stack-known-error'), headers: response.headers, text, json, items };
    },
    async signIn(project = demoProjectId, account = ada) {
      const { json } = await scene.call('client', 'POST /auth/password/sign-in', { body: account, project });
      return String(json.access_token);
    },
  };
  return scene;
}
