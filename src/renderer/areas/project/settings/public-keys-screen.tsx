import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { service } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';

/** A public key as the service lists it (RFC 7517). */
type PublicKey = Readonly<Record<string, unknown>>;

/** The public keys that verify the access tokens of the project, for those who look for the key of a token. */
export function PublicKeysScreen() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const params = { project_id: useConnection(connectionId)?.projectId ?? '' };
  const { data, error, isFetching, refetch } = useQuery(service.projects.jwks.query({ actor: 'none', connectionId, params }));
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <ErrorState {...failure} />;
  if (data?.keys.length === 0) return <EmptyState icon={KeyRound} title={t('public-keys.none')} text={t('public-keys.none.text')} />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <PageSection title={t('public-keys.title')} text={t('public-keys.text')}>
        {data === undefined ? <LoadingKey /> : data.keys.map((key, at) => <KeyCard key={textOf(key.kid) ?? at} value={key} />)}
      </PageSection>
    </Page>
  );
}

function KeyCard({ value }: { value: PublicKey }) {
  const { t } = useMessages();
  const kid = textOf(value.kid);
  const kind = [value.kty, value.crv].flatMap((part) => textOf(part) ?? []).join(', ');
  return (
    <Card>
      {kid !== undefined && (
        <FactRow label={t('public-keys.id')}>
          <IdChip value={kid} />
        </FactRow>
      )}
      <FactRow label={t('public-keys.kind')}>{kind || t('public-keys.unknown')}</FactRow>
      <FactRow label={t('public-keys.algorithm')}>{textOf(value.alg) ?? t('public-keys.unknown')}</FactRow>
      <CardRow>
        <CopyTextButton size="sm" value={JSON.stringify(value, null, 2)}>
          {t('public-keys.copy')}
        </CopyTextButton>
      </CardRow>
    </Card>
  );
}

/** Returns a member of a key that is a text; undefined for one that is missing or something else. */
function textOf(member: unknown): string | undefined {
  return typeof member === 'string' && member !== '' ? member : undefined;
}

/** The heights of the rows of a key, in pixels. */
const heights = [24, 19, 20, 28];

/** Projects have one key, as a rule. */
function LoadingKey() {
  return (
    <Card>
      <LoadingStatus />
      {heights.map((height) => (
        <CardRow key={height}>
          <Skeleton height={height} />
        </CardRow>
      ))}
    </Card>
  );
}
