/** The end of a round through a provider: its redirects, and where errors go. */
import type { TrustConfig } from '#contract/trusted-urls.ts';
import { plainFailure } from '#sandbox/http/failures.ts';
import type { Change, Exchange, ServiceResponse } from '../change';
import { fieldsOf, formOf } from '../exchange';
import { isTrustedOn } from '../trusted-on';

const paths = [
  ['GET', 'query'],
  ['POST', 'body'],
] as const;
const path = '/auth/oauth/callback/{provider_id}';

function stateOf({ request }: Exchange, place: 'query' | 'body'): string {
  return (place === 'query' ? request.query : formOf(request.body)).state ?? '';
}

function withLocation(response: ServiceResponse, location: string): ServiceResponse {
  const headers = new Headers(response.headers);
  headers.set('location', location);
  return { ...response, headers };
}

/** Adds what this release sends besides errorCode, message and details; neither state nor code are there. */
function withError(address: string): string {
  const url = new URL(address);
  url.searchParams.set('error', 'server_error');
  url.searchParams.set('error_description', url.searchParams.get('message') ?? '');
  return url.href;
}

async function isTrusted({ ask, projectHeaders, release }: Exchange, projectId: string, address: string): Promise<boolean> {
  const response = await ask({ method: 'GET', path: '/internal/projects/current', headers: projectHeaders('admin', projectId) });
  const { config } = fieldsOf(response.body) as { readonly config: TrustConfig };
  return isTrustedOn(release, address, config);
}

const everyForm = (change: (method: string, place: 'query' | 'body') => Change) => paths.map(([method, place]) => change(method, place));

export const oauthCallbackChanges: readonly Change[] = [
  {
    // The sandbox sends errors to `error_redirect_uri`; naming the `redirect_uri` there has it do what this release does.
    source: 'wire/corrections 2.8.86: OAuth callback errors (about 2.8.82)',
    since: '2.8.82',
    method: 'GET',
    path: '/auth/oauth/authorize/{provider_id}',
    async respond(exchange) {
      const { request, forward, state } = exchange;
      const { redirect_uri: redirectUri = '', client_id: clientId = '', error_redirect_url: older, ...query } = request.query;
      const errorRedirectUri = query.error_redirect_uri ?? older ?? null;
      const [projectId = ''] = clientId.split('#');
      const goesToRedirect = exchange.keysOf(projectId) !== undefined && (await isTrusted(exchange, projectId, redirectUri));
      const target = goesToRedirect ? redirectUri : errorRedirectUri;
      const response = await forward({
        query: { ...query, redirect_uri: redirectUri, client_id: clientId, ...(target === null ? {} : { error_redirect_uri: target }) },
      });
      const inner = innerState(response);
      if (inner !== null) state.oauthRequests.set(inner, { redirectUri, errorRedirectUri });
      return response;
    },
  },
  ...everyForm((method, place) => ({
    source: 'wire/corrections 2.8.86: OAuth callback errors (about 2.8.82)',
    since: '2.8.82',
    method,
    path,
    async respond(exchange) {
      const response = await exchange.forward();
      const location = response.headers.get('location');
      const asked = exchange.state.oauthRequests.get(stateOf(exchange, place));
      if (location === null || asked === undefined || !new URL(location).searchParams.has('errorCode')) return response;
      const isAtRedirect = new URL(location).pathname === new URL(asked.redirectUri).pathname;
      return isAtRedirect ? withLocation(response, withError(location)) : response;
    },
  })),
  ...everyForm((method) => ({
    source: 'wire/newer 2.3, 2.8.17–2.8.29; wire/flows 5.4',
    since: '2.8.17',
    until: '2.8.30',
    method,
    path,
    async respond({ forward }) {
      const response = await forward();
      const location = response.headers.get('location');
      const code = location === null ? response.headers.get('x-stack-known-error') : new URL(location).searchParams.get('errorCode');
      if (code !== 'REDIRECT_URL_NOT_WHITELISTED') return response;
      throw plainFailure(400, 'Invalid redirect URI. You might have set the wrong redirect URI in the OAuth provider settings.');
    },
  })),
  ...everyForm((method) => ({
    source: 'wire/newer 1, 2.8.12: callback redirects with 303',
    since: '2.8.12',
    method,
    path,
    async respond({ forward }) {
      const response = await forward();
      return response.status === 307 ? { ...response, status: 303 } : response;
    },
  })),
];

/** The state that the provider brings back, out of the address of its page. */
function innerState({ headers }: ServiceResponse): string | null {
  const location = headers.get('location');
  return location === null ? null : new URL(location).searchParams.get('state');
}
