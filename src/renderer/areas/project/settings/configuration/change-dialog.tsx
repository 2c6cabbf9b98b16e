import { useState } from 'react';
import type { ConfigLevel } from '#contract/service/config.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { changeConfiguration, readConfigLevel } from '#data/configuration.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { parsedValue, setKeys, valueText } from './config-keys';

interface ChangeDialogProps {
  connectionId: string;
  keyName: string;
  level: Exclude<ConfigLevel, 'project'>;
  value: JsonValue;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes one key of a level, as JSON. The service checks the value and says what is wrong with it. */
export function ChangeDialog({ connectionId, keyName, level, value, onClose, onSaved }: ChangeDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const [text, setText] = useState(valueText(value));
  const [isInvalid, setInvalid] = useState(false);
  const change = useAction(async (wanted: JsonValue) => {
    await writeKey(connectionId, level, keyName, wanted);
    show({ tone: 'good', title: 'configuration.change.done' });
    onSaved();
  });
  const submit = () => {
    const wanted = parsedValue(text);
    setInvalid(wanted === undefined);
    if (wanted !== undefined) void change.run(wanted);
  };
  return (
    <FormDialog
      title={t('configuration.change.title', { key: keyName })}
      description={t(`configuration.change.${level}`)}
      environment={environment}
      actionLabel={t('configuration.change.save')}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('configuration.value')}
        help={t('configuration.value.help')}
        error={isInvalid ? t('configuration.value.invalid') : undefined}
      >
        {(control) => <TextArea {...control} dir="ltr" rows={4} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
      <ErrorCallout report={change.failure} />
    </FormDialog>
  );
}

/** Writes a key. After a lost response, the level says whether it was written. */
async function writeKey(connectionId: string, level: ConfigLevel, key: string, value: JsonValue): Promise<void> {
  try {
    await changeConfiguration(connectionId, level, { [key]: value });
  } catch (thrown) {
    if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
    const found = await readConfigLevel(connectionId, level).catch(() => null);
    const written = found && setKeys({ project: {}, branch: {}, environment: {}, [level]: found }).find((each) => each.key === key);
    if (!written || valueText(written.value) !== valueText(value)) throw thrown;
  }
}
