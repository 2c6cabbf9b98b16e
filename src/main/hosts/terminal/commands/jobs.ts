/** Jobs of the profile. */
import type { Job, JobPause, JobPreview, RowCounts } from '#contract/jobs/job.ts';
import { type ExitCode, exitCodes, TerminalError } from '../exit-code';
import type { Opened } from '../open-app';
import { safeJson } from '../plain-output';
import { tableText } from '../table-text';
import type { CommandRun, RunCommand } from './command-run';
import { readText } from './input-text';
import { limitOf } from './users';

/** Lists jobs, newest first. */
export const listJobs: RunCommand = async (run) => {
  const { opened, options, terminal } = run;
  const of = options.has('connection') ? { connectionId: (await opened.connection()).id } : {};
  const { jobs, hasMore } = await listedJobs(opened, of, limitOf(run));
  if (options.has('json')) await terminal.print(`${safeJson({ jobs, hasMore })}\n`);
  else {
    const rows = jobs.map(({ id, action, state, counts, startedAtMillis }) => [
      id,
      action.kind,
      state,
      countsText(counts),
      new Date(startedAtMillis).toISOString(),
    ]);
    await terminal.print(tableText(['ID', 'Action', 'State', 'Rows', 'Started'], rows, terminal.columns));
    if (hasMore) terminal.say(`Only the first ${jobs.length} are shown. Use --limit for more.`);
  }
  return exitCodes.done;
};

/** Jobs of a page. */
const pageSize = 200;

async function listedJobs({ api }: Pick<Opened, 'api'>, of: { readonly connectionId?: string }, limit: number) {
  const jobs = new Map<string, Job>();
  for (let before: number | undefined; ; ) {
    const known = jobs.size;
    const page: Awaited<ReturnType<typeof api.jobs.list>> = await api.jobs.list({
      ...of,
      ...(before !== undefined && { before }),
      limit: pageSize,
    });
    for (const job of page.jobs) jobs.set(job.id, job);
    const isEnd = !page.hasMore || jobs.size === known;
    if (isEnd || jobs.size >= limit) return { jobs: [...jobs.values()].slice(0, limit), hasMore: jobs.size > limit || !isEnd };
    // Several may have been started at once.
    before = (page.jobs.at(-1)?.startedAtMillis ?? 0) + 1;
  }
}

function countsText(counts: RowCounts): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([state, count]) => `${count} ${state}`).join(', ');
}

type PreviewInput = Parameters<CommandRun['opened']['api']['jobs']['preview']>[0];
type JobFile = Pick<PreviewInput, 'scope' | 'action'> & { readonly options?: Partial<Job['options']> };

/** Previews a job that a file describes, and runs it to its end. */
export const runJob: RunCommand = async (run) => {
  const { opened, options, terminal, args } = run;
  const [file = ''] = args;
  const { id: connectionId } = await opened.connection();
  const { scope, action, options: own } = parseJob(await readText(file, terminal.input), file);
  const preview = await opened.api.jobs.preview({ connectionId, scope, action });
  if (options.has('dry-run') || preview.toSend === 0) {
    await opened.api.jobs.discard({ id: preview.id });
    await terminal.print(options.has('json') ? `${safeJson(preview)}\n` : previewText(preview));
    return exitCodes.done;
  }
  if (!options.has('json')) terminal.say(previewText(preview).trimEnd());
  const jobOptions = { perSecond: null, stopAfter: null, ...own };
  await opened.api.jobs.start({ id: preview.id, hash: preview.hash, options: jobOptions });
  return finished(run, preview.id);
};

function previewText({ action, total, toSend, skipped, requests }: JobPreview): string {
  const left = skipped.map(({ reason, count }) => `${count} ${reason}`);
  const head = `${action.kind}: ${toSend} of ${total} rows, ${requests.isExact ? '' : 'about '}${requests.count} requests.`;
  return `${[head, ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`])].join('\n')}\n`;
}

const parts = ['action', 'scope', 'options'];

/** Returns the parts of a job. Throws a `TerminalError` that quotes nothing of it. */
export function parseJob(text: string, file: string): JobFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new TerminalError(`“${file}” isn’t JSON.`);
  }
  const isJob = typeof value === 'object' && value !== null && 'action' in value && 'scope' in value;
  if (!isJob || Object.keys(value as object).some((name) => !parts.includes(name)))
    throw new TerminalError(`“${file}” isn’t a job: it has “action”, “scope”, and perhaps “options”.`);
  return value as JobFile;
}

/** Goes on with a job: one that was paused, or that another process left. */
export const resumeJob: RunCommand = async (run) => {
  const { opened, args } = run;
  const id = args[0] ?? '';
  const { state } = await opened.api.jobs.read({ id });
  if (state === 'done' || state === 'cancelled') throw new TerminalError(`The job has ended (${state}).`);
  // What was left running is looked at again by any of these.
  if (state === 'active') await opened.api.jobs.checkUnknown({ id });
  else await opened.api.jobs.resume({ id });
  return finished(run, id);
};

/** Pauses that end without the user. */
const passing: ReadonlySet<JobPause> = new Set(['queued', 'elsewhere', 'offline', 'rate-limited', 'storage']);

/** Resolves when a job has ended, or can't go on, and reports it. */
export async function finished({ opened: { api, app }, options, terminal }: CommandRun, id: string): Promise<ExitCode> {
  let pause: JobPause | null = null;
  let stop = () => {};
  await new Promise<void>((resolve, reject) => {
    const look = async () => {
      const running = (await api.jobs.running({})).value.find((job) => job.id === id);
      pause = running?.pause ?? null;
      const isOver = running === undefined || running.state !== 'active' || (pause !== null && !passing.has(pause));
      if (isOver && (running !== undefined || (await api.jobs.read({ id })).state !== 'active')) return resolve();
      if (running !== undefined) terminal.progress(`${countsText(running.counts)}${pause === null ? '' : ` (${pause})`}`);
    };
    stop = app.onPush(({ name }) => {
      if (name === 'jobs.running') look().catch(reject);
    });
    look().catch(reject);
  }).finally(() => stop());
  const job = await api.jobs.read({ id });
  if (options.has('json')) await terminal.print(`${safeJson({ ...job, pause })}\n`);
  else await terminal.print(`Job ${job.id}: ${pause === null ? job.state : `paused (${pause})`}. ${countsText(job.counts)}.\n`);
  return job.state === 'done' && job.counts.failed + job.counts.unknown === 0 ? exitCodes.done : exitCodes.failed;
}
