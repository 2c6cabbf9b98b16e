import { countryOf } from '../../../contract/service/models/session-countries';
import { AccountError } from '../../blocks/account/account-state';
import { useScreenAccount } from '../../blocks/account/screen-account';
import { SessionsList } from '../../blocks/sessions/sessions-list';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { type SessionList, useOwnSessions } from '../../queries/sessions';
import { Badge } from '../../ui/data/badge';
import { SessionRowsSkeleton } from '../../ui/data/session-row';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import { NewCountriesMessage } from './new-countries-message';
import { SessionsMap } from './sessions-map';
import { useNewCountries } from './use-new-countries';

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
