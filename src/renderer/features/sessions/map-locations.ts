import type { Session } from '../../../contract/service/models/models';
import type { MapLocation } from '../../ui/map/map-points';

/** Returns the sessions whose coordinates are known as locations of the map. */
export function mapLocations(sessions: readonly Session[], placeOf: (session: Session) => string): MapLocation[] {
  return sessions.flatMap((session) => {
    const { latitude, longitude } = session.last_used_at_end_user_ip_info ?? {};
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return [];
    return [{ latitude, longitude, label: placeOf(session), isCurrent: session.is_current_session }];
  });
}
