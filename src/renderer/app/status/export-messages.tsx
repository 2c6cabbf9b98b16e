import { CircleAlert, CircleCheck, Download, X } from 'lucide-react';
import { useEffect } from 'react';
import type { ExportRun } from '#contract/bridge/exports.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { errorText, wholeErrorText } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { useOwnExports } from '#window/own-exports.ts';
import type { StatusMessage } from './status-message';

/** Returns a message for each export that runs, and for those that ended, unless the window that started them has said so. */
export function useExportMessages(): readonly StatusMessage[] {
  const messages = useMessages();
  const runs = useTopic('exports.runs');
  const own = useOwnExports((state) => state.ids);
  useOwnEnds(runs.filter(({ id, state }) => own.has(id) && state !== 'running'));
  return runs
    .filter(({ id, state }) => state === 'running' || (state !== 'cancelled' && !own.has(id)))
    .map((run): StatusMessage => {
      const key = `export ${run.id}`;
      if (run.state === 'running') return { key, icon: Download, text: progressText(messages, run), action: <Cancel run={run} /> };
      const text = run.error === null ? doneText(messages, run) : failedText(messages, run);
      const isDone = run.state === 'done';
      return { key, icon: isDone ? CircleCheck : CircleAlert, ...(!isDone && { tone: 'bad' }), text, action: <EndActions run={run} /> };
    });
}

/** Shows how the exports of this window ended, and saves the files that a page has to download. */
function useOwnEnds(ended: readonly ExportRun[]): void {
  const show = useToasts((state) => state.show);
  const remove = useOwnExports((state) => state.remove);
  const runTask = useBackgroundTask();
  useEffect(() => {
    for (const run of ended) {
      if (!useOwnExports.getState().ids.has(run.id)) continue;
      remove(run.id);
      runTask(async () => {
        if (run.state === 'done') {
          if (run.path === null) await download(run);
          show({
            tone: 'good',
            title: (messages) => doneText(messages, run),
            text: ({ t }) => run.path ?? t('export.downloaded'),
            isNoChange: true,
          });
        } else if (run.error !== null) {
          const { error } = run;
          show({
            tone: 'bad',
            title: ({ t }) => t(`export.failed.${run.kind}`),
            text: (messages) => wholeErrorText(messages, error),
          });
        }
        await api.exports.dismiss({ id: run.id });
      });
    }
  }, [ended, show, remove, runTask]);
}

const types = { csv: 'text/csv', ndjson: 'text/plain', json: 'application/json' } as const;

/** Reads the file in parts, and offers it as a download. */
async function download({ id, kind, format }: ExportRun): Promise<void> {
  const parts: string[] = [];
  for (let position: number | null = 0; position !== null; ) {
    const part: { text: string; next: number | null } = await api.exports.read({ id, position });
    parts.push(part.text);
    position = part.next;
  }
  offerDownload(`${kind}.${format}`, types[format], ...parts);
}

function Cancel({ run: { id } }: { run: ExportRun }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  return (
    <Button size="sm" onClick={() => runTask(() => api.exports.cancel({ id }))}>
      {t('export.cancel')}
    </Button>
  );
}

function EndActions({ run }: { run: ExportRun }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const dismiss = () => api.exports.dismiss({ id: run.id });
  return (
    <>
      {run.state === 'done' && run.path === null && (
        <Button size="sm" onClick={() => runTask(() => download(run).then(dismiss))}>
          {t('export.save')}
        </Button>
      )}
      <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => runTask(dismiss)} />
    </>
  );
}

function progressText({ t, locale }: Translator, { kind, rows, totalRows }: ExportRun): string {
  const count = formatNumber(rows, locale);
  return totalRows === null
    ? t(`export.running.${kind}`, { count })
    : t('export.running.of', { what: t(`export.running.${kind}`, { count }), total: formatNumber(totalRows, locale) });
}

function doneText({ t, locale }: Translator, { rows, omitted }: ExportRun): string {
  const done = t('export.done', { count: rows });
  return omitted === 0 ? done : t('export.done.omitted', { done, count: omitted, omitted: formatNumber(omitted, locale) });
}

function failedText(messages: Translator, { kind, error }: ExportRun): string {
  const failed = messages.t(`export.failed.${kind}`);
  return error === null ? failed : messages.t('ui.sentences', { first: failed, second: errorText(messages, error).title });
}
