import { FileX, MoreHorizontal, ScrollText, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Job, RunningJob } from '#contract/jobs/job.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { nearDay, secondsTime } from '#lib/intl/days.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { dateTime, exactTime, formatNumber, isoTime } from '#lib/intl/format.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { asRunning, JobButtons } from '#parts/jobs/job-buttons.tsx';
import { totalOf } from '#parts/jobs/job-counts.ts';
import { JobFigures, JobProgressBar } from '#parts/jobs/job-progress.tsx';
import { jobTitle, targetCount } from '#parts/jobs/job-sentences.ts';
import { JobTitle, useJobNames } from '#parts/jobs/job-title.tsx';
import { useJobCalls } from '#parts/jobs/use-job-calls.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import { paths } from '#window/routes.ts';
import type { RowTab } from '../jobs-place';
import { JobPauseBadge } from '../list/active-jobs';
import { JobResult } from '../list/finished-jobs';
import { useJob } from '../use-jobs';
import { JobFooter } from './job-footer';
import { JobRows } from './job-rows';
import styles from './panel.module.css';

interface JobPanelProps {
  id: string;
  tab: RowTab | undefined;
  onTab: (tab: RowTab) => void;
  onClose: () => void;
}

/** One job beside the list, with the result of each of its rows; Escape closes it. */
export function JobPanel({ id, tab, onTab, onClose }: JobPanelProps) {
  const { t } = useMessages();
  const { job, error, isFetching, retry } = useJob(id);
  const close = <IconButton label={t('jobs.close')} icon={X} onClick={onClose} />;
  const isGone = error !== null && reportOf(error).code === 'object-gone';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the panel isn’t a control; it handles Escape for the controls in it
    <div className={styles.panel} onKeyDown={(event) => pressedKey(event) === 'Escape' && !event.defaultPrevented && onClose()}>
      {job !== undefined && !isGone ? (
        <>
          <Head job={job} close={close} onRemoved={onClose} />
          <Facts job={job} />
          <Progress job={job} />
          <JobRows job={job} tab={tab} onTab={onTab} />
          <JobFooter job={job} />
        </>
      ) : (
        <>
          <div className={styles.head}>
            <span className={styles.names}>
              {error === null && (
                <>
                  <LoadingStatus />
                  <Skeleton width={180} height={18} />
                  <Skeleton width={120} />
                  <Skeleton height={140} />
                </>
              )}
            </span>
            {close}
          </div>
          {isGone && <EmptyState icon={FileX} title={t('jobs.gone')} text={t('jobs.gone.text')} />}
          {error !== null && !isGone && <ErrorState report={reportOf(error)} onRetry={retry} busy={isFetching} />}
        </>
      )}
    </div>
  );
}

interface HeadProps {
  job: Job | RunningJob;
  close: React.ReactNode;
  onRemoved: () => void;
}

function Head({ job, close, onRemoved }: HeadProps) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { names, renew } = useJobCalls(job);
  const { id, connectionId, action, counts } = job;
  const running = asRunning(job);
  const remove = async () => {
    await api.jobs.remove({ id });
    onRemoved();
    await renew();
  };
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h2>
          {job.undoes !== null && `${t('jobs.undo-of')} `}
          <JobTitle job={job} />
        </h2>
        <p className={styles.line}>
          <Targets job={job} text={targetCount(messages, action, totalOf(counts))} />
          {running === null ? <JobResult job={job} /> : <JobPauseBadge job={running} />}
        </p>
      </div>
      <Menu trigger={<IconButton label={t('jobs.actions')} icon={MoreHorizontal} />}>
        <MenuItem icon={ScrollText} onSelect={() => void navigate(paths.journal(connectionId, { job: id }))}>
          {t('jobs.open-journal')}
        </MenuItem>
        <MenuItem
          danger
          icon={Trash2}
          disabledReason={running === null ? undefined : t('jobs.remove.active')}
          onSelect={() => setAsking(true)}
        >
          {t('jobs.remove')}
        </MenuItem>
      </Menu>
      {close}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('jobs.remove.title', { name: jobTitle(messages, action, names) })}
        consequence={t('jobs.remove.text')}
        confirmLabel={t('jobs.remove')}
        danger
        onConfirm={remove}
      />
    </header>
  );
}

/** How many rows there are, and the team that they are about. */
function Targets({ job: { connectionId, action }, text }: { job: Job; text: string }) {
  const { t } = useMessages();
  const { team } = useJobNames(connectionId, action);
  return (
    <span className={styles.quiet}>
      {text}
      {'teamId' in action && (
        <>
          {' '}
          <Link to={paths.team(connectionId, action.teamId)}>
            {team === undefined ? t('shell.screen.team') : <bdi data-personal="">{team}</bdi>}
          </Link>
        </>
      )}
    </span>
  );
}

function Facts({ job: { startedAtMillis, endedAtMillis, osUser, connectionId, requests, undoes, undoneBy } }: { job: Job }) {
  const { t, locale } = useMessages();
  const now = useNow();
  const names = useConnectionNames();
  const day = nearDay(startedAtMillis, now, locale);
  const time = day === null ? dateTime(startedAtMillis, locale) : t('journal.day', { day, date: secondsTime(startedAtMillis, locale) });
  return (
    <DefinitionList className={styles.facts}>
      {osUser !== '' && <Definition label={t('jobs.started-by')}>{osUser}</Definition>}
      <Definition label={t('journal.fact.time')}>
        <span className={styles.line}>
          <time dateTime={isoTime(startedAtMillis)} title={exactTime(startedAtMillis, locale)}>
            {time}
          </time>
          {endedAtMillis !== null && <span className={styles.quiet}>{durationText(endedAtMillis - startedAtMillis, locale)}</span>}
        </span>
      </Definition>
      <Definition label={t('journal.connection')}>{names.get(connectionId) ?? t('journal.connection.removed')}</Definition>
      <Definition label={t('jobs.requests')}>{formatNumber(requests, locale)}</Definition>
      {[
        [t('jobs.undoes'), undoes],
        [t('jobs.undone-by'), undoneBy],
      ].map(
        ([label, other]) =>
          other !== null && (
            <Definition key={label} label={label ?? ''}>
              <Link to={paths.jobs(connectionId, { job: other ?? '' })}>{t('jobs.open')}</Link>
            </Definition>
          ),
      )}
    </DefinitionList>
  );
}

function Progress({ job }: { job: Job | RunningJob }) {
  const messages = useMessages();
  const running = asRunning(job);
  const title = jobTitle(messages, job.action, useJobNames(job.connectionId, job.action));
  return (
    <div className={styles.progress}>
      <JobProgressBar job={job} label={title} />
      {running !== null && (
        <>
          <JobFigures job={running} />
          <div className={styles.line}>
            <JobButtons job={running} />
          </div>
        </>
      )}
    </div>
  );
}
