import { ChevronRight, CircleAlert, VenetianMask } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ErrorCode } from '#contract/error-codes.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { cx } from '#lib/class-names.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { clockTime, exactTime, formatNumber, isoTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { type JsonChange, pathText } from '#parts/conflict/json-changes.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useActorName } from '../actor';
import { aboutOf, EntryAbout, EntryMark, EntryTitle, entryState } from '../entry-sentence';
import styles from './history.module.css';
import { isImpersonation } from './history-entries';
import { kindIcon } from './kind-icons';
import { valueChangesOf } from './value-changes';

interface HistoryRowProps {
  entry: JournalEntry;
  /** What the subject of the history is called, which its rows don't say again. */
  names: readonly string[];
  isOpen: boolean;
  onToggle: () => void;
}

/** A row of a history: when, what was done by whom, and what it changed. */
export function HistoryRow({ entry, names, isOpen, onToggle }: HistoryRowProps) {
  const { locale } = useMessages();
  const details = useId();
  const state = entryState(entry);
  const mask = isImpersonation(entry);
  const changes = valueChangesOf(entry);
  const icon = state === 'failed' ? CircleAlert : mask ? VenetianMask : kindIcon(entry.target.kind);
  return (
    <li className={cx(styles.row, mask && styles.impersonation, state === 'failed' && styles.failed)} data-seq={entry.seq}>
      <time dateTime={isoTime(entry.timeMillis)} title={exactTime(entry.timeMillis, locale)} className={styles.time}>
        {clockTime(entry.timeMillis, locale)}
      </time>
      <span className={styles.icon}>
        <Icon of={icon} size={14} />
      </span>
      <div className={styles.what}>
        <div className={styles.sentence}>
          <Title entry={entry} />
          {!isNamed(entry, names) && <EntryAbout entry={entry} />}
          <EntryMark entry={entry} />
        </div>
        <Details entry={entry} />
      </div>
      {changes.length > 0 && <ChangesButton changes={changes} isOpen={isOpen} controls={details} onToggle={onToggle} />}
      {mask && <ImpersonationBadge />}
      {isOpen && changes.length > 0 && <Changes id={details} changes={changes} />}
    </li>
  );
}

function isNamed(entry: JournalEntry, names: readonly string[]): boolean {
  const about = aboutOf(entry);
  return about === null ? entry.personal !== null : names.includes(about.text);
}

function Title({ entry }: { entry: JournalEntry }) {
  const { t, locale } = useMessages();
  if (!isImpersonation(entry) || entry.outcome?.result !== 'done') return <EntryTitle entry={entry} />;
  const { end, timeMillis } = entry;
  const duration = end && durationText(Math.max(0, end.timeMillis - timeMillis), locale);
  return (
    <span className={styles.title}>{duration === undefined ? t('history.impersonating') : t('history.impersonated', { duration })}</span>
  );
}

function ImpersonationBadge() {
  const { t } = useMessages();
  return (
    <Badge tone="warn" className={cx(styles.badge)}>
      {t('history.impersonation')}
    </Badge>
  );
}

/** By whom, and what is worth knowing of this entry. */
function Details({ entry }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const actorName = useActorName();
  const facts = useFacts(entry);
  return (
    <div className={styles.details}>
      <bdi>{t('history.by', { name: actorName(entry.actor) })}</bdi>
      {facts.map(({ key, text, isPersonal }) => (
        <bdi key={key} {...(isPersonal ? { 'data-personal': '' } : {})}>
          {text}
        </bdi>
      ))}
    </div>
  );
}

interface Fact {
  readonly key: string;
  readonly text: string;
  readonly isPersonal?: boolean;
}

function useFacts({ personal, end, note, plannedMillis, outcome, ...entry }: JournalEntry): readonly Fact[] {
  const messages = useMessages();
  const { t, locale } = messages;
  const facts: Fact[] = [];
  const { reason } = personal ?? {};
  if (reason !== undefined && reason !== '') facts.push({ key: 'reason', text: t('history.reason', { reason }), isPersonal: true });
  if (end !== undefined && end.how !== 'user') facts.push({ key: 'end', text: t(`history.end.${end.how}`) });
  const isPlanned = plannedMillis !== undefined && end === undefined && outcome?.result === 'done';
  if (isPlanned) facts.push({ key: 'planned', text: t('history.planned', { duration: durationText(plannedMillis, locale) }) });
  if (outcome?.result === 'failed') facts.push({ key: 'failure', text: failureText(messages, outcome) });
  if (entry.undoneBy !== null) facts.push({ key: 'undone', text: t('history.undone') });
  if (entry.undoes !== null) facts.push({ key: 'undoes', text: t('history.undoes') });
  if (note !== null) facts.push({ key: 'note', text: note.text, isPersonal: true });
  return facts;
}

function failureText(messages: Translator, { code, known, status }: NonNullable<JournalEntry['outcome']>): string {
  const report = {
    code: (code ?? 'internal') as ErrorCode,
    ...(known === null ? {} : { known }),
    ...(status === null ? {} : { status }),
  };
  return errorText(messages, report).title;
}

interface ChangesButtonProps {
  changes: readonly JsonChange[];
  isOpen: boolean;
  controls: string;
  onToggle: () => void;
}

function ChangesButton({ changes, isOpen, controls, onToggle }: ChangesButtonProps) {
  const { t, locale } = useMessages();
  const added = changes.filter(({ after }) => after !== undefined).length;
  const removed = changes.filter(({ before }) => before !== undefined).length;
  return (
    <button
      type="button"
      className={styles.changesButton}
      aria-expanded={isOpen}
      {...(isOpen ? { 'aria-controls': controls } : {})}
      onClick={onToggle}
    >
      {t('history.changes', { count: changes.length })}
      <span aria-hidden="true">
        {added > 0 && <span className={styles.added}>+{formatNumber(added, locale)}</span>}{' '}
        {removed > 0 && <span className={styles.removed}>−{formatNumber(removed, locale)}</span>}
      </span>
      <Icon of={ChevronRight} size={14} className={cx(styles.chevron, isOpen && styles.turned)} />
    </button>
  );
}

/** Number of changes that are shown of an entry. */
const maxChanges = 50;

function Changes({ id, changes }: { id: string; changes: readonly JsonChange[] }): ReactNode {
  const { t } = useMessages();
  return (
    <dl id={id} className={styles.changes}>
      {changes.slice(0, maxChanges).map(({ path, before, after }) => (
        <div key={JSON.stringify(path)}>
          <dt>
            <bdi>{pathText(path)}</bdi>
          </dt>
          {before !== undefined && <Value sign="−" label={t('draft.before')} value={before} className={styles.before} />}
          {after !== undefined && <Value sign="+" label={t('draft.after')} value={after} className={styles.after} />}
        </div>
      ))}
      {changes.length > maxChanges && <div>{t('draft.more-changes', { count: changes.length - maxChanges })}</div>}
    </dl>
  );
}

function Value({ sign, label, value, className }: { sign: string; label: string; value: unknown; className: string | undefined }) {
  return (
    <dd className={className} data-personal="">
      <span aria-hidden="true" className={styles.sign}>
        {sign}
      </span>
      <VisuallyHidden>{label} </VisuallyHidden>
      <bdi>{JSON.stringify(value).slice(0, 2_000)}</bdi>
    </dd>
  );
}
