/** The OAuth token endpoint (endpoints 2.3). Its failures have three shapes (wire README 9.4). */
import { z } from 'zod';
import type { RowOf } from '../../contract/service';
import type { Handler } from '../context';
import { known, oauthFailure } from '../failures';
import { reply } from '../respond';
import { isValidKey } from '../store/key-sets';
import { findProject } from '../store/projects';
import { refreshSession } from './sessions';

/** Fields beyond the grant type are judged by the grant, not by the schema; unknown ones are ignored. */
const grant = z.looseObject({ grant_type: z.enum(['authorization_code', 'refresh_token']) });
type Grant = z.output<typeof grant>;

export const token: Handler<RowOf<'auth.token'>, Grant> = {
  ignoresQuery: true,
  headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  accepts: { client: { body: grant }, server: { body: grant } },
  async run(call) {
    const fields: Readonly<Record<string, unknown>> = call.body;
    const project = findProject(call.store, textOf(fields.client_id));
    const secret = textOf(fields.client_secret);
    if (project === undefined || !isValidKey(call.store, project.id, 'client', secret, call.clock.now())) {
      throw known('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null });
    }
    if (fields.grant_type === 'authorization_code') {
      required(fields, 'code');
      // No sign-in of this server hands out authorization codes, hence none is known.
      throw known('INVALID_AUTHORIZATION_CODE');
    }
    const refreshToken = required(fields, 'refresh_token');
    if (fields.scope !== undefined && fields.scope !== 'legacy') throw new Error('Only the scope "legacy" can be granted.');
    const access = await refreshSession(call, project, refreshToken);
    return reply({ access_token: access, token_type: 'Bearer', expires_in: 3599, scope: 'legacy' });
  },
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A field of printable ASCII; else `invalid_request` (RFC 6749, appendix A). */
function required(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null || value === '') throw oauthFailure('invalid_request', `Missing parameter: \`${name}\``);
  if (typeof value !== 'string' || !/^[\x20-\x7e]+$/.test(value)) {
    throw oauthFailure('invalid_request', `Invalid parameter: \`${name}\``);
  }
  return value;
}
