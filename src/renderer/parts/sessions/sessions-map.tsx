import { type ComponentType, useEffect, useState } from 'react';
import type { Session } from '#contract/service/models/user-models.ts';
import type { UserOf } from '#data/users.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSessionPlace } from '#ui/data/session-row.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { MapLocation } from '#ui/map/map-points.ts';
import type { WorldMap } from '#ui/map/world-map.tsx';
import { type SessionTexts, sessionTexts } from './session-texts';
import styles from './sessions-map.module.css';

interface SessionsMapProps {
  /** Whose eyes see it: those of the account itself, or of a project admin. */
  actor: UserOf['actor'];
  sessions: readonly Session[];
}

/** The locations of the sessions on a map; nothing if no location is known. The list of sessions says the same as text. */
export function SessionsMap({ actor, sessions }: SessionsMapProps) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  const locations = mapLocations(sessions, placeOf);
  if (locations.length === 0) return null;
  const unlocated = sessions.length - locations.length;
  const texts = sessionTexts[actor];
  const text = unlocated > 0 ? t(texts.mapUnlocated, { count: unlocated }) : t(texts.mapText);
  return (
    <PageSection title={t('sessions.map')} text={text}>
      <Card className={styles.frame}>
        <LoadedMap label={texts.mapLabel} locations={locations} />
        <Legend others={texts.mapOthers} locations={locations} />
      </Card>
    </PageSection>
  );
}

function LoadedMap({ label, locations }: { label: SessionTexts['mapLabel']; locations: readonly MapLocation[] }) {
  const { t } = useMessages();
  const LazyMap = useWorldMap();
  const count = new Set(locations.map(({ label }) => label)).size;
  return <div className={styles.map}>{LazyMap && <LazyMap label={t(label, { count })} locations={locations} />}</div>;
}

function Legend({ others, locations }: { others: SessionTexts['mapOthers']; locations: readonly MapLocation[] }) {
  const { t } = useMessages();
  return (
    <ul className={styles.legend}>
      {locations.some(({ isCurrent }) => isCurrent) && <li className={styles.current}>{t('ui.session.current')}</li>}
      {locations.some(({ isCurrent }) => !isCurrent) && <li>{t(others)}</li>}
    </ul>
  );
}

/** Loads the map, which has its data in a separate script. */
function useWorldMap(): ComponentType<Parameters<typeof WorldMap>[0]> | undefined {
  const [loaded, setLoaded] = useState<{ readonly Map: typeof WorldMap }>();
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const module = await import('#ui/map/world-map.tsx');
      if (isMounted) setLoaded({ Map: module.WorldMap });
    };
    // Without the map, the screen is complete all the same.
    load().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, []);
  return loaded?.Map;
}

/** Returns the sessions whose coordinates are known as locations of the map. */
function mapLocations(sessions: readonly Session[], placeOf: (session: Session) => string): MapLocation[] {
  return sessions.flatMap((session) => {
    const { latitude, longitude } = session.last_used_at_end_user_ip_info ?? {};
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return [];
    return [{ latitude, longitude, label: placeOf(session), isCurrent: session.is_current_session }];
  });
}
