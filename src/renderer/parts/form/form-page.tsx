import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { isBehindDialog } from '#lib/keyboard/open-dialog.ts';
import { isSubmitKey, isWithin } from '#lib/keyboard/submit-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useShortcut } from '#lib/use-shortcut.ts';
import { Button } from '#ui/inputs/button.tsx';
import { BarLayout, BarNote, UnsavedNames } from './bar-layout';
import styles from './form-page.module.css';
import { LeaveGuard } from './leave-guard';
import type { CallForm } from './use-call-form';

interface FormPageProps<F extends FieldValues> {
  form: CallForm<F>;
  /** What scrolls above the save bar. */
  children: ReactNode;
  /** Further buttons of the save bar, which is then always shown. */
  actions?: ReactNode;
  /** A sentence in the save bar. */
  note?: ReactNode;
  /** The parameters of the URL's query that name what is edited, if the screen shows one of several. */
  parameters?: readonly string[];
  /** Why nothing can be saved now. What was entered stays. */
  disabledReason?: string | undefined;
}

/** A screen that is a form: its fields, the save bar, and a question before unsaved changes are lost. */
export function FormPage<F extends FieldValues>({ form, children, actions, note, parameters, disabledReason }: FormPageProps<F>) {
  const save = () => disabledReason === undefined && form.save();
  useShortcut({ key: 's', mod: true }, () => isBehindDialog() || save());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    // Keys of a dialog that belongs to a part of the form reach it through React.
    if (isSubmitKey(event) && isWithin(event)) save();
  };
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={press} noValidate autoComplete="off">
      <div className={styles.scroll}>{children}</div>
      <SaveBar form={form} note={note} actions={actions} disabledReason={disabledReason} />
      <LeaveGuard when={form.isDirty} isSaving={!form.isUnsaved} parameters={parameters} />
    </form>
  );
}

interface SaveBarProps<F extends FieldValues> {
  form: CallForm<F>;
  note?: ReactNode;
  actions?: ReactNode;
  disabledReason?: string | undefined;
}

/** What would be saved, why the last attempt failed, and the buttons. Shown while there is something to say or to do. */
function SaveBar<F extends FieldValues>({ form, note, actions, disabledReason }: SaveBarProps<F>) {
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
