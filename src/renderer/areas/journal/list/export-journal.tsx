import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import type { JournalFilter } from '#contract/journal/journal-entry.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { isElectron } from '#lib/is-electron.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages, useStoredMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { useActorName } from '#parts/journal/actor.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../journal.module.css';
import { readChainLines, readEntryRows } from './export-files';

interface ExportJournalProps {
  /** What the list shows. */
  filter: JournalFilter;
}

/** Exports the whole chain with its hashes, or what the list shows as a table. */
export function ExportJournal({ filter }: ExportJournalProps) {
  const { t } = useMessages();
  const forbidden = useForbiddenReason('export');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Download} label={t('journal.export')} disabledReason={forbidden} onClick={() => setOpen(true)} />
      {isOpen && <ExportJournalDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

type Format = 'csv' | 'ndjson';
const types = { csv: 'text/csv', ndjson: 'text/plain' } as const;

function ExportJournalDialog({ filter, onClose }: Pick<ExportJournalProps, 'filter'> & { onClose: () => void }) {
  const { t, locale } = useMessages();
  const [format, setFormat] = useState<Format>('csv');
  const exporting = useExport(filter, onClose);
  const { isPending, failure, count } = exporting;
  const close = () => {
    exporting.cancel();
    onClose();
  };
  const footer = (
    <>
      <Button onClick={close}>{t('ui.cancel')}</Button>
      <Button variant="primary" icon={Download} busy={isPending} onClick={() => exporting.run(format)}>
        {t('journal.export.action')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={close} title={t('journal.export')} width={480} footer={footer}>
      <div className={styles.dialogParts}>
        <Segmented
          label={t('journal.export.format')}
          value={format}
          options={[
            { value: 'csv', label: t('journal.export.csv') },
            { value: 'ndjson', label: t('journal.export.ndjson') },
          ]}
          isDisabled={isPending}
          onValueChange={setFormat}
        />
        <p>{t(`journal.export.${format}.text`)}</p>
        <Callout tone="warn" title={t('export.personal')}>
          {t('journal.export.personal')}
        </Callout>
        <p className={styles.quiet}>{t(isElectron ? 'export.file' : 'export.download')}</p>
        <p role="status">{isPending ? t('journal.export.progress', { count: formatNumber(count, locale) }) : ''}</p>
        {failure !== null && <FormFailure report={failure} />}
      </div>
    </Dialog>
  );
}

/** Returns what exports in parts, so that it can be canceled between them. */
function useExport(filter: JournalFilter, onDone: () => void) {
  const stored = useStoredMessages();
  const nameOf = useActorName();
  const names = useConnectionNames();
  const show = useToasts((state) => state.show);
  const [count, setCount] = useState(0);
  const run = useRef(0);
  const action = useAction(
    async (format: Format) => {
      const own = ++run.current;
      setCount(0);
      const parts: string[] = [];
      const source =
        format === 'ndjson' ? readChainLines() : readEntryRows(filter, { stored, nameOf, connectionName: (id) => names.get(id) ?? '' });
      let total = 0;
      for await (const { text, rows } of source) {
        if (own !== run.current) return null;
        parts.push(text);
        total += rows;
        setCount(total);
      }
      offerDownload(`journal.${format}`, types[format], ...parts);
      return total;
    },
    {
      onDone(total) {
        if (total === null) return;
        show({ tone: 'good', title: ({ t }) => t('export.done', { count: total }), isNoChange: true });
        onDone();
      },
    },
  );
  return {
    isPending: action.isPending,
    failure: action.failure,
    count,
    run: (format: Format) => void action.run(format),
    cancel: () => {
      run.current += 1;
    },
  };
}
