/** The demo owner in project `internal`, for specs of what owners can do (wire/flows 15). */
import { signedIn } from '#contract/service/models/user-models.ts';
import { demoProjectId } from '../seed/seed-projects';
import { findUsableKeySet } from '../stores/key-set-store';
import { ada, type TestResponse, type TestSandbox } from './test-sandbox';

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
