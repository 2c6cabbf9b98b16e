/** Endpoints of sessions: refresh, list, create, revoke (wire/endpoints 1.6, wire/flows 1.3 and 13). */
import { z } from 'zod';
import { catalog, type RowOf } from '#contract/service/index.ts';
import { userIdOrMe } from '#contract/service/models/fields.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import type { Caller, Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, plainFailure, serviceFault, tokenExpired, userIdDoesNotExist } from '../http/failures';
import { reply } from '../http/respond';
import type { Release } from '../releases/release';
import type { Project } from '../stores/project-store';
import {
  deleteSession,
  findOrphanedSession,
  findSession,
  findSessionByToken,
  type SessionRow,
  sessionsOfUser,
} from '../stores/session-store';
import { findUser } from '../stores/user-store';
import { issueAccessToken, issueOrphanedToken, startSession } from './access-tokens';

const ofUser = z.strictObject({ user_id: userIdOrMe });
const refreshHeader = 'x-stack-refresh-token';
const withRefreshToken = { headers: z.object({ [refreshHeader]: z.string() }) };

/** Issues an access token for a refresh token, which isn't rotated. Throws REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED. */
export function refreshSession(context: SandboxContext, project: Project, refreshToken: string): Promise<string> {
  const { store, clock, release } = context;
  const found = findSessionByToken(store, project.key, refreshToken);
  const orphaned =
    found === undefined && release.has('deleted-users-refresh') ? findOrphanedSession(store, project.key, refreshToken) : undefined;
  if (orphaned !== undefined && orphaned.expires_at > clock.now()) return issueOrphanedToken(context, project, orphaned);
  if (found === undefined || found.expires_at <= context.clock.now()) throw knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  return issueAccessToken(context, project, found);
}

const refresh: Handler<RowOf<'auth.refresh'>> = {
  ignoresQuery: true,
  accepts: { client: withRefreshToken, server: withRefreshToken },
  async run(call) {
    return reply({ access_token: await refreshSession(call, call.project, call.header(refreshHeader) ?? '') });
  },
};

/** Ends the session of the request's access token. */
const signOut: Handler<RowOf<'auth.signOut'>> = {
  ignoresQuery: true,
  async run({ caller, store, project, release }) {
    if (caller.sessionId === null) throw tokenExpired('ACCESS_TOKEN_EXPIRED', null);
    if (!deleteSession(store, project.key, caller.sessionId)) {
      if (release.has('sign-out-fault')) throw serviceFault('The session was revoked.');
      throw knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    }
    return reply({ success: true as const });
  },
};

/** Creates a session for any user, also for impersonation. A negative lifetime creates an expired one (wire/flows 14). */
const createSession: Handler<RowOf<'auth.createSession'>> = {
  ignoresQuery: true,
  accepts: { server: { body: catalog.auth.createSession.actors.project.body.extend({ user_id: userIdOrMe }) } },
  async run(call) {
    const { project, store, body } = call;
    const user = findUser(store, project.key, body.user_id);
    if (user === undefined) throw userIdDoesNotExist(body.user_id);
    const { refresh_token, access_token } = await startSession(call, project, user, {
      ttlMillis: body.expires_in_millis,
      isImpersonation: body.is_impersonation,
    });
    return reply({ refresh_token, access_token });
  },
};

/** Lists a user's sessions, newest first, including expired ones. Only admin access sees impersonation. */
const listSessions: Handler<RowOf<'auth.sessions'>> = {
  accepts: { server: { query: ofUser } },
  async run({ caller, store, project, query, release }) {
    if (caller.access === 'client') {
      if (caller.user === null) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
      if (caller.user.id !== query.user_id.toLowerCase()) throw plainFailure(403, 'Client can only list sessions for their own user.');
    }
    const all = sessionsOfUser(store, project.key, query.user_id);
    // The service responds with 500 (wire/endpoints 1.6).
    if (all.length === 0 && !release.has('empty-session-lists')) throw serviceFault('The user has no sessions.');
    const shown = all.filter((row) => caller.access === 'admin' || row.is_impersonation === 0);
    return reply({ items: shown.map((row) => toSession(row, caller, release)), is_paginated: false as const });
  },
};

/** Revokes a session. Clients can revoke their own ones except the current one. */
const revokeSession: Handler<RowOf<'auth.revokeSession'>> = {
  accepts: { server: { query: ofUser } },
  async run({ caller, store, project, params }) {
    const found = findSession(store, project.key, params.id);
    const foreign = caller.access === 'client' && found?.user !== caller.user?.key;
    if (found === undefined || foreign) throw plainFailure(404, 'Session not found.');
    if (found.id === caller.sessionId) throw knownError('CANNOT_DELETE_CURRENT_SESSION');
    deleteSession(store, project.key, found.id);
    return reply({ success: true as const });
  },
};

/** Session objects of the API (wire/endpoints 0.6). */
function toSession(row: SessionRow, caller: Caller, release: Release): Session & { readonly agent_name?: null } {
  return {
    id: row.id,
    user_id: row.user_id,
    created_at: row.created_at,
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
    is_impersonation: row.is_impersonation === 1,
    is_current_session: row.id === caller.sessionId,
    ...(row.ip_info === null ? {} : { last_used_at_end_user_ip_info: JSON.parse(row.ip_info) }),
    ...(release.has('session-agents') ? { agent_name: null } : {}),
  };
}

/** Handlers of sessions. */
export const sessionHandlers = {
  'auth.refresh': refresh,
  'auth.signOut': signOut,
  'auth.createSession': createSession,
  'auth.sessions': listSessions,
  'auth.revokeSession': revokeSession,
} satisfies Partial<HandlersOf<'auth'>>;
