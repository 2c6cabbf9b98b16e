import type { JobOptions, JobPreview } from '#contract/jobs/job.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { durationText, limits, paces } from './estimate';
import styles from './job-preview.module.css';

interface PreviewOptionsProps {
  preview: JobPreview;
  options: JobOptions;
  onChange: (options: JobOptions) => void;
}

/** The pace, after how many failures the job stops, and how many requests it takes for how long. */
export function PreviewOptions({ preview, options, onChange }: PreviewOptionsProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { perSecond, stopAfter, keepSnapshots } = options;
  const requests = (keepSnapshots === true ? preview.requestsWithSnapshots : null) ?? preview.requests;
  const time = durationText(messages, requests.count, perSecond);
  const count = { count: requests.count, shown: formatNumber(requests.count, locale) };
  return (
    <div className={styles.options}>
      <Field label={t('jobs.preview.pace')}>
        {(control) => (
          <Select
            {...control}
            value={String(perSecond)}
            onChange={({ target }) => onChange({ ...options, perSecond: chosen(target.value) })}
          >
            {paces.map((pace) => (
              <option key={pace} value={String(pace)}>
                {pace === null ? t('jobs.preview.pace.fastest') : t('jobs.preview.pace.per-second', { count: pace })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('jobs.preview.stop')}>
        {(control) => (
          <Select
            {...control}
            value={String(stopAfter)}
            onChange={({ target }) => onChange({ ...options, stopAfter: chosen(target.value) })}
          >
            {limits.map((limit) => (
              <option key={limit} value={String(limit)}>
                {limit === null ? t('jobs.preview.stop.never') : t('jobs.preview.stop.after', { count: limit })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <p className={styles.label}>{t('jobs.preview.estimate')}</p>
        <p className={styles.estimate}>
          <span>{t(requests.isExact ? 'jobs.preview.requests' : 'jobs.preview.requests.about', count)}</span>
          <span className={styles.quiet}>{time === null ? t('jobs.preview.time.service') : t('jobs.preview.time', { time })}</span>
        </p>
      </div>
    </div>
  );
}

function chosen(value: string): number | null {
  return value === 'null' ? null : Number(value);
}
