/** What proves access to a project: publishable keys that are not needed, projects and branches that do not exist. */
import { knownError, plainFailure } from '#sandbox/http/failures.ts';
import type { Change, Exchange, ServiceResponse } from '../change';
import { formOf, projectOf } from '../exchange';
import { configValue } from '../state';

const keyHeader = 'x-stack-publishable-client-key';
const source = 'wire/newer 2.1, 2.8.71; wire/corrections 2.8.86: keys';

/** What a client without a publishable key sends as its OAuth secret. */
const publicClient = '__stack_public_client__';

function keyRequired(projectId: string) {
  return knownError('PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT', { project_id: projectId });
}

/** The key that the sandbox needs; throws where the project requires one. */
function hiddenKey({ keysOf, state }: Exchange, projectId: string): string | undefined {
  if (configValue(state, projectId, 'project.requirePublishableClientKey') === true) throw keyRequired(projectId);
  return keysOf(projectId)?.publishable_client_key;
}

async function isUnknownProject({ ask }: Exchange, projectId: string): Promise<boolean> {
  const keys = await ask({ method: 'GET', path: `/projects/${encodeURIComponent(projectId)}/.well-known/jwks.json` });
  return keys.status === 404;
}

const invalidKeys = /^INVALID_(PUBLISHABLE_CLIENT|SECRET_SERVER|SUPER_SECRET_ADMIN)_KEY$/;

/** Responds otherwise where the sandbox refuses a key because there is no such project. */
const unknownProject =
  (refuse: (projectId: string) => Error) =>
  async (exchange: Exchange): Promise<ServiceResponse> => {
    const response = await exchange.forward();
    const projectId = projectOf(exchange.request);
    const isRefused = invalidKeys.test(response.headers.get('x-stack-known-error') ?? '');
    if (isRefused && projectId !== '' && (await isUnknownProject(exchange, projectId))) throw refuse(projectId);
    return response;
  };

const unexpected = () => plainFailure(500, 'Something went wrong. Please make sure the data you entered is correct.');

/** OAuth requests with the secret of a client that has no key. */
const oauth = (method: string, path: string, place: 'query' | 'body'): Change => ({
  source,
  since: '2.8.71',
  method,
  path,
  async respond(exchange) {
    const { request, forward } = exchange;
    const sent = place === 'query' ? request.query : formOf(request.body);
    if (sent.client_secret !== publicClient) return forward();
    const [projectId = ''] = (sent.client_id ?? '').split('#');
    const replaced = { ...sent, client_secret: hiddenKey(exchange, projectId) ?? publicClient };
    return forward(place === 'query' ? { query: replaced } : { body: new URLSearchParams(replaced).toString() });
  },
});

export const credentialChanges: readonly Change[] = [
  {
    source: 'wire/newer 1, 2.8.12: BRANCH_DOES_NOT_EXIST; wire/corrections 2.8.86: branch',
    since: '2.8.12',
    async respond({ request, forward, release }) {
      const branch = request.headers['x-stack-branch-id'];
      if (branch === undefined || branch === 'main') return forward();
      if (release === '2.8.26') throw unexpected();
      throw knownError('BRANCH_DOES_NOT_EXIST', { branch_id: branch }, { branchId: branch });
    },
  },
  {
    source,
    since: '2.8.71',
    async respond(exchange) {
      const { request, forward } = exchange;
      const { headers } = request;
      const isKeyless = headers['x-stack-access-type'] === 'client' && !headers[keyHeader] && !headers['x-stack-admin-access-token'];
      const projectId = projectOf(request);
      if (!isKeyless || projectId === '') return forward();
      const key = hiddenKey(exchange, projectId);
      if (key !== undefined) return forward({ headers: { ...headers, [keyHeader]: key } });
      if (await isUnknownProject(exchange, projectId))
        throw knownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId }, { projectId });
      return forward();
    },
  },
  oauth('GET', '/auth/oauth/authorize/{provider_id}', 'query'),
  oauth('POST', '/auth/oauth/token', 'body'),
  {
    source: 'wire/corrections 2.8.26: unknown project id',
    since: '2.8.20',
    until: '2.8.27',
    respond: unknownProject(unexpected),
  },
  {
    source: 'wire/newer 2.1, 2.8.27: CURRENT_PROJECT_NOT_FOUND',
    since: '2.8.27',
    respond: unknownProject((projectId) => knownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId }, { projectId })),
  },
];
