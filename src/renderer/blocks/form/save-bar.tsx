import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/inputs/button';
import { BarLayout, BarNote, UnsavedNames } from './bar-layout';
import type { CallForm } from './use-call-form';

interface SaveBarProps<F extends FieldValues> {
  form: CallForm<F>;
  note?: ReactNode;
  actions?: ReactNode;
  disabledReason?: string | undefined;
}

/** What would be saved, why the last attempt failed, and the buttons. Shown while there is something to say or to do. */
export function SaveBar<F extends FieldValues>({ form, note, actions, disabledReason }: SaveBarProps<F>) {
  const { t } = useMessages();
  const { isNew, isDirty, isSaving, failure } = form;
  const isShown = isNew || isDirty || isSaving || failure !== null || actions !== undefined;
  return (
    <BarLayout
      isShown={isShown}
      failure={failure}
      buttons={
        <>
          {actions}
          {isNew ? <CancelButton /> : isDirty && <DiscardButton form={form} />}
          <Button
            type="submit"
            variant="primary"
            busy={isSaving}
            aria-keyshortcuts="Control+S Meta+S"
            disabledReason={disabledReason ?? (isNew || isDirty ? undefined : t('form.nothing'))}
          >
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <UnsavedNames names={!isNew && isDirty ? form.changes : undefined} />
      {note && <BarNote>{note}</BarNote>}
    </BarLayout>
  );
}

function CancelButton() {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button variant="plain" onClick={() => void navigate(-1)}>
      {t('ui.cancel')}
    </Button>
  );
}

function DiscardButton<F extends FieldValues>({ form: { isSaving, discard } }: { form: CallForm<F> }) {
  const { t } = useMessages();
  return (
    <Button variant="plain" disabledReason={isSaving ? t('form.saving') : undefined} onClick={discard}>
      {t('form.discard')}
    </Button>
  );
}
