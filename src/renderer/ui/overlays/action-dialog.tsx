import type { ReactNode } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '../inputs/button';
import { Dialog } from './dialog';

/** What dialogs with a main button and a cancel button have in common. */
export interface ActionDialogFrame {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Puts the environment's color on the dialog's edge. */
  environment?: Environment | undefined;
  width?: number;
  /** Label of the main button. */
  actionLabel: string;
  /** Whether the action is running. */
  busy: boolean;
  /** Why the action can't run now. */
  disabledReason?: string | undefined;
  /** Whether it destroys something. Such a question is an `alertdialog`, and has the focus on its cancel button unless it has a field. */
  danger?: boolean | undefined;
  cancelLabel?: string | undefined;
  /** Why the dialog can't be closed while the action is running. Without it, it can. */
  busyReason?: string;
  onClose: () => void;
  /** Called once the focus is back where it was before the dialog opened. */
  onClosed?: () => void;
}

interface ActionDialogProps extends ActionDialogFrame {
  /** What the main button does: calls a function, or submits the form in the body that has this ID. */
  action: (() => void) | { form: string };
}

/** An open dialog with a main button and a cancel button. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, children, environment, width, actionLabel, busy, disabledReason, danger, cancelLabel, action } = props;
  const { t } = useMessages();
  const keepOpenReason = busy ? props.busyReason : undefined;
  const close = () => {
    if (keepOpenReason === undefined) props.onClose();
  };
  const run = typeof action === 'function' ? { onClick: () => action() } : { type: 'submit' as const, form: action.form };
  const footer = (
    <>
      <Button disabledReason={keepOpenReason} onClick={close} {...(danger ? { 'data-autofocus': true } : {})}>
        {cancelLabel ?? t('ui.cancel')}
      </Button>
      <Button {...run} variant={danger ? 'danger-solid' : 'primary'} busy={busy} disabledReason={disabledReason}>
        {actionLabel}
      </Button>
    </>
  );
  const onOpenChange = (open: boolean) => {
    if (!open) close();
  };
  const size = { ...(width === undefined ? {} : { width }), ...(props.onClosed === undefined ? {} : { onClosed: props.onClosed }) };
  return (
    <Dialog
      open
      alert={danger === true}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      environment={environment}
      footer={footer}
      {...size}
    >
      {children}
    </Dialog>
  );
}
