import { CircleDashed, CircleHelp, CircleX, Undo2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { sentenceEntryOf } from '#contract/journal/entry-input.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { type JournalSentence, journalSentence } from '#contract/journal/journal-sentence.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { cx } from '#lib/class-names.ts';
import { mediumDate, shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageValues, Translator } from '#messages/translator.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './journal.module.css';

/** How an entry is marked: `open` while its write is being made. */
export type EntryState = 'done' | 'failed' | 'unknown' | 'open' | 'undone';

/** Returns how an entry is marked. One that failed, or may have been done, isn't undone. */
export function entryState({ outcome, undoneBy }: Pick<JournalEntry, 'outcome' | 'undoneBy'>): EntryState {
  if (outcome === null) return 'open';
  return outcome.result === 'done' && undoneBy !== null ? 'undone' : outcome.result;
}

/** Returns the sentence of an entry as one text with everything in it, for labels, files, and messages. It isn't concealed. */
export function sentenceText(messages: Translator, entry: JournalEntry): string {
  const sentence = journalSentence(sentenceEntryOf(entry));
  return messageOf(messages, sentence, partTexts(sentence));
}

/** Returns what an entry is about, beside its sentence; null where the sentence says it all, or it is erased. */
export function aboutOf(entry: JournalEntry) {
  return entry.personal === null ? null : journalSentence(sentenceEntryOf(entry)).about;
}

function partTexts({ parts }: JournalSentence): MessageValues {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.text]));
}

function messageOf({ t, has }: Translator, { key, outcome, count }: JournalSentence, parts: MessageValues): string {
  // An entry of another version of Latchkey may be of an endpoint that this one doesn't know.
  if (!has(key)) return t('journal.unknown-write', { outcome, name: key.slice('journal.'.length) });
  return t(key, { outcome, ...(count === undefined ? {} : { count }), ...parts });
}

/** Around each part of a sentence, so that the language decides where it is shown. */
const mark = '\u0000';

interface SentenceProps {
  entry: JournalEntry;
  className?: string | undefined;
}

/** What was done, without what it was done to: "Changed server metadata". Names in it are isolated, and concealed in privacy mode. */
export function EntryTitle({ entry, className }: SentenceProps) {
  const messages = useMessages();
  const sentence = journalSentence(sentenceEntryOf(entry));
  const names = Object.fromEntries(Object.keys(sentence.parts).map((name) => [name, `${mark}${name}${mark}`]));
  const pieces = messageOf(messages, sentence, names).split(mark);
  return (
    <span className={cx(styles.title, entryState(entry) === 'undone' && styles.undone, className)}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text are never reordered
        <Fragment key={at}>{at % 2 === 0 ? piece : <Part part={sentence.parts[piece as keyof JournalSentence['parts']]} />}</Fragment>
      ))}
    </span>
  );
}

function Part({ part }: { part: { readonly text: string; readonly isPersonal: boolean } | undefined }) {
  if (part === undefined) return null;
  // An ID replaces a name that isn't known, or is erased.
  const isId = isUuid(part.text);
  return (
    <bdi {...(part.isPersonal ? { 'data-personal': '' } : {})} {...(isId ? { title: part.text } : {})}>
      {isId ? shortenMiddle(part.text, 4) : part.text}
    </bdi>
  );
}

/** What an entry is about, or when that was erased. Concealed in privacy mode where it is personal. */
export function EntryAbout({ entry, className }: SentenceProps) {
  const { t, locale } = useMessages();
  const { personal, erasedAtMillis } = entry;
  if (personal === null) {
    const date = erasedAtMillis === null ? null : mediumDate(erasedAtMillis, locale);
    return <span className={cx(styles.erased, className)}>{date === null ? t('journal.erased') : t('journal.erased-on', { date })}</span>;
  }
  const about = aboutOf(entry);
  return about === null ? null : (
    <span className={cx(styles.about, className)}>
      <Part part={about} />
    </span>
  );
}

const stateIcons = { failed: CircleX, unknown: CircleHelp, open: CircleDashed, undone: Undo2 };

interface MarkProps {
  entry: JournalEntry;
  /** Whether a picture replaces the word, where there is little room. */
  isShort?: boolean;
}

/** Says that an entry failed, may have been done, is being made, or was undone. Nothing for one that was done. */
export function EntryMark({ entry, isShort = false }: MarkProps): ReactNode {
  const { t } = useMessages();
  const state = entryState(entry);
  if (state === 'done') return null;
  const tone = state === 'failed' ? 'bad' : state === 'unknown' ? 'warn' : 'neutral';
  const text = t(`journal.state.${state}`);
  if (!isShort) return <Badge tone={tone}>{text}</Badge>;
  return (
    <span className={styles.mark} data-tone={tone} title={text}>
      <Icon of={stateIcons[state]} size={14} />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

/** An entry as one line: what was done, what it is about, and how it ended if it wasn't done. */
export function EntrySentence({ entry, isShort, className }: SentenceProps & MarkProps) {
  return (
    <span className={cx(styles.sentence, className)}>
      <span className={styles.words}>
        <EntryTitle entry={entry} /> <EntryAbout entry={entry} />
      </span>
      <EntryMark entry={entry} {...(isShort === undefined ? {} : { isShort })} />
    </span>
  );
}
