import { CircleAlert, Equal, ListX, type LucideIcon, Pencil, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { CheckResult, LineCounts, LineStatus } from '#contract/imports/check.ts';
import type { ImportRun } from '#contract/imports/run.ts';
import type { ImportKind } from '#contract/imports/source.ts';
import { api } from '#data/api.ts';
import { useScope } from '#data/use-scope.ts';
import { cx } from '#lib/class-names.ts';
import { timeNear } from '#lib/intl/days.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { durationText, firstOptions } from '#parts/jobs/preview/estimate.ts';
import { useJobPreview } from '#parts/jobs/preview/use-job-preview.ts';
import { Icon } from '#ui/data/icon.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListBody, ListFooter } from '#ui/layout/list-frame.tsx';
import common from '../imports.module.css';
import { ProgressLine } from '../progress-line';
import styles from './check.module.css';
import { CheckedLineList } from './checked-lines';

interface CheckStepProps {
  run: ImportRun;
  /** Goes back to the columns, and ends a check that runs. */
  onBack: () => void;
  /** Runs once the job was started. */
  onStarted: (jobId: string) => void;
}

/** How far the check is, and what it found: nothing was sent yet. */
export function CheckStep({ run, onBack, onStarted }: CheckStepProps) {
  const { t } = useMessages();
  if (run.result === null)
    return (
      <div className={styles.checking}>
        <ProgressLine label={t('imports.checking')} progress={run.progress}>
          {run.progress !== null && t('imports.percent', { value: run.progress })}
        </ProgressLine>
        <p className={common.quiet}>{t('imports.checking.text')}</p>
        <Button onClick={onBack}>{t('imports.checking.cancel')}</Button>
      </div>
    );
  // What is chosen is of one result.
  return <Result key={run.result.checkedAtMillis} run={run} result={run.result} onBack={onBack} onStarted={onStarted} />;
}

interface ResultProps extends CheckStepProps {
  result: CheckResult;
}

function Result({ run, result, onBack, onStarted }: ResultProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { readOnly } = useScope();
  const now = useNow();
  const { counts, requests } = result;
  const sendable = (['create', 'change'] as const).filter((status) => counts[status] > 0);
  const [chosen, setChosen] = useState<readonly SentStatus[]>(sendable);
  const start = useStart(run, chosen, onStarted);
  const body = useRef<HTMLElement>(null);
  useEffect(() => body.current?.focus(), []);
  const count = chosen.reduce((sum, status) => sum + counts[status], 0);
  const toSend = chosen.reduce((sum, status) => sum + requests[status], 0);
  const reason = readOnly ?? (count === 0 ? t(sendable.length === 0 ? 'imports.start.nothing' : 'imports.start.none') : undefined);
  const hasLines = Object.values(counts).some((one) => one > 0);
  return (
    <>
      <section ref={body} tabIndex={-1} className={styles.result} aria-label={t('imports.result')}>
        <ResultCards kind={run.kind} counts={counts} chosen={chosen} onChange={setChosen} />
        <ResultNotes result={result} />
      </section>
      <ListBody className={styles.lines}>
        {hasLines ? (
          <CheckedLineList id={run.id} name={run.name} counts={counts} />
        ) : (
          <EmptyState icon={ListX} title={t('imports.start.nothing')} text="" />
        )}
      </ListBody>
      <ListFooter
        end={
          <>
            <Button onClick={onBack}>{t('imports.back')}</Button>
            <Button variant="primary" disabledReason={reason} onClick={start}>
              {t(`imports.start.${run.kind}`, { count, shown: formatNumber(count, locale) })}
            </Button>
          </>
        }
      >
        <span role="status" className={common.summary}>
          <strong>{t('imports.unchanged')}</strong>
          <span>{t('imports.checked.at', { time: timeNear(result.checkedAtMillis, now, locale) })}</span>
          {toSend > 0 && (
            <span>
              {t('imports.estimate', {
                count: toSend,
                shown: formatNumber(toSend, locale),
                time: durationText(messages, toSend, firstOptions.perSecond) ?? '',
              })}
            </span>
          )}
        </span>
      </ListFooter>
    </>
  );
}

/** Returns what opens the preview of the job: its rows are fixed then, and nothing is sent before it is started there. */
function useStart(run: ImportRun, statuses: readonly SentStatus[], onStarted: (jobId: string) => void): () => void {
  const { open } = useJobPreview();
  const { id, connectionId, kind, name } = run;
  return () =>
    open({
      connectionId,
      action: { kind: `${kind}.import`, file: name },
      prepare: () => api.imports.prepare({ id, statuses: [...statuses] }),
      onStarted,
    });
}

/** What is to be known before an import is started. */
function ResultNotes({ result: { passwords, withoutEmail, comparedWith } }: { result: CheckResult }) {
  const { t, locale } = useMessages();
  const counted = (count: number) => ({ count, shown: formatNumber(count, locale) });
  const notes = [
    passwords.set > 0 && t('imports.note.passwords', counted(passwords.set)),
    passwords.leftOut > 0 && t('imports.note.passwords-left', counted(passwords.leftOut)),
    withoutEmail > 0 && t('imports.note.no-email', counted(withoutEmail)),
    comparedWith === 'index' && t('imports.note.index'),
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Lines that can be sent. */
type SentStatus = Extract<LineStatus, 'create' | 'change'>;

interface ResultCardsProps {
  kind: ImportKind;
  counts: LineCounts;
  /** What is sent. */
  chosen: readonly SentStatus[];
  onChange: (chosen: readonly SentStatus[]) => void;
}

const cards = [
  ['create', Plus, common.good],
  ['change', Pencil, styles.accent],
  ['same', Equal, undefined],
  ['impossible', CircleAlert, common.bad],
] as const satisfies readonly (readonly [LineStatus, LucideIcon, string | undefined])[];

/** How many lines there are of each status, and which of them are sent. */
function ResultCards({ kind, counts, chosen, onChange }: ResultCardsProps) {
  const { t, locale } = useMessages();
  const id = useId();
  return (
    <ul className={styles.cards} aria-label={t('imports.result')}>
      {cards.map(([status, icon, tone]) => {
        const isSent = status === 'create' || status === 'change';
        const isChosen = isSent && chosen.includes(status);
        const toggle = () => isSent && onChange(isChosen ? chosen.filter((one) => one !== status) : [...chosen, status]);
        return (
          <li key={status} className={cx(styles.card, (isSent ? !isChosen : status === 'same') && styles.notSent)}>
            <div className={styles.cardHead}>
              <span className={tone}>
                <Icon of={icon} size={15} />
              </span>
              <span id={`${id}-${status}`}>{t(`imports.status.${status}`)}</span>
              {isSent && (
                <input
                  type="checkbox"
                  aria-labelledby={`${id}-${status}`}
                  aria-describedby={`${id}-${status}-text`}
                  checked={isChosen}
                  disabled={counts[status] === 0}
                  onChange={toggle}
                />
              )}
            </div>
            <p className={styles.cardCount}>{formatNumber(counts[status], locale)}</p>
            <p id={`${id}-${status}-text`} className={common.quiet}>
              {t(status === 'create' ? `imports.card.create.${kind}` : `imports.card.${status}`)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
