import { useState } from 'react';
import { Link } from 'react-router';
import type { SecretReference } from '#contract/service/models/secret.ts';
import type { ApiKey } from '#data/api-keys.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useTeam } from '#data/teams.ts';
import { useConnection } from '#data/topics.ts';
import { useUser } from '#data/users.ts';
import { useTeamName, useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DayCell } from '#parts/api-keys/key-columns.tsx';
import { textToType } from '#parts/api-keys/revoke-dialog.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { paths } from '#window/routes.ts';
import type { ApiKeyCheck } from '../data';
import { revokeLeakedKey } from '../data';
import styles from '../project-keys.module.css';
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

/** Whose key it is, with a link to their page. Named by the ID until the name is known. */
function KeyOwnerLink({ connectionId, apiKey }: { connectionId: string; apiKey: ApiKey }) {
  return apiKey.type === 'user' ? (
    <UserLink connectionId={connectionId} userId={apiKey.user_id} />
  ) : (
    <TeamLink connectionId={connectionId} teamId={apiKey.team_id} />
  );
}

function UserLink({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { data } = useUser(connectionId, userId);
  const nameOf = useUserName();
  return (
    <Link className={styles.owner} to={paths.user(connectionId, userId)}>
      <bdi>{data === undefined ? userId : nameOf(data)}</bdi>
    </Link>
  );
}

function TeamLink({ connectionId, teamId }: { connectionId: string; teamId: string }) {
  const { data } = useTeam(connectionId, teamId, true);
  const nameOf = useTeamName();
  return (
    <Link className={styles.owner} to={paths.team(connectionId, teamId)}>
      <bdi>{data === undefined ? teamId : nameOf(data)}</bdi>
    </Link>
  );
}

interface LeakedKeyProps {
  connectionId: string;
  secret: SecretReference;
  apiKey: ApiKey;
  onRevoked: () => Promise<void>;
}

/** Revokes a valid key because others may know it. The service notifies its owners. */
function LeakedKey({ connectionId, secret, apiKey, onRevoked }: LeakedKeyProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isAsking, setAsking] = useState(false);
  const blocked = useReadOnlyReason(connectionId);
  const environment = useConnection(connectionId)?.environment;
  const confirm = async () => {
    await revokeLeakedKey(connectionId, secret);
    show({ tone: 'good', title: 'key-check.leaked.done' });
    // The key is revoked, whatever another check says.
    await onRevoked().catch(() => undefined);
  };
  return (
    <Card>
      <CardRow>
        <div className={styles.leaked}>
          <p className={styles.name}>{t('key-check.leaked.title')}</p>
          <p className={styles.note}>{t('key-check.leaked.text')}</p>
        </div>
        <Button variant="danger" disabledReason={blocked} onClick={() => setAsking(true)}>
          {t('key-check.leaked.revoke')}
        </Button>
      </CardRow>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('key-check.leaked.question')}
        consequence={t('key-check.leaked.consequence')}
        confirmLabel={t('api-keys.revoke.confirm')}
        danger
        typeToConfirm={textToType(apiKey.description, apiKey.value.last_four)}
        environment={environment}
        onConfirm={confirm}
      />
    </Card>
  );
}
