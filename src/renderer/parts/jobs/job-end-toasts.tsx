import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Job } from '#contract/jobs/job.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { formatNumber } from '#lib/intl/format.ts';
import type { Translator } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { paths } from '#window/routes.ts';
import { jobTitle } from './job-sentences';

/** Says how each job ended that ran while this window was open. Not of one that was canceled, which the user has just done. */
export function JobEndToasts() {
  const running = useTopic('jobs.running');
  const show = useToasts((state) => state.show);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The screen of the jobs says it, and a message would cover its buttons.
  const isSaid = useRef(false);
  isSaid.current = /\/jobs$/.test(pathname);
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ids = new Set(running.map(({ id }) => id));
    const ended = [...before.current].filter((id) => !ids.has(id));
    before.current = ids;
    const say = (job: Job) => {
      if (job.state !== 'done' && job.state !== 'stopped') return;
      if (isSaid.current) return;
      const bad = job.counts.failed + job.counts.unknown;
      show({
        about: job.id,
        tone: job.state === 'done' && bad === 0 ? 'good' : 'bad',
        title: (messages) =>
          messages.t(`jobs.ended.${job.state === 'done' ? 'done' : 'stopped'}`, { title: jobTitle(messages, job.action) }),
        text: (messages) => resultText(messages, job),
        action: { label: ({ t }) => t('jobs.open'), onSelect: () => void navigate(paths.jobs(job.connectionId, { job: job.id })) },
      });
    };
    // One that can't be read was removed with its connection.
    for (const id of ended) api.jobs.read({ id }).then(say, () => undefined);
  }, [running, show, navigate]);
  return null;
}

function resultText({ t, locale }: Translator, { counts }: Job): string {
  return (['done', 'skipped', 'failed', 'unknown'] as const)
    .flatMap((state) => (counts[state] === 0 ? [] : [t(`jobs.count.${state}`, { shown: formatNumber(counts[state], locale) })]))
    .join(', ');
}
