import { type FormEvent, useId } from 'react';
import { FormFailure } from '../../blocks/form/form-failure';
import { TextField } from '../../blocks/form/text-field';
import { useMessages } from '../../lib/use-messages';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { Dialog } from '../../ui/overlays/dialog';
import { OwnerTeamField } from './owner-team-field';
import styles from './projects.module.css';
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
  const formId = useId();
  const choice = useProjectOwner(connectionId, accountId);
  const onCreated = (name: string) => {
    show({ tone: 'good', title: t('projects.created', { name }) });
    onOpenChange(false);
  };
  const form = useProjectForm({ connectionId, accountId, choice, onCreated });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice.isReady) form.save();
  };
  const footer = (
    <>
      <Button onClick={() => onOpenChange(false)}>{t('ui.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" busy={form.isSaving || choice.isLoading}>
        {t('projects.create')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onOpenChange} title={t('projects.create.title')} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {form.failure !== null && <FormFailure report={form.failure} />}
        <TextField form={form} name="display_name" maxLength={100} />
        <OwnerTeamField form={form} choice={choice} />
      </form>
    </Dialog>
  );
}
