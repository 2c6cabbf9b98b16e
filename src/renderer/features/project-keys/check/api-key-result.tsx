import { DayCell } from '../../../blocks/api-keys/key-cells';
import { useMessages } from '../../../lib/use-messages';
import type { ApiKey } from '../../../queries/api-keys';
import type { ApiKeyCheck } from '../../../queries/project/check-api-key';
import { useConnection } from '../../../stores/connections';
import { Badge, type Tone } from '../../../ui/data/badge';
import { Definition, DefinitionList } from '../../../ui/data/definition-list';
import { Callout } from '../../../ui/feedback/callout';
import { Card, CardRow } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import { KeyOwnerLink } from './key-owner-link';
import { LeakedKey } from './leaked-key';
import type { CheckedApiKey } from './use-key-check';

interface ApiKeyResultProps {
  connectionId: string;
  result: CheckedApiKey;
  /** Called after the key was revoked. */
  onRevoked: () => Promise<void>;
}

/** What the service says about the API key of a user or team. */
export function ApiKeyResult({ connectionId, result: { secret, check }, onRevoked }: ApiKeyResultProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  if (check.outcome === 'not-found') {
    return (
      <Callout tone="neutral" title={t('key-check.not-found')}>
        {t('key-check.not-found.text')}
      </Callout>
    );
  }
  const canRevoke = check.outcome === 'valid' && !check.key.is_public && connection?.features?.['credential-scanning'] === true;
  const title = secret.last_four === undefined ? t('key-check.result.unnamed') : t('key-check.result', { lastFour: secret.last_four });
  return (
    <>
      <PageSection title={title}>
        <Card>
          <CardRow>
            <Facts connectionId={connectionId} check={check} />
          </CardRow>
        </Card>
      </PageSection>
      {canRevoke && <LeakedKey connectionId={connectionId} secret={secret} apiKey={check.key} onRevoked={onRevoked} />}
    </>
  );
}

type Found = Exclude<ApiKeyCheck, { outcome: 'not-found' }>;

const tones: Readonly<Record<Found['outcome'], Tone>> = { valid: 'good', expired: 'neutral', revoked: 'bad' };

function Facts({ connectionId, check }: { connectionId: string; check: Found }) {
  const { t, locale } = useMessages();
  const owner = check.outcome === 'valid' ? check.key.type : check.owner;
  const { key } = check;
  return (
    <DefinitionList>
      <Definition label={t('api-keys.column.status')}>
        <span role="status">
          <Badge tone={tones[check.outcome]}>{t(`api-keys.status.${check.outcome}`)}</Badge>
        </span>
      </Definition>
      <Definition label={t('key-check.type')}>{t(typeText(owner, key))}</Definition>
      <Definition label={t('key-check.owner')}>
        {key === null ? t('key-check.owner.unknown') : <KeyOwnerLink connectionId={connectionId} apiKey={key} />}
      </Definition>
      {key !== null && (
        <>
          <Definition label={t('api-keys.description')}>
            <bdi>{key.description}</bdi>
          </Definition>
          <Definition label={t('api-keys.column.created')}>
            <DayCell millis={key.created_at_millis} locale={locale} />
          </Definition>
          <Definition label={t('api-keys.column.expires')}>
            {key.expires_at_millis === undefined ? t('api-keys.expires.never') : <DayCell millis={key.expires_at_millis} locale={locale} />}
          </Definition>
        </>
      )}
    </DefinitionList>
  );
}

function typeText(owner: 'user' | 'team', key: ApiKey | null) {
  if (key?.is_public) return owner === 'user' ? 'key-check.type.public-user' : 'key-check.type.public-team';
  return owner === 'user' ? 'key-check.type.user' : 'key-check.type.team';
}
