import type { ShownUndo } from '#contract/bridge/undo.ts';
import { sentenceEntryOf } from '#contract/journal/entry-input.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { journalSentence } from '#contract/journal/journal-sentence.ts';
import { useConnection, useTopic } from '#data/topics.ts';
import { clockTime, dateTime } from '#lib/intl/format.ts';
import { accountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import styles from './undo.module.css';

/** Returns the question of the dialog, which names the change as the journal does. */
export function useUndoTitle(entry: JournalEntry | null | undefined): string {
  const { t, has } = useMessages();
  if (entry === null || entry === undefined) return t('journal.undo.title');
  const { key, count, parts } = journalSentence({ ...sentenceEntryOf(entry), result: 'done' });
  if (!has(key)) return t('journal.undo.title');
  const names = Object.fromEntries(Object.entries(parts).map(([name, { text }]) => [name, text]));
  return t('journal.undo.title-of', { sentence: t(key, { outcome: 'done', ...(count === undefined ? {} : { count }), ...names }) });
}

/** Who made the change, to what and when, and when it was read again. */
export function UndoAbout({ entry, plan: { readAtMillis, connectionId } }: { entry: JournalEntry | null; plan: ShownUndo }) {
  const { t, locale } = useMessages();
  const connection = useConnection(connectionId ?? undefined);
  const actor = useMaker(entry);
  const about = entry === null || entry.personal === null ? null : journalSentence(sentenceEntryOf(entry)).about;
  return (
    <div className={styles.about}>
      <span>
        {about !== null && (
          <>
            <bdi {...(about.isPersonal ? { 'data-personal': '' } : {})}>{about.text}</bdi>
            {' · '}
          </>
        )}
        {entry !== null && t('journal.undo.made', { actor, time: dateTime(entry.timeMillis, locale) })}
        {readAtMillis !== null && ` ${t('journal.undo.read-at', { time: clockTime(readAtMillis, locale) })}`}
      </span>
      {connection !== undefined && <EnvironmentBadge connection={connection} />}
    </div>
  );
}

/** Returns who made a write: the name of an account, or the kind of the credential. */
function useMaker(entry: JournalEntry | null): string {
  const messages = useMessages();
  const accounts = useTopic('accounts.list');
  const { t } = messages;
  if (entry === null || entry.actor.kind !== 'account') return t('journal.undo.by-project');
  const account = accounts.find(({ id }) => id === entry.actor.id);
  return account === undefined ? t('journal.undo.by-account') : accountName(messages, account);
}
