/** Authentication: headers, tokens and keys, in the service's order (wire/conventions 2.1 and 3). */
import type { AccessType } from '#contract/definitions.ts';
import type { KnownErrorCode } from '#contract/known-errors.ts';
import type { Caller, SandboxContext } from '../http/context';
import { insufficientAccess, knownError, plainFailure, tokenExpired } from '../http/failures';
import { ownedProjects } from '../projects/project-owners';
import { checkAccessToken } from '../sessions/access-tokens';
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
  const { store } = context;
  const projectId = headerOf(request, 'x-stack-project-id');
  const token = projectId === null ? null : await readAccessToken(context, request, projectId);
  const access = requestedAccess(request, projectId);
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
  if (status.state === 'expired') throw tokenExpired('ACCESS_TOKEN_EXPIRED', status.expiredAt);
  if (status.projectId !== projectId) {
    throw knownError(
      'INVALID_PROJECT_FOR_ACCESS_TOKEN',
      { expected_project_id: projectId, actual_project_id: status.projectId },
      { expected: projectId, actual: status.projectId },
    );
  }
  return status;
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
  if (key === null) throw knownError(missing);
  if (!isValidKey(context.store, projectId, access, key, context.clock.now())) {
    throw knownError(invalid, { project_id: projectId }, { projectId });
  }
}

/** Validates an admin token: the access token of an internal user who owns the project (wire/flows 15). */
async function requireOwner(context: SandboxContext, adminToken: string, projectId: string): Promise<void> {
  const { store } = context;
  const status = await checkAccessToken(context, adminToken);
  if (status.state === 'unparsable') throw knownError('UNPARSABLE_ADMIN_ACCESS_TOKEN');
  if (status.state === 'expired') throw tokenExpired('ADMIN_ACCESS_TOKEN_EXPIRED', status.expiredAt);
  if (status.projectId !== 'internal') throw knownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  const internal = findProject(store, 'internal');
  const owner = internal && findUser(store, internal.key, status.userId);
  if (owner === undefined) throw plainFailure(401, 'The user of the admin access token no longer exists.');
  if (!ownedProjects(owner).includes(projectId)) throw knownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
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
