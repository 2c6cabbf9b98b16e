import { FormFailure } from '../../blocks/form/form-failure';
import { TextField } from '../../blocks/form/text-field';
import { useMessages } from '../../lib/use-messages';
import { useToasts } from '../../ui/feedback/toasts';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { OwnerTeamField } from './owner-team-field';
import { useProjectForm } from './use-project-form';
import { useProjectOwner } from './use-project-owner';

interface CreateProjectProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  connectionId: string;
  accountId: string;
}

/** Asks for the name of a new project. */
export function CreateProject(props: CreateProjectProps) {
  // Mounted afresh each time, so that nothing typed or failed before is left.
  return props.open ? <OpenCreateProject {...props} /> : null;
}

function OpenCreateProject({ onOpenChange, connectionId, accountId }: CreateProjectProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const choice = useProjectOwner(connectionId, accountId);
  const onCreated = (name: string) => {
    show({ tone: 'good', title: t('projects.created', { name }) });
    onOpenChange(false);
  };
  const form = useProjectForm({ connectionId, accountId, choice, onCreated });
  return (
    <FormDialog
      title={t('projects.create.title')}
      actionLabel={t('projects.create')}
      busy={form.isSaving || choice.isLoading}
      onClose={() => onOpenChange(false)}
      onSubmit={() => {
        if (choice.isReady) form.save();
      }}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="display_name" maxLength={100} />
      <OwnerTeamField form={form} choice={choice} />
    </FormDialog>
  );
}
