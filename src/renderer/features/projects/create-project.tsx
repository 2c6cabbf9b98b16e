import type { ReactNode } from 'react';
import { FormFailure } from '../../blocks/form/form-failure';
import { TextAreaField } from '../../blocks/form/text-area-field';
import { TextField } from '../../blocks/form/text-field';
import { projectName } from '../../lib/rules/project/project-name';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { OwnerTeamField } from './owner-team-field';
import { type CopiedProject, useProjectForm } from './use-project-form';
import { useProjectOwner } from './use-project-owner';

interface CreateProjectProps {
  connectionId: string;
  accountId: string;
  /** Whose settings the new project starts with; without it, with the service's defaults. */
  copy?: CopiedProject;
  /** What is copied, and what isn't. */
  children?: ReactNode;
  onClose: () => void;
}

/** Asks for the name of a new project, and for the description of a copy. Open as long as it is rendered. */
export function CreateProject({ connectionId, accountId, copy, children, onClose }: CreateProjectProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const choice = useProjectOwner(connectionId, accountId);
  const onCreated = ({ display_name: name }: { display_name: string }) => {
    show({ tone: 'good', title: ({ t }) => t('projects.created', { name }) });
    onClose();
  };
  const form = useProjectForm({ connectionId, accountId, choice, copy, onCreated });
  return (
    <FormDialog
      title={copy === undefined ? t('projects.create.title') : t('projects.copy.title', { name: projectName(copy.source) })}
      environment={useConnection(connectionId)?.environment}
      actionLabel={copy === undefined ? t('projects.create') : t('projects.copy')}
      busy={form.isSaving || choice.isLoading}
      onClose={onClose}
      onSubmit={() => {
        if (choice.isReady) form.save();
      }}
      {...(copy === undefined ? {} : { width: 560 })}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="display_name" maxLength={100} />
      {copy !== undefined && <TextAreaField form={form} name="description" rows={2} />}
      <OwnerTeamField form={form} choice={choice} />
      {children}
    </FormDialog>
  );
}
