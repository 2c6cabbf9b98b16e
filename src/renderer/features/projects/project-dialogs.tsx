import type { AdminProject } from '../../../contract/service/models/project-models';
import { CopyProject } from './copy/copy-project';
import { DeleteProject } from './delete/delete-project';
import type { ProjectDialog } from './project-card';
import { TransferProject } from './transfer/transfer-project';

interface ProjectDialogsProps {
  kind: ProjectDialog;
  project: AdminProject;
  connectionId: string;
  accountId: string;
  onClose: () => void;
}

/** The dialog that was chosen in the menu of a project. */
export function ProjectDialogs({ kind, project, ...props }: ProjectDialogsProps) {
  if (kind === 'copy') return <CopyProject source={project} {...props} />;
  return kind === 'transfer' ? <TransferProject project={project} {...props} /> : <DeleteProject project={project} {...props} />;
}
