import { Check, CircleHelp, CircleMinus, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { JobPreview, JobScope, SkipReason } from '#contract/jobs/job.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { jobEffect, skipText } from '../job-sentences';
import styles from './job-preview.module.css';

/** Where the rows of a job come from. */
export type RowSource = JobScope['kind'] | 'file';

interface PreviewCountsProps {
  rows: RowSource;
  preview: JobPreview;
}

/** Reasons that protect a row from the action. */
const protections: ReadonlySet<SkipReason> = new Set(['self', 'owner', 'last-admin']);

/** How many rows there are, how many of them are left out and why, and how many are sent. */
export function PreviewCounts({ rows, preview }: PreviewCountsProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { total, toSend, skipped, notKnown, action } = preview;
  const shown = (count: number) => formatNumber(count, locale);
  const sent = notKnown > 0 ? t('jobs.preview.up-to', { shown: shown(toSend) }) : shown(toSend);
  return (
    <>
      <dl className={styles.counts}>
        <Count label={t(`jobs.preview.total.${rows}`)} value={shown(total)} />
        <Count label={t('jobs.preview.left-out')} value={shown(total - toSend)} sign="−" />
        <Count label={jobEffect(messages, action)} value={sent} sign="=" />
      </dl>
      <ul className={styles.notes}>
        {skipped.map(({ reason, count }) => (
          <Note key={reason} icon={protections.has(reason) ? ShieldCheck : CircleMinus}>
            {t('jobs.preview.reason', { shown: shown(count), reason: skipText(messages, reason) })}
          </Note>
        ))}
        {notKnown > 0 && <Note icon={CircleHelp}>{t('jobs.preview.not-known', { count: notKnown, shown: shown(notKnown) })}</Note>}
        {skipped.length === 0 && notKnown === 0 && toSend > 0 && <Note icon={Check}>{t('jobs.preview.none-left-out')}</Note>}
      </ul>
    </>
  );
}

function Count({ label, value, sign }: { label: string; value: string; sign?: string }) {
  return (
    <div className={styles.count}>
      {sign !== undefined && (
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
      )}
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Note({ icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li>
      <Icon of={icon} size={14} />
      {children}
    </li>
  );
}
