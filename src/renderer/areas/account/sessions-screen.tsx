import { type ComponentType, useEffect, useState } from 'react';
import { countryOf, isCountryList, reviewCountries, seenCountriesKey } from '#contract/service/models/session-countries.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import { useScreenAccount } from '#data/scope.ts';
import { type SessionList, useOwnSessions } from '#data/sessions.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { countryName } from '#lib/intl/country.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { SessionsList } from '#parts/sessions/sessions-list.tsx';
import { OutdatedMessage } from '#parts/status/outdated-message.tsx';
import { ScreenMessage } from '#parts/status/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { SessionRowsSkeleton, useSessionPlace } from '#ui/data/session-row.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import type { MapLocation } from '#ui/map/map-points.ts';
import type { WorldMap } from '#ui/map/world-map.tsx';
import { useIsViewStateKnown, useViewState } from '#window/view-state.ts';
import styles from './sessions-map.module.css';

interface OwnSessionsProps {
  connectionId: string;
  accountId: string;
}

/** The sessions of the current account, which can be revoked. */
export function SessionsScreen() {
  const account = useScreenAccount();
  return <OwnSessions key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function OwnSessions({ connectionId, accountId }: OwnSessionsProps) {
  const { data, error, isFetching, refetch } = useOwnSessions(connectionId, accountId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined) return failure ? <AccountError connectionId={connectionId} {...failure} /> : <LoadingSessions />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <LoadedSessions connectionId={connectionId} accountId={accountId} list={data} />
    </Page>
  );
}

function LoadedSessions({ connectionId, accountId, list }: OwnSessionsProps & { list: SessionList }) {
  const { t } = useMessages();
  const newCountries = useNewCountries(accountId, list.items);
  return (
    <>
      <NewCountriesMessage {...newCountries} />
      <SessionsList
        of={{ actor: 'account', connectionId, accountId }}
        list={list}
        badgeOf={(session) =>
          newCountries.codes.includes(countryOf(session) ?? '') && <Badge tone="warn">{t('sessions.new-country')}</Badge>
        }
      />
      <SessionsMap sessions={list.items} />
    </>
  );
}

function LoadingSessions() {
  const { t } = useMessages();
  return (
    <Page>
      <PageSection title={t('sessions.title')} text={t('sessions.text')} action={<Skeleton width={182} height={32} />}>
        <Card>
          <SessionRowsSkeleton />
        </Card>
      </PageSection>
    </Page>
  );
}

/** Points out countries that have sessions for the first time, in the status bar. */
function NewCountriesMessage({ codes, dismiss }: NewCountries) {
  const { t, locale } = useMessages();
  if (codes.length === 0) return null;
  const names = codes.flatMap((code) => countryName(code, locale) ?? []);
  const title = t('sessions.new-countries.title', { count: codes.length, countries: formatNames(names, locale) });
  const action = (
    <Button size="sm" onClick={dismiss}>
      {t('ui.dismiss')}
    </Button>
  );
  return <ScreenMessage tone="warn" title={title} text={t('sessions.new-countries.text')} action={action} />;
}

interface NewCountries {
  /** Codes of the countries that this computer hasn't seen before. */
  readonly codes: readonly string[];
  /** Remembers them, so that they aren't pointed out again. */
  readonly dismiss: () => void;
}

/** Returns the countries of an account's sessions that are new on this computer, and remembers the others. */
function useNewCountries(accountId: string, sessions: readonly Session[]): NewCountries {
  const isKnown = useIsViewStateKnown();
  const [seen, remember] = useViewState<string[] | null>(seenCountriesKey(accountId), null, isCountryList);
  const { unseen, remembered } = reviewCountries(seen, sessions);
  const isStored = seen !== null && seen.length === remembered.length;
  useEffect(() => {
    if (isKnown && !isStored) remember([...remembered]);
  });
  return { codes: isKnown ? unseen : [], dismiss: () => remember([...remembered, ...unseen]) };
}

/** The locations of the sessions on a map; nothing if no location is known. The list of sessions says the same as text. */
function SessionsMap({ sessions }: { sessions: readonly Session[] }) {
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
