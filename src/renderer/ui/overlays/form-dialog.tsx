import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { isSubmitKey, isWithin } from '#lib/keyboard/submit-key.ts';
import { ActionDialog, type ActionDialogFrame } from './action-dialog';
import styles from './form-dialog.module.css';

interface FormDialogProps extends ActionDialogFrame {
  /** Called by the main button, by Enter in a field, and by Ctrl/Cmd+Enter in a text of several lines as well. */
  onSubmit: () => void;
}

/** An open dialog whose content is a form. */
export function FormDialog({ onSubmit, children, ...frame }: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be inside another form, which the event would reach through React.
    event.stopPropagation();
    onSubmit();
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isSubmitKey(event) || !isWithin(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!frame.busy && frame.disabledReason === undefined) onSubmit();
  };
  return (
    <ActionDialog {...frame} action={{ form: formId }}>
      <form id={formId} className={styles.form} noValidate onSubmit={submit} onKeyDown={press}>
        {children}
      </form>
    </ActionDialog>
  );
}
