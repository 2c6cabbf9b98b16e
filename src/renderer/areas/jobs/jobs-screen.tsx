import { ListChecks } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTopic } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { usePanelWidth, useRowFocus } from '#parts/side-panel.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { LoadingStatus, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ListBody, ListFooter, ListFrame } from '#ui/layout/list-frame.tsx';
import { SplitPane } from '#ui/layout/split-pane.tsx';
import { paths } from '#window/routes.ts';
import type { JobsPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import styles from './jobs.module.css';
import { earliestOf, isListed, jobsPlace } from './jobs-place';
import { ActiveJobs } from './list/active-jobs';
import { FinishedJobs } from './list/finished-jobs';
import { JobsToolbar } from './list/jobs-toolbar';
import { JobPanel } from './panel/job-panel';
import { useJobList } from './use-jobs';

/** Jobs that run, and those that ended: of one connection, or of all. The URL contains all of its state. */
export function JobsScreen() {
  const { connection: connectionId } = useParams();
  const { t } = useMessages();
  const [search] = useSearchParams();
  const place = jobsPlace(search);
  const pathOf = (next: JobsPlace) => (connectionId === undefined ? paths.allJobs(next) : paths.jobs(connectionId, next));
  const go = useChangeUrlState(jobsPlace, pathOf);
  const [width, setWidth] = usePanelWidth('jobs.panel-width');
  const open = place.job ?? null;
  const close = () => go({ job: undefined, tab: undefined });
  const list = useRowFocus(open !== null);
  const panel = open !== null && (
    <JobPanel key={open} id={open} tab={place.tab} onTab={(tab) => go({ tab }, { replace: true })} onClose={close} />
  );
  return (
    <SplitPane panel={panel} panelLabel={t('jobs.panel')} onClose={close} width={width} onWidthChange={setWidth}>
      <Jobs
        connectionId={connectionId}
        place={place}
        list={list}
        onChange={(change) => go(change, { replace: true })}
        onOpen={(job) => go({ job, tab: undefined }, { replace: open !== null })}
      />
    </SplitPane>
  );
}

interface JobsProps {
  connectionId: string | undefined;
  place: JobsPlace;
  list: RefObject<HTMLDivElement | null>;
  onChange: (change: JobsPlace) => void;
  onOpen: (id: string) => void;
}

const noFilters = { state: undefined, by: undefined, time: undefined } satisfies JobsPlace;

function Jobs({ connectionId, place, list, onChange, onOpen }: JobsProps) {
  const { t, locale } = useMessages();
  const now = useNow();
  const jobs = useJobList(connectionId);
  const earliest = earliestOf(place, now);
  const active = jobs.active.filter((job) => isListed(job, place, earliest));
  const { by } = place;
  const finished = useMemo(() => jobs.finished?.filter((job) => isListed(job, { by }, earliest)), [jobs.finished, by, earliest]);
  const users = [...new Set([...jobs.active, ...(jobs.finished ?? [])].map(({ osUser }) => osUser))].sort();
  const failure = jobs.error && { report: reportOf(jobs.error), onRetry: jobs.retry, busy: jobs.isFetching };
  const hasActive = active.length > 0 && place.state !== 'finished';
  const showsFinished = place.state !== 'active';
  const isFiltered = place.state !== undefined || place.by !== undefined || place.time !== undefined;
  // Older pages have nothing that is listed.
  const isOver = earliest !== null && (jobs.finished?.at(-1)?.startedAtMillis ?? 0) < earliest;
  const isEmpty = finished !== undefined && !hasActive && (!showsFinished || finished.length === 0) && (!jobs.hasMore || isOver);
  return (
    <ListFrame>
      {connectionId === undefined && <h1 className={styles.title}>{t('shell.screen.jobs')}</h1>}
      <JobsToolbar
        place={place}
        users={users}
        active={active.length}
        finished={finished?.length}
        hasMore={jobs.hasMore}
        onChange={onChange}
      />
      {jobs.finished !== undefined && failure && <OutdatedMessage {...failure} />}
      {hasActive && (
        <ActiveJobs
          jobs={active}
          openId={place.job}
          isAlone={!showsFinished}
          showsConnection={connectionId === undefined}
          onOpen={onOpen}
        />
      )}
      {jobs.finished === undefined && (
        <ListBody>
          {failure ? (
            <ErrorState {...failure} />
          ) : (
            <>
              <LoadingStatus />
              <SkeletonTable rowHeight={52} />
            </>
          )}
        </ListBody>
      )}
      {isEmpty && (
        <ListBody>
          {isFiltered ? (
            <NoMatchState
              title={t('jobs.no-match')}
              text=""
              by="filter"
              clearLabel={t('users.no-match.clear', { by: 'filter' })}
              onClear={() => onChange(noFilters)}
            />
          ) : (
            <EmptyState icon={ListChecks} title={t('jobs.empty')} text={t('jobs.empty.text')} />
          )}
        </ListBody>
      )}
      {finished !== undefined && showsFinished && !isEmpty && (
        <FinishedJobs
          ref={list}
          jobs={finished}
          openId={place.job}
          hasMore={jobs.hasMore && !isOver}
          showsConnection={connectionId === undefined}
          onMore={jobs.loadMore}
          onOpen={onOpen}
        />
      )}
      <ListFooter end={<span>{t('jobs.one-at-a-time')}</span>}>
        <KeptUntil />
        {jobs.hasMore && <span>{t('jobs.shown', { count: formatNumber(finished?.length ?? 0, locale) })}</span>}
      </ListFooter>
    </ListFrame>
  );
}

/** Says whether jobs outlast the app. Without a place for their key, they don't. */
function KeptUntil() {
  const { t } = useMessages();
  const isMemoryOnly = useTopic('lock.state').secrets === 'memory';
  return <span>{t(isMemoryOnly ? 'jobs.continue.memory' : 'jobs.continue')}</span>;
}
