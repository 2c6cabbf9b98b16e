import { Download, FilePen, FolderDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type FolderProblem, maxDocumentLength } from '#contract/bridge/configuration.ts';
import { api } from '#data/api.ts';
import { exportFile, useForbiddenReason } from '#data/policy.ts';
import { readChosenFile } from '#data/read-chosen-file.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useAppInfo } from '#parts/about.tsx';
import { FaultList, FolderProblemCallout, NamingProblems } from '#parts/configuration-faults.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { FileButton } from '#ui/inputs/file-button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';
import styles from './configuration.module.css';

interface ExportSectionProps {
  connectionId: string;
  projectName: string;
}

/** Exports the project’s configuration as a file, without secrets. */
export function ExportSection({ connectionId, projectName }: ExportSectionProps) {
  const { t } = useMessages();
  const forbidden = useForbiddenReason('export');
  const [hasAllViews, setAllViews] = useState(false);
  const [problem, setProblem] = useState<Unwritten | null>(null);
  const save = async (name: string, into?: string) => {
    setProblem(null);
    folder.forget();
    const exported = await api.configuration.export({ connectionId, hasAllViews, ...(into === undefined ? {} : { into }) });
    if (exported.state === 'exported') await exportFile(name, 'text/plain', exported.text);
    else setProblem(exported);
  };
  const exporting = useAction(() => save(fileName(projectName)));
  const updating = useAction(async (files: readonly File[]) => {
    const into = await readChosenFile(files, { length: maxDocumentLength, code: 'import-too-large' });
    await save(files[0]?.name ?? fileName(projectName), into);
  });
  const folder = useExportFolder({ connectionId, hasAllViews }, setProblem);
  const failure = exporting.failure ?? updating.failure ?? folder.failure;
  return (
    <PageSection title={t('compare.export')} text={t('compare.export.text')}>
      <Card>
        <CardRow className={styles.export}>
          <CheckboxChoice
            label={t('compare.export.views')}
            note={t('compare.export.views.note')}
            checked={hasAllViews}
            onChange={setAllViews}
          />
          <p className={styles.quiet}>{t('compare.secrets')}</p>
          <div className={styles.exportFoot}>
            <Button icon={Download} busy={exporting.isPending} disabledReason={forbidden} onClick={() => void exporting.run()}>
              {t('compare.export.action')}
            </Button>
            {folder.isOffered && (
              <Button icon={FolderDown} busy={folder.isPending} disabledReason={forbidden} onClick={() => void folder.run()}>
                {t('compare.folder.export')}
              </Button>
            )}
            {forbidden === undefined && (
              <FileButton
                icon={FilePen}
                busy={updating.isPending}
                label={t('compare.export.update')}
                fileLabel={t('compare.export.update.file')}
                accept=".yaml,.yml,.json"
                onChoose={(files) => void updating.run(files)}
              />
            )}
            <Link to={paths.compare(connectionId)}>{t('compare.export.compare')}</Link>
          </div>
          <p className={styles.quiet}>{t('compare.export.update.note')}</p>
          {folder.isOffered && <p className={styles.quiet}>{t('compare.folder.export.note')}</p>}
          {folder.saved !== null && <p role="status">{t('compare.folder.export.saved', { name: folder.saved })}</p>}
          {folder.problem !== null && <FolderProblemCallout title={t('compare.folder.unwritten')} problem={folder.problem} />}
          {failure !== null && <FormFailure report={failure} />}
          {problem?.state === 'names' && <NamingProblems problems={problem.problems} />}
          {problem?.state === 'faults' && (
            <Callout tone="bad" title={t('compare.export.faults')}>
              <FaultList faults={problem.faults} />
            </Callout>
          )}
        </CardRow>
      </Card>
    </PageSection>
  );
}

type Unwritten = Exclude<Awaited<ReturnType<typeof api.configuration.export>>, { state: 'exported' }>;

/** Returns the action that writes the project to a folder, which only hosts with dialogs offer. */
function useExportFolder(input: Parameters<typeof api.configuration.exportFolder>[0], onUnwritten: (unwritten: Unwritten | null) => void) {
  const { data: info } = useAppInfo();
  const [saved, setSaved] = useState<string | null>(null);
  const [problem, setProblem] = useState<FolderProblem | null>(null);
  const forget = () => {
    setSaved(null);
    setProblem(null);
  };
  const action = useAction(
    () => {
      forget();
      onUnwritten(null);
      return api.configuration.exportFolder(input);
    },
    {
      onDone(result) {
        if (result.state === 'saved') setSaved(result.name);
        if (result.state === 'problem') setProblem(result.problem);
        if (result.state === 'names' || result.state === 'faults') onUnwritten(result);
      },
    },
  );
  return { ...action, isOffered: info?.host === 'electron', saved, problem, forget };
}

/** Returns a name of letters, digits, and hyphens, whatever the project is called. */
function fileName(projectName: string): string {
  const name = projectName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${name === '' ? 'project' : name}.yaml`;
}
