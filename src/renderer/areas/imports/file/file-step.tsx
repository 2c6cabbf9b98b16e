import { FileUp } from 'lucide-react';
import { type ImportKind, importKind, maxImportBytes } from '#contract/imports/source.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { cx } from '#lib/class-names.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FileButton } from '#ui/inputs/file-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import common from '../imports.module.css';
import type { ImportFile } from '../use-import-file';
import styles from './file.module.css';
import { FileFormat } from './file-format';
import { FoundColumns } from './found-columns';
import { ReceivedPart } from './received-part';

const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json,application/x-ndjson';

interface FileStepProps {
  kind: ImportKind;
  file: ImportFile;
}

/** The choice of what is imported and of the file, and what was found in it. */
export function FileStep({ kind, file }: FileStepProps) {
  const { t } = useMessages();
  const { connectionId } = useScope();
  return (
    <Page>
      <PageSection title={t('imports.title')} text={t('imports.text')}>
        {file.id === null ? (
          <>
            <div className={styles.kinds}>
              <Segmented
                label={t('imports.kind')}
                value={kind}
                options={importKind.options.map((value) => ({ value, label: t(`imports.kind.${value}`) }))}
                onValueChange={(next) => openPath(paths.imports(connectionId, next), { replace: true })}
              />
              <p className={common.quiet}>{t(`imports.kind.${kind}.text`)}</p>
            </div>
            <Choice kind={kind} file={file} />
          </>
        ) : (
          <ChosenFile file={file} />
        )}
      </PageSection>
      {file.id !== null && !file.opening.isPending && <FileFormat file={file} />}
      {file.source !== null && <FoundColumns source={file.source} />}
    </Page>
  );
}

/** Where a file is dropped or chosen, with what keeps it from being opened. */
function Choice({ kind, file }: FileStepProps) {
  const { t } = useMessages();
  const reason = useRefusal(kind);
  const isBusy = file.opening.isPending;
  const drop = useFileDrop(!isBusy && reason === undefined, file.open);
  return (
    <>
      <div className={cx(styles.drop, drop.isOver && styles.over)} {...drop.handlers}>
        <Icon of={FileUp} size={22} />
        <p className={styles.dropTitle}>{t('imports.drop')}</p>
        <p className={common.quiet}>{t('imports.formats', { gigabytes: maxImportBytes / 2 ** 30 })}</p>
        <FileButton
          variant="primary"
          icon={FileUp}
          label={t('imports.choose')}
          accept={accepted}
          busy={isBusy}
          disabledReason={reason}
          onChoose={file.open}
        />
      </div>
      {reason !== undefined && <Callout tone="neutral" title={reason} />}
      {file.isTooLarge && (
        <Callout tone="bad" title={t('imports.too-large', { gigabytes: maxImportBytes / 2 ** 30 })}>
          {t('imports.too-large.text')}
        </Callout>
      )}
      {file.opening.failure !== null && !file.isTooLarge && <FormFailure report={file.opening.failure} />}
      <Template kind={kind} />
    </>
  );
}

/** Why nothing of a kind can be imported through this connection. */
function useRefusal(kind: ImportKind): string | undefined {
  const { t } = useMessages();
  const { connectionId, readOnly } = useScope();
  const connection = useConnection(connectionId);
  if (readOnly !== undefined) return readOnly;
  return kind === 'permissions' && connection !== undefined && !hasAdminAccess(connection) ? t('imports.needs-admin') : undefined;
}

function Template({ kind }: { kind: ImportKind }) {
  const { t } = useMessages();
  const runInBackground = useBackgroundTask();
  const download = async () => {
    const { name, text } = await api.imports.template({ kind });
    offerDownload(name, 'text/csv', text);
  };
  return (
    <p className={styles.template}>
      {t('imports.template.text')}
      <Button variant="plain" size="sm" onClick={() => runInBackground(download)}>
        {t('imports.template')}
      </Button>
    </p>
  );
}

function ChosenFile({ file }: { file: ImportFile }) {
  const { t } = useMessages();
  return (
    <div className={styles.chosen}>
      <ReceivedPart file={file} />
      <Button onClick={file.discard}>{t(file.opening.isPending ? 'ui.cancel' : 'imports.other')}</Button>
    </div>
  );
}
