import { Check, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { type ImportKind, type ImportSource, importKind } from '#contract/imports/source.ts';
import { api } from '#data/api.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useAction, useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListBody, ListFooter, ListFrame } from '#ui/layout/list-frame.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { CheckStep } from './check/check-step';
import { ColumnsStep } from './columns/columns-step';
import { FileStep } from './file/file-step';
import { type ImportFile, useImportFile } from './file/use-import-file';
import styles from './imports.module.css';
import { StartedStep } from './started-step';

/** Imports users, teams with their members, or permission definitions from a file: from choosing it to the job that it becomes. */
export function ImportsScreen() {
  const { connection: connectionId = '' } = useParams();
  const kind = importKindOf(useSearchParams()[0]);
  // A file is read for one connection, and as one kind.
  return <Import key={`${connectionId} ${kind}`} connectionId={connectionId} kind={kind} />;
}

function Import({ connectionId, kind }: { connectionId: string; kind: ImportKind }) {
  const file = useImportFile(connectionId, kind);
  const [step, setStep] = useState<ImportStep>('file');
  const [mapped, setMapped] = useState<Mapped | null>(null);
  const [jobId, setJobId] = useState('');
  const runInBackground = useBackgroundTask();
  const { id, name, run, source } = file;
  const checking = useAction((checked: ImportMapping) => api.imports.check({ id: id ?? '', mapping: checked }), {
    onDone: () => setStep('check'),
  });
  useLostStep(step === 'check' && run?.state === 'mapping' && run.error !== null, () => setStep('columns'));
  useLostStep((step === 'columns' || step === 'check') && run?.state === 'failed', () => setStep('file'));
  const start = (job: string) => {
    // The rows are fixed, and stored with the job.
    file.discard();
    setJobId(job);
    setStep('import');
  };
  const again = () => {
    setMapped(null);
    setStep('file');
  };
  const leaveCheck = () => {
    if (run?.state === 'checking' && id !== null) runInBackground(() => api.imports.cancelCheck({ id }));
    setStep('columns');
  };
  return (
    <ListFrame className={styles.frame}>
      <LeaveGuard when={id !== null && step !== 'import'} parameter="kind" />
      <StepBar step={step} name={name} lines={source?.lines ?? null} />
      {step === 'file' && (
        <FilePart
          kind={kind}
          file={file}
          mapped={mapped}
          onMapped={(next) => {
            setMapped(next);
            setStep('columns');
          }}
        />
      )}
      {step === 'columns' && id !== null && mapped !== null && (
        <ColumnsStep
          id={id}
          source={mapped.source}
          mapping={mapped.mapping}
          checking={checking}
          failure={run?.error ?? null}
          onChange={(mapping) => setMapped({ ...mapped, mapping })}
          onBack={() => setStep('file')}
        />
      )}
      {step === 'check' && run !== null && <CheckStep run={run} onBack={leaveCheck} onStarted={start} />}
      {step === 'import' && <StartedStep jobId={jobId} onAgain={again} />}
    </ListFrame>
  );
}

/** Goes back from a step that can't be continued: without a result of the check to the columns, without the file to its choice. Both say why. */
function useLostStep(isLost: boolean, onLost: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the run, and not the function
  useEffect(() => {
    if (isLost) onLost();
  }, [isLost]);
}

/** A mapping, and what was found in the file that it is of. */
interface Mapped {
  readonly source: ImportSource;
  readonly mapping: ImportMapping;
}

interface FilePartProps {
  kind: ImportKind;
  file: ImportFile;
  /** The mapping that was made before; it stays as long as the file is read in the same way. */
  mapped: Mapped | null;
  onMapped: (mapped: Mapped) => void;
}

/** The first step, with what leads to the second. */
function FilePart({ kind, file, mapped, onMapped }: FilePartProps) {
  const { t } = useMessages();
  const { id, source } = file;
  const suggesting = useAction(
    async (of: string, from: ImportSource) =>
      mapped?.source === from ? mapped : { source: from, mapping: await api.imports.suggest({ id: of }) },
    { onDone: onMapped },
  );
  return (
    <>
      <ListBody className={styles.scrolling}>
        <FileStep kind={kind} file={file} />
        {suggesting.failure !== null && <FormFailure report={suggesting.failure} />}
      </ListBody>
      {id !== null && (
        <ListFooter
          end={
            <Button
              variant="primary"
              busy={suggesting.isPending}
              disabledReason={source === null || file.formatting.isPending ? t('imports.continue.none') : undefined}
              onClick={() => source !== null && void suggesting.run(id, source)}
            >
              {t('imports.continue')}
            </Button>
          }
        >
          {t('imports.private-copy')}
        </ListFooter>
      )}
    </>
  );
}

/** Returns what the query of an import says that lines become: the reverse of `paths.imports`. */
function importKindOf(search: URLSearchParams): ImportKind {
  return importKind.options.find((kind) => kind === search.get('kind')) ?? 'users';
}

const importSteps = ['file', 'columns', 'check', 'import'] as const;
type ImportStep = (typeof importSteps)[number];

interface StepBarProps {
  step: ImportStep;
  /** Name of the file; empty before one was chosen. */
  name: string;
  /** Number of lines; null before they were counted. */
  lines: number | null;
}

/** Where an import is between the file and the job, and what is imported. */
function StepBar({ step, name, lines }: StepBarProps) {
  const { t, locale } = useMessages();
  const at = importSteps.indexOf(step);
  return (
    <div className={styles.stepBar}>
      <ol className={styles.steps} aria-label={t('imports.steps')}>
        {importSteps.map((one, index) => (
          <li key={one} className={styles.step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
            <span className={styles.stepMark}>{index < at ? <Icon of={Check} size={12} /> : index + 1}</span>
            {t(`imports.step.${one}`)}
            {index < at && <VisuallyHidden>{t('imports.step.done')}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      {name !== '' && (
        <p className={styles.stepFile}>
          <span className={styles.fileChip}>
            <Icon of={FileText} size={13} />
            <bdi data-personal="">{name}</bdi>
          </span>
          {lines !== null && t('imports.lines', { count: lines, shown: formatNumber(lines, locale) })}
        </p>
      )}
    </div>
  );
}
