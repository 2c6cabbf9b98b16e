import type { ShownUndo } from '#contract/bridge/undo.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';

/** Entered secrets by their paths. */
export type UndoSecretValues = Readonly<Record<string, string>>;

type Asks = ShownUndo['asks'];

/** Whether each secret that is asked for was entered. */
export function isEntered(asks: Asks, values: UndoSecretValues): boolean {
  return asks.every(({ path }) => (values[path] ?? '') !== '');
}

interface UndoSecretsProps {
  id: string;
  asks: Asks;
  values: UndoSecretValues;
  onChange: (values: UndoSecretValues) => void;
  onSubmit: () => void;
}

/** The fields of secrets that Latchkey doesn't keep. Nothing if none is needed. */
export function UndoSecrets({ id, asks, values, onChange, onSubmit }: UndoSecretsProps) {
  const { t } = useMessages();
  if (asks.length === 0) return null;
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEntered(asks, values)) onSubmit();
      }}
    >
      {asks.map(({ path, provider }) => (
        <Field
          key={path}
          label={provider === null ? t('journal.undo.ask.server') : t('journal.undo.ask.provider', { provider })}
          help={t('journal.undo.ask.help')}
        >
          {(control) => (
            <PasswordInput
              {...control}
              what="key"
              autoComplete="off"
              value={values[path] ?? ''}
              onChange={({ target }) => onChange({ ...values, [path]: target.value })}
            />
          )}
        </Field>
      ))}
    </form>
  );
}
