import type { SealedExport } from '#contract/bridge/sealed-connections.ts';
import { api } from '#data/api.ts';
import { formatNames } from '#lib/intl/format.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { isElectron } from '#lib/is-electron.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { NewPassphraseFields, useNewPassphrase } from '#parts/passphrase/new-passphrase.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './sealed.module.css';

/** Exports all connections with their keys, sealed with a passphrase that the user chooses. */
export function ExportDialog({ count, onClose }: { count: number; onClose: () => void }) {
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
