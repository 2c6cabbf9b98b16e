import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { useTopic } from '#data/topics.ts';
import { nearDay, secondsTime } from '#lib/intl/days.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { dateTime, exactTime, formatNumber, isoTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { ActorPicture, useActorName } from '#parts/journal/actor.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { callOf } from '../written-call';
import styles from './panel.module.css';

/** Who made a write, when, with which credentials, and what the service returned. */
export function EntryFacts({ entry }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const name = useActorName()(entry.actor);
  const names = useConnectionNames();
  const call = callOf(entry);
  const { connectionId, source, outcome } = entry;
  return (
    <DefinitionList className={styles.facts}>
      <Definition label={t('journal.actor')}>
        <span className={styles.value}>
          <ActorPicture actor={entry.actor} size={18} />
          <span>{name}</span>
        </span>
      </Definition>
      <Definition label={t('journal.fact.time')}>
        <Time entry={entry} />
      </Definition>
      <Definition label={t('journal.fact.credentials')}>
        <Credentials entry={entry} />
      </Definition>
      {connectionId !== null && (
        <Definition label={t('journal.connection')}>{names.get(connectionId) ?? t('journal.connection.removed')}</Definition>
      )}
      <Definition label={t('journal.fact.source')}>
        <span className={styles.value}>
          {t(`journal.source.${source}`)}
          {entry.terminal && source !== 'terminal' && <span className={styles.quiet}>{t('journal.fact.in-terminal')}</span>}
          {entry.osUser !== '' && <span className={styles.quiet}>{t('journal.fact.os-user', { user: entry.osUser })}</span>}
        </span>
      </Definition>
      <Definition label={t('journal.fact.request')}>
        <code className={styles.mono}>{call === null ? entry.endpoint : `${call.method} ${call.path}`}</code>
      </Definition>
      {outcome !== null && (
        <Definition label={t('journal.fact.response')}>
          <span className={styles.value}>
            <Badge tone={outcome.result === 'done' ? 'good' : outcome.result === 'failed' ? 'bad' : 'warn'}>
              {outcome.status ?? t('journal.no-response')}
            </Badge>
            {outcome.requestId !== null && <IdChip value={outcome.requestId} />}
          </span>
        </Definition>
      )}
    </DefinitionList>
  );
}

function Time({ entry: { timeMillis, outcome } }: { entry: JournalEntry }) {
  const { t, locale } = useMessages();
  const now = useNow();
  const day = nearDay(timeMillis, now, locale);
  const text = day === null ? dateTime(timeMillis, locale) : t('journal.day', { day, date: secondsTime(timeMillis, locale) });
  const took = outcome === null ? 0 : outcome.timeMillis - timeMillis;
  const duration = took < 2_000 ? t('journal.millis', { millis: formatNumber(took, locale) }) : durationText(took, locale);
  return (
    <span className={styles.value}>
      <time dateTime={isoTime(timeMillis)} title={exactTime(timeMillis, locale)}>
        {text}
      </time>
      {took > 0 && <span className={styles.quiet}>{duration}</span>}
    </span>
  );
}

function Credentials({ entry: { actor } }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const nameOf = useActorName();
  if (actor.kind === 'account') return t('journal.credentials.session');
  if (actor.kind === 'owner') return t('journal.credentials.owner');
  return (
    <span className={styles.value}>
      {nameOf(actor)}
      {actor.lastFour !== null && <code className={styles.mono}>{actor.lastFour}</code>}
    </span>
  );
}

/** During which impersonation a write was made, and why that was started. */
export function ImpersonationFact({ entry: { impersonation } }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const known = useTopic('impersonations.list').find(({ id }) => id === impersonation);
  if (impersonation === null) return null;
  return (
    <p className={styles.quiet}>
      {t('journal.impersonated')}
      {known !== undefined && (
        <>
          {'. '}
          {t('journal.impersonated.reason')} <bdi data-personal="">{known.reason}</bdi>
        </>
      )}
    </p>
  );
}
