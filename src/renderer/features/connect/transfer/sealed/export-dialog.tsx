import { useState } from 'react';
import type { SealedExport } from '../../../../../contract/transfer/sealed-connections';
import { passphraseLength } from '../../../../../contract/transfer/sealed-format';
import { api } from '../../../../api';
import { FormFailure } from '../../../../blocks/form/form-failure';
import { offerDownload } from '../../../../lib/export/offer-download';
import { isElectron } from '../../../../lib/is-electron';
import { useAction } from '../../../../lib/use-action';
import { useMessages } from '../../../../lib/use-messages';
import { Callout } from '../../../../ui/feedback/callout';
import { useToasts } from '../../../../ui/feedback/toasts';
import { Field } from '../../../../ui/inputs/field';
import { PasswordInput } from '../../../../ui/inputs/password-input';
import { FormDialog } from '../../../../ui/overlays/form-dialog';
import { passphraseProblem } from './passphrase-problem';

/** Exports all connections with their keys, sealed with a passphrase that the user chooses. */
export function ExportDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useMessages();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setTried] = useState(false);
  const finish = useFinish(onClose);
  const saving = useAction(() => api.sealedConnections.save({ passphrase }), { onDone: finish });
  const problem = passphraseProblem(passphrase, repeated);
  const submit = () => {
    setTried(true);
    if (problem === null) void saving.run();
  };
  const input = { maxLength: passphraseLength.max, autoComplete: 'off', dir: 'ltr', readOnly: saving.isPending } as const;
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
      <Field
        label={t('sealed.passphrase')}
        help={t('sealed.passphrase.help', { min: passphraseLength.min })}
        error={isTried && problem === 'short' ? t('sealed.passphrase.short', { min: passphraseLength.min }) : undefined}
      >
        {(control) => <PasswordInput {...control} {...input} value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />}
      </Field>
      <Field
        label={t('sealed.passphrase.repeat')}
        error={isTried && problem === 'different' ? t('sealed.passphrase.different') : undefined}
      >
        {(control) => <PasswordInput {...control} {...input} value={repeated} onChange={(event) => setRepeated(event.target.value)} />}
      </Field>
      <Callout tone="warn" title={t('sealed.export.lost')}>
        {t('sealed.export.lost.text')}
      </Callout>
      <div role="status">{saving.isPending && !isElectron && <Callout tone="accent" title={t('link.cli.confirm.browser')} />}</div>
      {saving.failure !== null && <FormFailure report={saving.failure} />}
    </FormDialog>
  );
}

/** Downloads what a page in a browser got, and says what was exported. */
function useFinish(onClose: () => void) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  return (result: SealedExport) => {
    if (result.outcome === 'canceled') return;
    const { count, withoutKeys } = result;
    if (result.outcome === 'sealed') offerDownload('latchkey-connections-sealed.json', 'application/json', result.text);
    const title = t('sealed.exported', { count });
    if (withoutKeys.length > 0) show({ tone: 'bad', title, text: t('sealed.exported.without-keys', { names: withoutKeys.join(', ') }) });
    else show({ tone: 'good', title, ...(result.outcome === 'saved' ? { text: result.path } : {}) });
    onClose();
  };
}
