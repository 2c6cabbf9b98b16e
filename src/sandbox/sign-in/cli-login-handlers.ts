/** Handlers of CLI login: a device polls until a signed-in user passes it a refresh token (wire/endpoints 1.7, wire/flows 12). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import type { AcceptedInput, Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { reply, widerReply } from '../http/respond';
import { secretText } from '../random';
import type { Release } from '../releases/release';
import { issueAccessToken } from '../sessions/access-tokens';
import {
  type CliLogin,
  claimAnonymousToken,
  findCliLogin,
  insertCliLogin,
  markCliLoginUsed,
  storeRefreshToken,
} from '../stores/cli-login-store';
import type { Project } from '../stores/project-store';
import { findSessionOfToken, type SessionRow } from '../stores/session-store';
import { findUser } from '../stores/user-store';

/** Two hours (wire/limits 2). */
const loginTtlMillis = 2 * 3_600_000;
/** Two minutes, and at most 15, from the new name on (wire/hexclave 4.3). */
const shortTtlMillis = 2 * 60_000;
const maxShortTtlMillis = 15 * 60_000;
/** Milliseconds (ECMAScript, Time Values and Time Range). */
const earliestDate = -8.64e15;

const creation = z.strictObject({
  expires_in_millis: z.number().max(86_400_000).optional(),
  anon_refresh_token: z.string().optional(),
});
const completion = z.strictObject({
  login_code: z.string(),
  refresh_token: z.string().optional(),
  mode: z.enum(['check', 'claim-anon-session', 'complete']).optional(),
});
type Creation = z.output<typeof creation>;
type Completion = z.output<typeof completion>;

function creationInput(release: Release): AcceptedInput {
  if (!release.has('cli-modes')) return {};
  const body = release.has('short-cli-logins')
    ? creation.extend({ expires_in_millis: z.number().max(maxShortTtlMillis).optional() })
    : creation;
  return { client: { body: body.optional() }, server: { body: body.optional() } };
}

function completionInput(release: Release): AcceptedInput {
  return release.has('cli-modes') ? { client: { body: completion }, server: { body: completion } } : {};
}

/** Returns the session of a refresh token. Throws plain-text failures for an unknown or expired one, and one of another project. */
function requireSession({ store, clock }: SandboxContext, project: Project, token: string, invalid: string): SessionRow {
  const found = findSessionOfToken(store, token);
  if (found === undefined || found.expires_at <= clock.now()) throw plainFailure(400, invalid);
  if (found.project !== project.key) throw plainFailure(400, 'Refresh token does not belong to this project');
  return found;
}

function requireAnonymousToken(context: SandboxContext, project: Project, token: string): void {
  const found = findSessionOfToken(context.store, token);
  if (found === undefined) throw plainFailure(400, 'Invalid anon refresh token');
  if (found.project !== project.key) throw plainFailure(400, 'Anon refresh token does not belong to this project');
  if (found.expires_at <= context.clock.now()) throw plainFailure(400, 'The provided anon refresh token has expired');
  if (findUser(context.store, project.key, found.user_id)?.is_anonymous !== 1)
    throw plainFailure(400, 'The provided refresh token does not belong to an anonymous user');
}

/** Says whether the program has an anonymous user, or hands out its tokens once (wire/later 10). The login stays open. */
async function anonymousReply(context: SandboxContext, project: Project, login: CliLogin, mode: 'check' | 'claim-anon-session') {
  const { store } = context;
  const token = login.anonymous_token;
  const session = token === null ? undefined : findSessionOfToken(store, token);
  const user = session && findUser(store, project.key, session.user_id);
  const isAnonymous = user?.is_anonymous === 1;
  if (mode === 'check') return widerReply({ cli_session_state: isAnonymous ? 'anonymous' : 'none' });
  if (token === null || !isAnonymous) throw plainFailure(400, 'No anonymous session associated with this code');
  const { id, user: key } = requireSession(context, project, token, 'Anonymous session is no longer valid');
  if (!claimAnonymousToken(store, login)) throw plainFailure(400, 'No anonymous session associated with this code');
  const access_token = await issueAccessToken(context, project, { id, user: key, user_id: user.id });
  return widerReply({ access_token, refresh_token: token });
}

const createCliLogin: Handler<RowOf<'cli.create'>, Creation> = {
  ignoresQuery: true,
  accepts: creationInput,
  async run(call) {
    const { store, project, clock, random, release } = call;
    const body: Creation | undefined = call.body;
    const anonymousToken = body?.anon_refresh_token ?? null;
    if (anonymousToken !== null) requireAnonymousToken(call, project, anonymousToken);
    const codes = { polling_code: secretText(random), login_code: secretText(random) };
    // The service has no minimum, but a number can be earlier than any date.
    const expiresAt = new Date(
      Math.max(
        clock.now() + (body?.expires_in_millis ?? (release.has('short-cli-logins') ? shortTtlMillis : loginTtlMillis)),
        earliestDate,
      ),
    );
    insertCliLogin(store, { ...codes, project: project.key, expires_at: expiresAt.getTime(), anonymous_token: anonymousToken });
    return reply({ ...codes, expires_at: expiresAt.toISOString() });
  },
};

/** Stores the refresh token: up to 2.8.82 without validating it, and then in one of three modes. */
const completeCliLogin: Handler<RowOf<'cli.complete'>, Completion> = {
  ignoresQuery: true,
  accepts: completionInput,
  async run(call) {
    const { store, project, clock, release } = call;
    const body: Completion = call.body;
    const login = findCliLogin(store, 'login_code', body.login_code);
    if (login === undefined || login.expires_at <= clock.now() || login.refresh_token !== null) {
      throw plainFailure(400, 'Invalid login code or the code has expired');
    }
    if (login.project !== project.key) {
      throw plainFailure(400, 'Project ID mismatch; please ensure that you are using the correct app url.');
    }
    if (release.has('cli-modes') && body.mode !== undefined && body.mode !== 'complete')
      return anonymousReply(call, project, login, body.mode);
    if (body.refresh_token === undefined) throw plainFailure(400, "refresh_token is required when mode is 'complete'");
    if (release.has('cli-modes')) requireSession(call, project, body.refresh_token, 'Invalid refresh token');
    storeRefreshToken(store, login, body.refresh_token);
    return reply({ success: true as const });
  },
};

/** Returns the token exactly once, with 201. Expiry is checked before everything else. */
const pollCliLogin: Handler<RowOf<'cli.poll'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, body }) {
    const login = findCliLogin(store, 'polling_code', body.polling_code);
    if (login === undefined || login.project !== project.key) throw knownError('INVALID_POLLING_CODE');
    if (login.expires_at <= clock.now()) return reply({ status: 'expired' as const });
    if (login.refresh_token === null) return reply({ status: 'waiting' as const });
    if (!markCliLoginUsed(store, login, clock.now())) return reply({ status: 'used' as const });
    return reply({ status: 'success' as const, refresh_token: login.refresh_token }, 201);
  },
};

export const cliLoginHandlers: HandlersOf<'cli'> = {
  'cli.create': createCliLogin,
  'cli.complete': completeCliLogin,
  'cli.poll': pollCliLogin,
};
