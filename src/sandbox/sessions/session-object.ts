/** Session objects of the API (wire/endpoints 0.6). */
import type { Session } from '../../contract/service/models/models';
import type { Caller } from '../server/context';
import type { SessionRow } from './session-store';

export function toSession(row: SessionRow, caller: Caller): Session {
  return {
    id: row.id,
    user_id: row.user_id,
    created_at: row.created_at,
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
    is_impersonation: row.is_impersonation === 1,
    is_current_session: row.id === caller.sessionId,
    ...(row.ip_info === null ? {} : { last_used_at_end_user_ip_info: JSON.parse(row.ip_info) }),
  };
}
