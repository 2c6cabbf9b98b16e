import { useEffect } from 'react';
import { countryOf, isCountryList, reviewCountries, seenCountriesKey } from '#contract/service/models/session-countries.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import { useScreenAccount } from '#data/scope.ts';
import { type SessionList, useOwnSessions } from '#data/sessions.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { countryName } from '#lib/intl/country.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { OutdatedMessage, ScreenMessage } from '#parts/screen-message.tsx';
import { SessionsList } from '#parts/sessions/sessions-list.tsx';
import { SessionsMap } from '#parts/sessions/sessions-map.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { SessionRowsSkeleton } from '#ui/data/session-row.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { useIsViewStateKnown, useViewState } from '#window/view-state.ts';

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
      <SessionsMap actor="account" sessions={list.items} />
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
