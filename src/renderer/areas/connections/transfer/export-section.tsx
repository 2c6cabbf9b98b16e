import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, FileLock } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SealedExport } from '#contract/bridge/sealed-connections.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { useTopic } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNames } from '#lib/intl/format.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { isElectron } from '#lib/is-electron.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { NewPassphraseFields, useNewPassphrase } from '#parts/passphrase/new-passphrase.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './sealed.module.css';
import transferStyles from './transfer.module.css';

/** Exports all connections with their keys, sealed with a passphrase that the user chooses. */
function ExportDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useMessages();
  const chosen = useNewPassphrase();
  const { passphrase } = chosen;
  const finish = useFinish(onClose);
  const saving = useAction(() => api.sealedConnections.save({ passphrase }), { onDone: finish });
  const submit = () => {
    if (chosen.check()) void saving.run();
  };
  return (
    <FormDialog
      title={t('sealed.export')}
      description={t('sealed.export.description', { count })}
      actionLabel={t('sealed.export.save')}
      busy={saving.isPending}
      busyReason={t(isElectron ? 'sealed.export.busy' : 'link.cli.confirm.browser')}
      onClose={onClose}
      onSubmit={submit}
    >
      <NewPassphraseFields value={chosen} readOnly={saving.isPending} />
      <Callout tone="warn" title={t('sealed.export.lost')}>
        {t('sealed.export.lost.text')}
      </Callout>
      <div role="status" className={styles.status}>
        {saving.isPending && !isElectron && <Callout tone="accent" title={t('link.cli.confirm.browser')} />}
      </div>
      {saving.failure !== null && <FormFailure report={saving.failure} />}
    </FormDialog>
  );
}

/** Downloads what a page in a browser got, and says what was exported. */
function useFinish(onClose: () => void) {
  const show = useToasts((state) => state.show);
  return (result: SealedExport) => {
    if (result.outcome === 'canceled') return;
    const { count, withoutKeys } = result;
    if (result.outcome === 'sealed') offerDownload('latchkey-connections-sealed.json', 'application/json', result.text);
    const title: Translatable = ({ t }) => t('sealed.exported', { count });
    if (withoutKeys.length > 0)
      show({ tone: 'bad', title, text: ({ t, locale }) => t('sealed.exported.without-keys', { names: formatNames(withoutKeys, locale) }) });
    else if (result.outcome === 'saved') show({ tone: 'good', title, text: () => result.path });
    else show({ tone: 'good', title });
    onClose();
  };
}

/** Exports all connections with their keys as a sealed file. */
export function SealedExportSection() {
  const { t } = useMessages();
  const { length: count } = useTopic('connections.list').filter(({ kind }) => kind === 'project');
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection title={t('sealed.export')} text={t('sealed.export.text')}>
      <div className={transferStyles.buttons}>
        <Button icon={FileLock} disabledReason={count === 0 ? t('transfer.export.nothing') : undefined} onClick={() => setOpen(true)}>
          {t('sealed.export.choose')}
        </Button>
      </div>
      {isOpen && <ExportDialog count={count} onClose={() => setOpen(false)} />}
    </PageSection>
  );
}

/** Exports all connections as a file or text, without keys. */
export function ExportSection() {
  const { t } = useMessages();
  const own = useTopic('connections.list').filter(({ kind }) => kind === 'project');
  const { data, error, isFetching, refetch } = useConnectionsExport(own);
  if (error !== null) return <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />;
  const text = data?.text ?? null;
  const nothing = own.length === 0 ? t('transfer.export.nothing') : undefined;
  return (
    <PageSection title={t('transfer.export')} text={t('transfer.export.text')}>
      <div className={transferStyles.buttons}>
        <Button
          icon={Download}
          disabledReason={nothing}
          busy={text === null}
          onClick={() => text !== null && offerDownload('latchkey-connections.json', 'application/json', text)}
        >
          {t('transfer.export.file')}
        </Button>
        <CopyTextButton value={() => text ?? ''} disabledReason={nothing}>
          {t('transfer.export.copy')}
        </CopyTextButton>
        <span className={transferStyles.count}>{t('transfer.export.count', { count: own.length })}</span>
      </div>
    </PageSection>
  );
}

/** Returns the export as text. Read ahead and again with every change, because a copy must follow its click at once. */
function useConnectionsExport(connections: readonly Connection[]) {
  return useQuery({
    queryKey: queryKeys.connectionsExport(connections),
    queryFn: () => api.connections.exportAll({}),
    placeholderData: keepPreviousData,
  });
}
