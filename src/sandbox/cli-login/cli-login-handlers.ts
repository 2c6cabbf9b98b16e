/** Handlers of CLI login: a device polls until a signed-in user passes it a refresh token (wire/endpoints 1.7, wire/flows 12). */
import type { RowOf } from '#contract/service/index.ts';
import type { Handler } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import type { HandlersOf } from '../http/handler-types';
import { reply } from '../http/respond';
import { secretText } from '../random';
import { findCliLogin, insertCliLogin, markCliLoginUsed, storeRefreshToken } from '../stores/cli-login-store';

/** Two hours (wire/limits 2). */
const loginTtlMillis = 2 * 3_600_000;
/** Milliseconds (ECMAScript, Time Values and Time Range). */
const earliestDate = -8.64e15;

const createCliLogin: Handler<RowOf<'cli.create'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, random, body }) {
    const codes = { polling_code: secretText(random), login_code: secretText(random) };
    // The service has no minimum, but a number can be earlier than any date.
    const expiresAt = new Date(Math.max(clock.now() + (body?.expires_in_millis ?? loginTtlMillis), earliestDate));
    insertCliLogin(store, { ...codes, project: project.key, expires_at: expiresAt.getTime() });
    return reply({ ...codes, expires_at: expiresAt.toISOString() });
  },
};

/** Stores the refresh token without validating it. */
const completeCliLogin: Handler<RowOf<'cli.complete'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, body }) {
    const login = findCliLogin(store, 'login_code', body.login_code);
    if (login === undefined || login.expires_at <= clock.now() || login.refresh_token !== null) {
      throw plainFailure(400, 'Invalid login code or the code has expired');
    }
    if (login.project !== project.key) {
      throw plainFailure(400, 'Project ID mismatch; please ensure that you are using the correct app url.');
    }
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
