import { useId, useState } from 'react';
import type { SealedImport } from '../../../../../contract/transfer/sealed-connections';
import { api } from '../../../../api';
import { useKeyStorage } from '../../../../blocks/connections/use-key-storage';
import { FormFailure } from '../../../../blocks/form/form-failure';
import { errorText } from '../../../../lib/errors/error-text';
import { useAction } from '../../../../lib/use-action';
import { useMessages } from '../../../../lib/use-messages';
import { connectionsStore } from '../../../../stores/connections';
import { Callout } from '../../../../ui/feedback/callout';
import { ErrorCallout } from '../../../../ui/feedback/error-callout';
import { Switch } from '../../../../ui/inputs/switch';
import { ActionDialog } from '../../../../ui/overlays/action-dialog';
import type { Imported } from '../import-result';
import { afterFailure, type ImportProgress, type OpenedFile, startOf, wouldAdd } from './import-progress';
import { PreviewList } from './preview-list';
import styles from './sealed.module.css';

interface PreviewStepProps {
  title: string;
  opened: OpenedFile;
  onDone: (imported: Imported) => void;
  onClose: () => void;
}

/** Shows what an opened file contains, and adds it. */
export function PreviewStep({ title, opened, onDone, onClose }: PreviewStepProps) {
  const { t } = useMessages();
  const storage = useKeyStorage();
  const [allowPlainHttp, setAllowPlainHttp] = useState(false);
  const { progress, adding } = useImport(opened, onDone);
  const { preview } = progress;
  const count = preview.filter((entry) => wouldAdd(entry, allowPlainHttp)).length;
  return (
    <ActionDialog
      title={title}
      description={t(progress.stopped === null ? 'sealed.preview.text' : 'sealed.preview.text.stopped', { storage })}
      width={600}
      actionLabel={t('sealed.preview.add', { count })}
      busy={adding.isPending}
      busyReason={t('sealed.preview.busy')}
      disabledReason={count === 0 ? t('sealed.preview.nothing') : undefined}
      action={() => void adding.run(allowPlainHttp)}
      onClose={onClose}
    >
      <div className={styles.preview}>
        <PreviewList entries={preview} allowPlainHttp={allowPlainHttp} />
        {preview.some(({ skip }) => skip === 'not-secure') && <PlainHttp checked={allowPlainHttp} onChange={setAllowPlainHttp} />}
        <Stopped progress={progress} />
        {adding.failure !== null && <FormFailure report={adding.failure} />}
      </div>
    </ActionDialog>
  );
}

function useImport({ fileId, preview }: OpenedFile, onDone: (imported: Imported) => void) {
  const [progress, setProgress] = useState<ImportProgress>(() => startOf(preview));
  const finish = (result: SealedImport) => {
    if (result.outcome === 'failed') return setProgress(afterFailure(progress, result));
    const skipped = result.skipped.filter(({ index }) => !progress.done.includes(index));
    onDone({ added: [...progress.added, ...result.added], skipped });
  };
  const adding = useAction(
    async (allowPlainHttp: boolean) => {
      const result = await api.sealedConnections.add({ fileId, allowPlainHttp });
      await connectionsStore.refresh();
      return result;
    },
    { onDone: finish },
  );
  return { progress, adding };
}

/** Why not all connections were added: which one failed, and how many were added before. */
function Stopped({ progress: { stopped, added } }: { progress: ImportProgress }) {
  const messages = useMessages();
  const { t } = messages;
  if (stopped === null) return null;
  const first = t('sealed.preview.stopped', { name: stopped.name, count: added.length });
  const second = errorText(messages, stopped.error).next;
  return <ErrorCallout report={stopped.error} next={t('ui.texts', { first, second })} />;
}

function PlainHttp({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <Callout
      tone="warn"
      title={<label htmlFor={id}>{t('sealed.preview.plain')}</label>}
      action={<Switch id={id} checked={checked} onCheckedChange={onChange} />}
    >
      {t('sealed.preview.plain.text')}
    </Callout>
  );
}
