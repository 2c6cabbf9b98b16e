/** Authentication: headers, tokens and keys, in the service's order (wire/conventions 2.1 and 3). */
import type { AccessType } from '#contract/definitions.ts';
import type { KnownErrorCode } from '#contract/known-errors.ts';
import type { Store } from '../database/database';
import type { Caller, SandboxContext } from '../http/context';
import { currentProjectNotFound, insufficientAccess, knownError, plainFailure, serviceFault, tokenExpired } from '../http/failures';
import { requireNoPublishableKey } from '../oauth/oauth-clients';
import { ownedProjects } from '../projects/project-owners';
import type { Release } from '../releases/release';
import { accessTokenExpired, checkAccessToken } from '../sessions/access-tokens';
import { isValidKey } from '../stores/key-set-store';
import { findProject, type Project } from '../stores/project-store';
import { findUser } from '../stores/user-store';

const accessLevels = ['client', 'server', 'admin'] as const;

const keys = {
  client: {
    header: 'x-stack-publishable-client-key',
    missing: 'CLIENT_AUTHENTICATION_REQUIRED',
    invalid: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  },
  server: { header: 'x-stack-secret-server-key', missing: 'SERVER_AUTHENTICATION_REQUIRED', invalid: 'INVALID_SECRET_SERVER_KEY' },
  admin: { header: 'x-stack-super-secret-admin-key', missing: 'ADMIN_AUTHENTICATION_REQUIRED', invalid: 'INVALID_SUPER_SECRET_ADMIN_KEY' },
} as const satisfies Record<AccessType, { header: string; missing: KnownErrorCode; invalid: KnownErrorCode }>;

const adminTokenHeader = 'x-stack-admin-access-token';

/** Returns a header's value; an empty one counts as missing. */
export function headerOf(request: Request, name: string): string | null {
  return request.headers.get(name) || null;
}

/**
 * Returns the caller. Without an access type header it has no access, which public endpoints accept.
 *
 * Throws the codes of wire/conventions 2.1; an invalid access token is reported first.
 */
export async function identify(context: SandboxContext, request: Request): Promise<Caller> {
  const { store, release } = context;
  const projectId = headerOf(request, 'x-stack-project-id');
  // Later releases check the combination of headers before the token, and no token without an access type (wire/newer 1, 2.8.12).
  const isPublic = release.has('branches') && requestedAccess(request, projectId) === null;
  const token = projectId === null || isPublic ? null : await readAccessToken(context, request, projectId);
  const access = requestedAccess(request, projectId);
  requireMainBranch(release, request);
  if (access === null || projectId === null) return { access: null, project: null, user: null, sessionId: null };
  await requireCredentials(context, request, projectId, access);
  const project = token?.project ?? findProject(store, projectId);
  if (project === undefined) throw knownError('PROJECT_NOT_FOUND', { project_id: projectId }, { projectId });
  const user = token === null ? null : (findUser(store, project.key, token.userId) ?? null);
  return { access, project, user, sessionId: token?.sessionId ?? null };
}

async function readAccessToken(
  context: SandboxContext,
  request: Request,
  projectId: string,
): Promise<{ readonly project: Project; readonly userId: string; readonly sessionId: string } | null> {
  const text = headerOf(request, 'x-stack-access-token');
  if (text === null) return null;
  const status = await checkAccessToken(context, text);
  if (status.state === 'unparsable') throw knownError('UNPARSABLE_ACCESS_TOKEN');
  if (status.state === 'expired') throw accessTokenExpired(context.release, status);
  if (status.projectId !== projectId) {
    throw knownError(
      'INVALID_PROJECT_FOR_ACCESS_TOKEN',
      { expected_project_id: projectId, actual_project_id: status.projectId },
      { expected: projectId, actual: status.projectId },
    );
  }
  requireUnrestricted(request, status);
  return status;
}

/**
 * Refuses tokens of anonymous and restricted users without the header that accepts them. The token counts, not the user: it keeps
 * working after a restriction, and one of a restricted user is refused until it is refreshed (wire/newer 2.1, wire/later 1).
 */
function requireUnrestricted(request: Request, token: { readonly isAnonymous: boolean; readonly restrictedReason: string | null }): void {
  if (headerOf(request, 'x-stack-allow-anonymous-user') === 'true') return;
  if (token.isAnonymous) throw knownError('ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
  const type = token.restrictedReason;
  if (type === null || headerOf(request, 'x-stack-allow-restricted-user') === 'true') return;
  throw knownError('RESTRICTED_USER_NOT_ALLOWED', { restricted_reason: { type } }, { reason: type });
}

/**
 * Throws BRANCH_DOES_NOT_EXIST: there is one branch (wire/newer 1, 2.8.12). Where that is an unexpected error, an empty name is one too
 * (wire/conventions 2).
 */
function requireMainBranch(release: Release, request: Request): void {
  const branch = request.headers.get('x-stack-branch-id');
  if (branch === null || branch === 'main' || !release.has('branches')) return;
  if (release.has('branch-fault')) throw serviceFault(`There is no branch ${branch}.`);
  if (branch === '') return;
  throw knownError('BRANCH_DOES_NOT_EXIST', { branch_id: branch }, { branchId: branch });
}

function requestedAccess(request: Request, projectId: string | null): AccessType | null {
  const accessType = headerOf(request, 'x-stack-access-type');
  if (accessType === null) {
    const credentials = [...Object.values(keys).map(({ header }) => header), adminTokenHeader];
    if (credentials.some((name) => headerOf(request, name) !== null)) throw knownError('PROJECT_KEY_WITHOUT_ACCESS_TYPE');
    return null;
  }
  const access = accessLevels.find((step) => step === accessType);
  if (access === undefined) throw knownError('INVALID_ACCESS_TYPE', undefined, { accessType });
  if (projectId === null) throw knownError('ACCESS_TYPE_WITHOUT_PROJECT_ID', { request_type: access }, { accessType });
  return access;
}

async function requireCredentials(context: SandboxContext, request: Request, projectId: string, access: AccessType): Promise<void> {
  const adminToken = headerOf(request, adminTokenHeader);
  if (adminToken !== null) return requireOwner(context, adminToken, projectId);
  const { header, missing, invalid } = keys[access];
  const key = headerOf(request, header);
  if (key === null && access === 'client' && context.release.has('keyless-clients')) return requireKeyless(context.store, projectId);
  if (key === null) throw knownError(missing);
  if (isValidKey(context.store, projectId, access, key, context.clock.now())) return;
  if (findProject(context.store, projectId) === undefined) {
    if (context.release.has('unknown-project-fault')) throw serviceFault(`There is no project ${projectId}.`);
    if (context.release.has('unknown-project-error')) throw currentProjectNotFound(projectId);
  }
  throw knownError(invalid, { project_id: projectId }, { projectId });
}

/** Requires that the project needs no publishable key (wire/newer 2.1, 2.8.71). */
function requireKeyless(store: Store, projectId: string): void {
  const project = findProject(store, projectId);
  if (project === undefined) throw currentProjectNotFound(projectId);
  requireNoPublishableKey(project);
}

/** Validates an admin token: the access token of an internal user who owns the project (wire/flows 15). */
async function requireOwner(context: SandboxContext, adminToken: string, projectId: string): Promise<void> {
  const { store } = context;
  const status = await checkAccessToken(context, adminToken);
  if (status.state === 'unparsable') throw knownError('UNPARSABLE_ADMIN_ACCESS_TOKEN');
  if (status.state === 'expired') throw tokenExpired('ADMIN_ACCESS_TOKEN_EXPIRED', status.expiredAt);
  if (status.projectId !== 'internal') throw knownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  // No header accepts those of anonymous and restricted users here (wire/later 1).
  if (status.isAnonymous || status.restrictedReason !== null) throw knownError('UNPARSABLE_ADMIN_ACCESS_TOKEN');
  const internal = findProject(store, 'internal');
  const owner = internal && findUser(store, internal.key, status.userId);
  if (owner === undefined) throw plainFailure(401, 'The user of the admin access token no longer exists.');
  if (!ownedProjects(context, owner).includes(projectId)) throw knownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  if (findProject(store, projectId) === undefined) throw knownError('INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN');
}

/** Returns the caller's project if the access type is sufficient. Public endpoints require none. */
export function requireAccess(caller: Caller, lowest: AccessType | 'public'): Project | null {
  if (lowest === 'public') return null;
  if (caller.access === null) throw knownError('ACCESS_TYPE_REQUIRED');
  const allowed = accessLevels.slice(accessLevels.indexOf(lowest));
  if (!allowed.includes(caller.access)) throw insufficientAccess(caller.access, allowed);
  return caller.project;
}
