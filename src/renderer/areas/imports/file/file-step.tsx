import { FileText, FileUp } from 'lucide-react';
import { type ImportFault, type ImportKind, type ImportSource, importKind, maxImportBytes } from '#contract/imports/source.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useConcealing } from '#lib/privacy/shown-text.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
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
import { ProgressLine } from '../progress-line';
import styles from './file.module.css';
import { FileFormat } from './file-format';
import type { ImportFile } from './use-import-file';

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

/** The chosen file: how far it was copied and read, what is in it, or why it can’t be imported. */
function ReceivedPart({ file: { name, run, source, opening } }: { file: ImportFile }) {
  const messages = useMessages();
  const concealing = useConcealing(messages);
  const { t, locale } = messages;
  if (opening.isPending) {
    const label = t(run?.state === 'reading' ? 'imports.reading' : 'imports.receiving');
    const progress = run?.progress ?? null;
    return (
      <ProgressLine label={label} progress={progress}>
        {progress !== null && t('imports.percent', { value: progress })}
      </ProgressLine>
    );
  }
  const fault = run?.fault ?? null;
  return (
    <div className={styles.chosenText}>
      <p className={styles.chosenName}>
        <Icon of={FileText} size={16} />
        <bdi data-personal="">{name}</bdi>
      </p>
      {source !== null && (
        <p className={common.quiet} role="status">
          {t('imports.found', {
            count: source.lines,
            lines: formatNumber(source.lines, locale),
            columns: source.columns.length,
          })}
        </p>
      )}
      {source === null && fault !== null && (
        <Callout tone="bad" title={faultText(concealing, fault)}>
          {t(`imports.fault.${fault.reason}.text`)}
        </Callout>
      )}
    </div>
  );
}

function faultText({ t, locale }: Translator, { reason, line, column }: ImportFault): string {
  const text = t(`imports.fault.${reason}`, { column: column ?? '' });
  return line === null ? text : t('imports.fault.line', { line: formatNumber(line, locale), text });
}

const productNames = {
  clerk: 'Clerk',
  auth0: 'Auth0',
  supabase: 'Supabase',
  firebase: 'Firebase',
  keycloak: 'Keycloak',
  latchkey: 'Latchkey',
};
/** Columns whose values are shown; the next step shows all of them. */
const shownColumns = 8;

/** The first columns with samples, and what a recognized export can’t bring along. */
function FoundColumns({ source: { columns, origin, broken } }: { source: ImportSource }) {
  const { t, locale } = useMessages();
  return (
    <PageSection title={t('imports.columns.found', { count: columns.length })}>
      {origin !== null && (
        <Callout tone={origin.losses.length === 0 ? 'good' : 'accent'} title={t('imports.origin', { product: productNames[origin.name] })}>
          {origin.losses.length > 0 && (
            <>
              {t('imports.losses')}
              <ul className={styles.losses}>
                {origin.losses.map((loss) => (
                  <li key={loss}>{t(`imports.loss.${loss}`)}</li>
                ))}
              </ul>
            </>
          )}
        </Callout>
      )}
      {broken > 0 && (
        <Callout tone="warn" title={t('imports.broken', { count: broken, shown: formatNumber(broken, locale) })}>
          {t('imports.broken.text')}
        </Callout>
      )}
      <dl className={styles.samples}>
        {columns.slice(0, shownColumns).map(({ name, samples, isSecret }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
          <div key={at}>
            <dt>{name || t('imports.column.unnamed', { number: at + 1 })}</dt>
            <dd data-personal={isSecret ? undefined : ''}>{isSecret ? t('imports.secret-column') : samples.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {columns.length > shownColumns && (
        <p className={common.quiet}>{t('imports.columns.more', { count: columns.length - shownColumns })}</p>
      )}
    </PageSection>
  );
}
