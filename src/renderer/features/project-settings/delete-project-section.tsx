import { Trash2 } from 'lucide-react';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { useDeletionQuestion } from '../../blocks/project-deletion/use-deletion-question';
import { fromHere } from '../../lib/places/open-path';
import { useMessages } from '../../lib/use-messages';
import { deleteProject } from '../../queries/project/deleted-project';
import { paths } from '../../routes';
import { useConnection } from '../../stores/connections';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { useToasts } from '../../ui/feedback/toasts';
import { DangerSection } from '../../ui/layout/danger-section';
import styles from './project-settings.module.css';

interface DeleteProjectSectionProps {
  connectionId: string;
  project: AdminProject;
  disabledReason: string | undefined;
}

/** Deletes the project with everything in it, and then offers to remove the connection, which is of no use then. */
export function DeleteProjectSection({ connectionId, project, disabledReason }: DeleteProjectSectionProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const offerRemoval = useConnectionDialogs((state) => state.show);
  const connection = useConnection(connectionId);
  const { id, display_name: name } = project;
  const isSandbox = connection?.kind === 'sandbox';
  const reason = disabledReason ?? (isSandbox ? t('project-settings.delete.sandbox') : undefined);
  const confirm = async () => {
    const open = fromHere();
    await deleteProject(connectionId, id);
    show({ tone: 'good', title: ({ t }) => t('project-settings.delete.done', { name }) });
    offerRemoval({ kind: 'remove', connectionId });
    open(paths.edit(connectionId), { replace: true });
  };
  return (
    <DangerSection
      title={t('project-settings.delete')}
      icon={Trash2}
      disabledReason={reason}
      {...useDeletionQuestion(project)}
      environment={connection?.environment}
      onConfirm={confirm}
    >
      <p>{t('project-settings.delete.text')}</p>
      {reason !== undefined && <p className={styles.quiet}>{reason}</p>}
    </DangerSection>
  );
}
