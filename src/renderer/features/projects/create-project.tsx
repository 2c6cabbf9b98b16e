import { type FormEvent, useId, useState } from 'react';
import { errorText, reportOf } from '../../lib/errors/error-text';
import { isOwnerTeamMissing } from '../../lib/rules/owner-team';
import { useMessages } from '../../lib/use-messages';
import { useCreateProject } from '../../queries/own-projects';
import { Callout } from '../../ui/feedback/callout';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { Field } from '../../ui/inputs/field';
import { TextInput } from '../../ui/inputs/text-input';
import { Dialog } from '../../ui/overlays/dialog';
import { OwnerTeamField } from './owner-team-field';
import styles from './projects.module.css';
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
  const messages = useMessages();
  const { t } = messages;
  const show = useToasts((state) => state.show);
  const formId = useId();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useCreateProject(connectionId, accountId);
  const choice = useProjectOwner(connectionId, accountId);
  const report = error && reportOf(error);
  const failure = report && !isOwnerTeamMissing(report) && errorText(messages, report);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    const isWhole = wanted !== '' && choice.isReady;
    setMissing(!isWhole);
    if (!isWhole || isPending) return;
    mutate(
      { name: wanted, owner: choice.owner, onOwner: choice.keep },
      {
        onSuccess: () => {
          show({ tone: 'good', title: t('projects.created', { name: wanted }) });
          onOpenChange(false);
        },
        onError: (thrown) => isOwnerTeamMissing(reportOf(thrown)) && choice.require(),
      },
    );
  };
  const footer = (
    <>
      <Button onClick={() => onOpenChange(false)}>{t('ui.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" busy={isPending || choice.isLoading}>
        {t('projects.create')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onOpenChange} title={t('projects.create.title')} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {failure && (
          <Callout tone="bad" title={failure.title}>
            {failure.next}
          </Callout>
        )}
        <Field label={t('projects.create.name')} error={isMissing && name.trim() === '' ? t('projects.create.name.missing') : undefined}>
          {(control) => <TextInput {...control} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <OwnerTeamField choice={choice} missing={isMissing && choice.owner === null} />
      </form>
    </Dialog>
  );
}
