/** CLI login: a device waits until somebody signed in hands it a refresh token (wire/endpoints 1.7, wire/flows 12). */
import type { RowOf } from '../../contract/service';
import { secretText } from '../random';
import type { Handler } from '../server/context';
import { known, plain } from '../server/failures';
import { reply } from '../server/respond';
import { completeCliLogin, findCliLogin, insertCliLogin, useCliLogin } from './cli-login-store';

/** Two hours (wire/limits 2). */
const loginMillis = 2 * 3_600_000;
/** Milliseconds (ECMAScript, Time Values and Time Range). */
const earliestDate = -8.64e15;

export const createCliLogin: Handler<RowOf<'cli.create'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, random, body }) {
    const codes = { polling_code: secretText(random), login_code: secretText(random) };
    // There is no minimum, but no date is as early as a number can be.
    const expiresAt = new Date(Math.max(clock.now() + (body?.expires_in_millis ?? loginMillis), earliestDate));
    insertCliLogin(store, { ...codes, project: project.key, expires_at: expiresAt.getTime() });
    return reply({ ...codes, expires_at: expiresAt.toISOString() });
  },
};

/** Stores the refresh token without checking it. */
export const completeCli: Handler<RowOf<'cli.complete'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, body }) {
    const login = findCliLogin(store, 'login_code', body.login_code);
    if (login === undefined || login.expires_at <= clock.now() || login.refresh_token !== null) {
      throw plain(400, 'Invalid login code or the code has expired');
    }
    if (login.project !== project.key) {
      throw plain(400, 'Project ID mismatch; please ensure that you are using the correct app url.');
    }
    completeCliLogin(store, login, body.refresh_token);
    return reply({ success: true as const });
  },
};

/** Answers the token exactly once, with 201; expiry comes before everything else. */
export const pollCli: Handler<RowOf<'cli.poll'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, body }) {
    const login = findCliLogin(store, 'polling_code', body.polling_code);
    if (login === undefined || login.project !== project.key) throw known('INVALID_POLLING_CODE');
    if (login.expires_at <= clock.now()) return reply({ status: 'expired' as const });
    if (login.refresh_token === null) return reply({ status: 'waiting' as const });
    if (!useCliLogin(store, login, clock.now())) return reply({ status: 'used' as const });
    return reply({ status: 'success' as const, refresh_token: login.refresh_token }, 201);
  },
};
