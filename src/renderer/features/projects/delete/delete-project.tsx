import type { AdminProject } from '../../../../contract/service/models/project-models';
import { useDeletionQuestion } from '../../../blocks/project-deletion/use-deletion-question';
import { connectionName, projectName } from '../../../lib/rules/project/project-name';
import { useMessages } from '../../../lib/use-messages';
import { deleteOwnedProject } from '../../../queries/project/delete-owned-project';
import { useConnection } from '../../../stores/connections';
import { useConnectionDialogs } from '../../../stores/window/connection-dialogs';
import { useToasts } from '../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';

interface DeleteProjectProps {
  connectionId: string;
  accountId: string;
  project: AdminProject;
  onClose: () => void;
}

/** Deletes a project after its name was typed, and then offers to remove the connection to it. Open as long as it is rendered. */
export function DeleteProject({ connectionId, accountId, project, onClose }: DeleteProjectProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const offerRemoval = useConnectionDialogs((state) => state.show);
  const { question, consequence, typeToConfirm } = useDeletionQuestion(project);
  const name = projectName(project);
  const confirm = async () => {
    const owned = { internalConnectionId: connectionId, accountId, projectId: project.id, name: connectionName(project) };
    const left = await deleteOwnedProject(owned);
    show({ tone: 'good', title: ({ t }) => t('project-settings.delete.done', { name }) });
    if (left !== null) offerRemoval({ kind: 'remove', connectionId: left });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={question}
      consequence={consequence}
      confirmLabel={t('project-settings.delete')}
      danger
      environment={useConnection(connectionId)?.environment}
      typeToConfirm={typeToConfirm}
      onConfirm={confirm}
    />
  );
}
