/** All steps of a sign-in through a provider over real HTTP, as in a browser and an application. */
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { clientUser } from '#contract/service/models/user-models.ts';
import { type Running, startSandbox } from '#sandbox/start.ts';
import { allow, createBrowser } from '../support/service/provider-browser';

let sandbox: Running;
beforeAll(async () => {
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    seed: { kind: 'demo', users: 10 },
    keys: { internal: {}, demo: {} },
    onNotice: () => {},
  });
});
afterAll(() => sandbox.close());

const application = 'http://127.0.0.1:49152/signed-in?window=1';
const next = 'http://localhost:49152/next';
const insecure = { [allowInsecureRequests]: true } as const;

interface Round {
  readonly origin: string;
  readonly provider: string;
  readonly email: string;
  readonly more?: Record<string, string>;
}

const clientOf = () => ({ client_id: sandbox.projects.demo.project_id });
const serverAt = (origin: string) => ({ issuer: origin, token_endpoint: `${origin}/api/v1/auth/oauth/token` });

async function authorizeAddress(origin: string, change: Record<string, string> = {}, provider = 'github'): Promise<string> {
  const query = new URLSearchParams({
    ...clientOf(),
    client_secret: sandbox.projects.demo.publishable_client_key,
    redirect_uri: application,
    scope: 'legacy',
    state: 'state',
    grant_type: 'authorization_code',
    code_challenge: await calculatePKCECodeChallenge(generateRandomCodeVerifier()),
    code_challenge_method: 'S256',
    response_type: 'code',
    ...change,
  });
  return `${origin}/api/v1/auth/oauth/authorize/${provider}?${query}`;
}

/** Goes from the authorize endpoint to the redirect URL. Returns it with the data that the application stores. */
async function walk({ origin, provider, email, more = {} }: Round) {
  const browse = createBrowser();
  const codeVerifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const change = { state, code_challenge: await calculatePKCECodeChallenge(codeVerifier), ...more };
  const authorize = await browse(await authorizeAddress(origin, change, provider));
  expect(authorize.status).toBe(307);
  const consent = new URL(authorize.headers.get('location') ?? '');
  expect(consent.origin).toBe(origin);
  const answer = await allow(browse, consent, email);
  return { answer, address: new URL(answer.headers.get('location') ?? 'about:blank'), codeVerifier, state };
}

/** Exchanges the code like a library that doesn't know this service. */
async function exchange(origin: string, { address, codeVerifier, state }: Awaited<ReturnType<typeof walk>>, isSecretSent = true) {
  const [server, client] = [serverAt(origin), clientOf()];
  const parameters = validateAuthResponse(server, client, address, state);
  const proof = isSecretSent ? ClientSecretPost(sandbox.projects.demo.publishable_client_key) : None();
  const response = await authorizationCodeGrantRequest(server, client, proof, parameters, application, codeVerifier, insecure);
  return processAuthorizationCodeResponse(server, client, response);
}

async function readMe(origin: string, token: string) {
  const headers = {
    'x-stack-project-id': sandbox.projects.demo.project_id,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': sandbox.projects.demo.publishable_client_key,
    'x-stack-access-token': token,
  };
  return clientUser.parse(await (await fetch(`${origin}/api/v1/users/me`, { headers })).json());
}

const origins = () => [sandbox.url, sandbox.url.replace('127.0.0.1', 'localhost')];

describe('a sign-in through a provider', () => {
  test.each(['github', 'gitlab', 'apple'])('with %s ends in a session, on both names of this machine', async (provider) => {
    for (const [index, origin] of origins().entries()) {
      const round = await walk({ origin, provider, email: `${provider}@stranger.example`, more: { after_callback_redirect_url: next } });
      expect(round.answer.status).toBe(303);
      expect(round.address.href).toContain('http://127.0.0.1:49152/signed-in?window=1&');
      const tokens = await exchange(origin, round);
      expect(tokens).toMatchObject({
        token_type: 'bearer',
        scope: 'legacy',
        is_new_user: index === 0,
        after_callback_redirect_url: next,
      });
      expect(await readMe(origin, tokens.access_token)).toMatchObject({ primary_email: `${provider}@stranger.example` });
    }
  });

  test('needs no client secret, and its session refreshes', async () => {
    const origin = sandbox.url;
    const tokens = await exchange(origin, await walk({ origin, provider: 'google', email: 'refresh@stranger.example' }), false);
    const [server, client] = [serverAt(origin), clientOf()];
    const proof = ClientSecretPost(sandbox.projects.demo.publishable_client_key);
    const response = await refreshTokenGrantRequest(server, client, proof, tokens.refresh_token ?? '', insecure);
    const refreshed = await processRefreshTokenResponse(server, client, response);
    expect(refreshed.refresh_token).toBeUndefined();
    expect(await readMe(origin, refreshed.access_token)).toMatchObject({ primary_email: 'refresh@stranger.example' });
  });

  test('that is connected returns a token of the provider, which works there', async () => {
    const origin = sandbox.url;
    const own = await exchange(origin, await walk({ origin, provider: 'github', email: 'link@stranger.example' }));
    const more = { type: 'link', token: own.access_token, provider_scope: 'read_api' };
    const linked = await exchange(origin, await walk({ origin, provider: 'gitlab', email: 'other@stranger.example', more }));
    const user = await readMe(origin, linked.access_token);
    expect(user).toMatchObject({ primary_email: 'link@stranger.example', oauth_providers: [{ id: 'github' }, { id: 'gitlab' }] });
    const response = await fetch(`${origin}/api/v1/connected-accounts/${user.id}/gitlab/access-token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-project-id': sandbox.projects.demo.project_id,
        'x-stack-access-type': 'server',
        'x-stack-secret-server-key': sandbox.projects.demo.secret_server_key,
      },
      body: JSON.stringify({ scope: 'read_api' }),
    });
    expect(response.status).toBe(201);
    const { access_token } = z.object({ access_token: z.string() }).parse(await response.json());
    const person = await fetch(`${origin}/sandbox/idp/gitlab/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
    expect(await person.json()).toMatchObject({ email: 'other@stranger.example', email_verified: true });
  });

  test('started on one name of this machine can’t be completed on the other', async () => {
    const [origin = '', other = ''] = origins();
    const browse = createBrowser();
    const begun = await browse(await authorizeAddress(origin));
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
    const finish = (at: string) => browse(`${at}/api/v1/auth/oauth/callback/github?state=${state}&error=access_denied`);
    expect(await (await finish(other)).text()).toContain('Inner OAuth cookie not found.');
    const refused = new URL((await finish(origin)).headers.get('location') ?? '');
    expect([refused.origin, refused.searchParams.get('errorCode')]).toEqual([new URL(application).origin, 'OAUTH_PROVIDER_ACCESS_DENIED']);
  });

  test('is also rejected for the library when the code is used again', async () => {
    const origin = sandbox.url;
    const round = await walk({ origin, provider: 'github', email: 'twice@stranger.example' });
    await exchange(origin, round);
    await expect(exchange(origin, round)).rejects.toThrow();
  });
});
