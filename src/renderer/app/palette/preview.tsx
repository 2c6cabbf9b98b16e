import { useMemo } from 'react';
import { formatValue, type MetadataField } from '#contract/query/metadata-path.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { formatNames, mediumDate, relativeTime } from '#lib/intl/format.ts';
import { teamName, userName } from '#lib/rules/names.ts';
import { providerName, signInMethods } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import styles from './palette.module.css';
import type { PaletteEntry, PaletteItem } from './palette-entry';

/** What is known of the selected user or team. */
export function Preview({ entry, onOpen }: { entry: PaletteEntry | undefined; onOpen: (entry: PaletteEntry) => void }) {
  const { t } = useMessages();
  const { user, team } = entry?.item ?? {};
  const shown = user ?? team;
  return (
    <aside className={styles.preview} aria-label={t('shell.palette.preview')}>
      {entry?.item && shown !== undefined && (
        <>
          {user !== undefined && <UserPreview user={user} />}
          {team !== undefined && <TeamPreview item={entry.item} />}
          <div className={styles.previewActions}>
            <Button variant="primary" onClick={() => onOpen(entry)}>
              {t(user === undefined ? 'shell.palette.open-team' : 'shell.palette.open-user')}
            </Button>
            <CopyTextButton value={shown.id}>{t('shell.palette.copy-id')}</CopyTextButton>
          </div>
        </>
      )}
    </aside>
  );
}

function UserPreview({ user }: { user: ServerUser }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const now = useNow();
  const methods = signInMethods(user).map((method) => ('key' in method ? t(method.key) : providerName(method.provider)));
  const metadata = useMemo(() => firstValues(user), [user]);
  return (
    <>
      <div className={styles.previewHead}>
        <Avatar id={user.id} name={user.display_name} email={user.primary_email} imageUrl={user.profile_image_url} size={40} />
        <span className={styles.previewName}>
          <strong>{userName(messages, user)}</strong>
          {user.primary_email !== null && user.display_name !== null && <span>{user.primary_email}</span>}
        </span>
      </div>
      <div className={styles.badges}>
        {user.primary_email !== null && (
          <Badge tone={user.primary_email_verified ? 'good' : 'warn'}>
            {t(user.primary_email_verified ? 'shell.palette.verified' : 'users.unverified')}
          </Badge>
        )}
        {user.requires_totp_mfa && <Badge>{t('shell.palette.two-factor')}</Badge>}
        {user.is_restricted && <Badge tone="warn">{t('shell.palette.restricted')}</Badge>}
      </div>
      <dl className={styles.facts}>
        <Fact label={t('users.column.id')} value={user.id} isCode />
        <Fact label={t('users.column.active')} value={relativeTime(user.last_active_at_millis, now, locale)} />
        <Fact label={t('users.column.signed-up')} value={mediumDate(user.signed_up_at_millis, locale)} />
        <Fact label={t('users.column.methods')} value={methods.length === 0 ? '–' : formatNames(methods, locale)} />
        {metadata.map(([path, value]) => (
          <Fact key={path} label={path} value={value} isPath />
        ))}
      </dl>
    </>
  );
}

const kinds: readonly (readonly [string, MetadataField])[] = [
  ['server', 'server_metadata'],
  ['client', 'client_metadata'],
];
const maxValues = 4;

/** Returns the first values of the metadata by their paths. */
function firstValues(user: ServerUser): readonly (readonly [string, string])[] {
  return kinds
    .flatMap(([kind, field]) => {
      const value: unknown = user[field];
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
      return Object.entries(value)
        .slice(0, maxValues)
        .map(([key, inner]) => [`${kind}.${key}`, formatValue(inner)] as const);
    })
    .slice(0, maxValues);
}

function TeamPreview({ item: { team, members } }: { item: PaletteItem }) {
  const messages = useMessages();
  const { t, locale } = messages;
  if (team === undefined) return null;
  return (
    <>
      <div className={styles.previewHead}>
        <Avatar id={team.id} name={team.display_name} imageUrl={team.profile_image_url} size={40} />
        <span className={styles.previewName}>
          <strong>{teamName(messages, team)}</strong>
        </span>
      </div>
      <dl className={styles.facts}>
        <Fact label={t('export.field.team_id')} value={team.id} isCode />
        <Fact label={t('export.field.created_at')} value={mediumDate(team.created_at_millis, locale)} />
        {members != null && <Fact label={t('team.tab.members')} value={t('shell.palette.members', { count: members })} />}
      </dl>
    </>
  );
}

interface FactProps {
  label: string;
  value: string;
  isCode?: boolean;
  /** Whether the label is a metadata path. */
  isPath?: boolean;
}

function Fact({ label, value, isCode = false, isPath = false }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={isPath ? styles.code : undefined}>{label}</dt>
      <dd className={isCode ? styles.code : undefined} title={value}>
        {value}
      </dd>
    </div>
  );
}
