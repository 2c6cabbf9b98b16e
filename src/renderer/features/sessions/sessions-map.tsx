import { type ComponentType, useEffect, useState } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { useSessionPlace } from '../../ui/data/session-row';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import type { MapLocation } from '../../ui/map/map-points';
import type { WorldMap } from '../../ui/map/world-map';
import { mapLocations } from './map-locations';
import styles from './sessions-map.module.css';

/** The locations of the sessions on a map; nothing if no location is known. The list of sessions says the same as text. */
export function SessionsMap({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  const locations = mapLocations(sessions, placeOf);
  if (locations.length === 0) return null;
  const unlocated = sessions.length - locations.length;
  const text = unlocated > 0 ? t('sessions.map.unlocated', { count: unlocated }) : t('sessions.map.text');
  return (
    <PageSection title={t('sessions.map')} text={text}>
      <Card className={styles.frame}>
        <LoadedMap locations={locations} />
        <Legend locations={locations} />
      </Card>
    </PageSection>
  );
}

function LoadedMap({ locations }: { locations: readonly MapLocation[] }) {
  const { t } = useMessages();
  const LazyMap = useWorldMap();
  const count = new Set(locations.map(({ label }) => label)).size;
  return <div className={styles.map}>{LazyMap && <LazyMap label={t('sessions.map.label', { count })} locations={locations} />}</div>;
}

function Legend({ locations }: { locations: readonly MapLocation[] }) {
  const { t } = useMessages();
  return (
    <ul className={styles.legend}>
      {locations.some(({ isCurrent }) => isCurrent) && <li className={styles.current}>{t('ui.session.current')}</li>}
      {locations.some(({ isCurrent }) => !isCurrent) && <li>{t('sessions.map.others')}</li>}
    </ul>
  );
}

/** Loads the map, which has its data in a script of its own. */
function useWorldMap(): ComponentType<Parameters<typeof WorldMap>[0]> | undefined {
  const [loaded, setLoaded] = useState<{ readonly Map: typeof WorldMap }>();
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const module = await import('../../ui/map/world-map');
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
