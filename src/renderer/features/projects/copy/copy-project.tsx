import { projectName } from '../../../lib/rules/project/project-name';
import { useMessages } from '../../../lib/use-messages';
import { useOwnProject } from '../../../queries/project/own-projects';
import { useConnection } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { LoadingStatus, Skeleton } from '../../../ui/feedback/skeleton';
import { Button } from '../../../ui/inputs/button';
import { Dialog } from '../../../ui/overlays/dialog';
import { CreateProject } from '../create-project';
import { FailedRead } from '../failed-read';
import { CopySummary } from './copy-summary';
import { projectCopy } from './project-copy';

interface CopyProjectProps {
  connectionId: string;
  accountId: string;
  source: { readonly id: string; readonly display_name: string };
  onClose: () => void;
}

/** Creates a project with the settings that another one has now. Open as long as it is rendered. */
export function CopyProject({ connectionId, accountId, source, onClose }: CopyProjectProps) {
  const { t } = useMessages();
  const query = useOwnProject(connectionId, accountId, source.id);
  const { data: project, error } = query;
  const connection = useConnection(connectionId);
  const hasLevels = connection?.features?.['config-override'] === true;
  if (project) {
    const { config, notCopied } = projectCopy(project, hasLevels);
    return (
      <CreateProject connectionId={connectionId} accountId={accountId} copy={{ source: project, config }} onClose={onClose}>
        <CopySummary config={config} notCopied={notCopied} />
      </CreateProject>
    );
  }
  const isGone = project === null;
  const close = <Button onClick={onClose}>{t('ui.close')}</Button>;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={560}
      title={t('projects.copy.title', { name: projectName(source) })}
      environment={connection?.environment}
      footer={close}
    >
      {isGone && <Callout tone="bad" title={t('projects.gone')} />}
      {!isGone && error !== null && <FailedRead title={t('projects.copy.failed')} query={query} />}
      {!isGone && error === null && (
        <>
          <LoadingStatus />
          <Skeleton width="100%" height={160} />
        </>
      )}
    </Dialog>
  );
}
