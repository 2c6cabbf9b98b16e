import type { ShownUndo } from '#contract/bridge/undo.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { useConnection } from '#data/topics.ts';
import { clockTime, dateTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { useActorName } from '../actor';
import { aboutOf, sentenceText } from '../entry-sentence';
import styles from './undo.module.css';

/** Returns the question of the dialog, which names the change as the journal does. */
export function useUndoTitle(entry: JournalEntry | null | undefined): string {
  const messages = useMessages();
  if (entry === null || entry === undefined) return messages.t('journal.undo.title');
  return messages.t('journal.undo.title-of', { sentence: sentenceText(messages, entry) });
}

/** Who made the change, to what and when, and when it was read again. */
export function UndoAbout({ entry, plan: { readAtMillis, connectionId } }: { entry: JournalEntry | null; plan: ShownUndo }) {
  const { t, locale } = useMessages();
  const connection = useConnection(connectionId ?? undefined);
  const nameOf = useActorName();
  const about = entry === null ? null : aboutOf(entry);
  return (
    <div className={styles.about}>
      <span>
        {about !== null && (
          <>
            <bdi {...(about.isPersonal ? { 'data-personal': '' } : {})}>{about.text}</bdi>
            {' · '}
          </>
        )}
        {entry !== null && t('journal.undo.made', { actor: nameOf(entry.actor), time: dateTime(entry.timeMillis, locale) })}
        {readAtMillis !== null && ` ${t('journal.undo.read-at', { time: clockTime(readAtMillis, locale) })}`}
      </span>
      {connection !== undefined && <EnvironmentBadge connection={connection} />}
    </div>
  );
}
