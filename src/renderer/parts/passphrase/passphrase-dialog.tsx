import { type ReactNode, useRef, useState } from 'react';
import type { Attempt } from '#contract/bridge/lock.ts';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { waitText } from '#lib/wait-text.ts';
import type { Translator } from '#messages/translator.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { PassphraseInput } from './passphrase-input';

type RefusedAttempt = Exclude<Attempt, { outcome: 'right' }>;

/** What a field for the current passphrase shows after an attempt. */
interface AttemptField {
  readonly error: string | undefined;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly clear: () => void;
  /** Shows why a passphrase wasn't accepted, or calls `onRight`. */
  readonly answered: (attempt: Attempt) => void;
  readonly missing: () => void;
}

/** Returns the state of a field for the current passphrase. */
export function useAttempt(onRight: () => void): AttemptField {
  const messages = useMessages();
  const [problem, setProblem] = useState<'missing' | RefusedAttempt>();
  const input = useRef<HTMLInputElement>(null);
  return {
    error: problem && problemText(messages, problem),
    input,
    clear: () => setProblem(undefined),
    missing: () => setProblem('missing'),
    answered(attempt) {
      if (attempt.outcome === 'right') return onRight();
      setProblem(attempt);
      input.current?.select();
    },
  };
}

function problemText(messages: Translator, problem: 'missing' | RefusedAttempt): string {
  if (problem === 'missing') return messages.t('sealed.passphrase.missing');
  return problem.outcome === 'wait' ? waitText(messages, Math.ceil(problem.waitMillis / 1000)) : messages.t('lock.wrong');
}

interface CurrentPassphraseFieldProps {
  label: string;
  attempt: AttemptField;
  value: string;
  onValueChange: (value: string) => void;
  readOnly: boolean;
}

/** The field for the current passphrase. */
export function CurrentPassphraseField({ label, attempt, value, onValueChange, readOnly }: CurrentPassphraseFieldProps) {
  return (
    <Field label={label} error={attempt.error}>
      {(control) => (
        <PassphraseInput
          {...control}
          ref={attempt.input}
          readOnly={readOnly}
          value={value}
          onChange={({ target }) => {
            onValueChange(target.value);
            attempt.clear();
          }}
        />
      )}
    </Field>
  );
}

const tasks = {
  remove: (current: string) => api.lock.removePassphrase({ current }),
  seal: (current: string) => api.lock.setSealed({ current, sealed: true }),
  unseal: (current: string) => api.lock.setSealed({ current, sealed: false }),
} as const;

interface PassphraseDialogProps {
  title: string;
  description: ReactNode;
  actionLabel: string;
  danger: boolean;
  task: keyof typeof tasks;
  onClose: () => void;
}

/** Asks for the passphrase before what it protects is changed. */
export function PassphraseDialog({ title, description, actionLabel, danger, task, onClose }: PassphraseDialogProps) {
  const { t } = useMessages();
  const [passphrase, setPassphrase] = useState('');
  const attempt = useAttempt(onClose);
  const action = useAction(() => tasks[task](passphrase), { onDone: attempt.answered });
  return (
    <FormDialog
      title={title}
      description={description}
      actionLabel={actionLabel}
      danger={danger}
      busy={action.isPending}
      onClose={onClose}
      onSubmit={() => (passphrase === '' ? attempt.missing() : void action.run())}
    >
      <CurrentPassphraseField
        label={t('sealed.passphrase')}
        attempt={attempt}
        value={passphrase}
        onValueChange={setPassphrase}
        readOnly={action.isPending}
      />
      {action.failure !== null && <FormFailure report={action.failure} />}
    </FormDialog>
  );
}
