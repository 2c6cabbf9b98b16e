/** Contact channel objects of the API (wire/endpoints 0). */
import type { ContactChannel } from '../../contract/service/models/models';
import type { ChannelRow } from './contact-channel-store';

export function toContactChannel(row: ChannelRow): ContactChannel {
  return {
    id: row.id,
    user_id: row.user_id,
    type: 'email',
    value: row.value,
    is_primary: row.is_primary === 1,
    is_verified: row.is_verified === 1,
    used_for_auth: row.used_for_auth === 1,
  };
}
