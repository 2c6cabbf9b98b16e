import { useState } from 'react';
import type { ConfigLevel } from '#contract/service/config.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';
import { type Configuration, changeConfiguration, readConfigLevel, resetConfigurationKeys } from '#data/configuration.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { hasEffect, parsedValue, type SetKey, setKeys, shownAfterReset, valuesOf, valueText } from './config-keys';
import styles from './configuration.module.css';

interface ChangeDialogProps {
  connectionId: string;
  keyName: string;
  level: Exclude<ConfigLevel, 'project'>;
  value: JsonValue;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes one key of a level, as JSON. The service checks the value and says what is wrong with it. */
function ChangeDialog({ connectionId, keyName, level, value, onClose, onSaved }: ChangeDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const [text, setText] = useState(valueText(value));
  const [isInvalid, setInvalid] = useState(false);
  const change = useAction(
    async (wanted: JsonValue) => {
      await writeKey(connectionId, level, keyName, wanted);
      show({ tone: 'good', title: 'configuration.change.done' });
    },
    { onDone: onSaved, toastsLate: true },
  );
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

interface KeyDialogProps {
  connectionId: string;
  configuration: Configuration;
  shown: SetKey;
  disabledReason: string | undefined;
  onClose: () => void;
}

type Resettable = Exclude<ConfigLevel, 'project'>;

interface Changed {
  readonly level: Resettable;
  readonly value: JsonValue;
}

/** What each level says about a key, and the way to remove it from one. */
export function KeyDialog({ connectionId, configuration, shown, disabledReason, onClose }: KeyDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const connection = useConnection(connectionId);
  const [reset, setReset] = useState<Resettable | null>(null);
  const [changed, setChanged] = useState<Changed | null>(null);
  const { key } = shown;
  const values = valuesOf(configuration.levels, key);
  const next = reset === null ? undefined : shownAfterReset(configuration.levels, { key, level: reset });
  const lacking = connection?.features?.['reset-config-keys'] === false ? t('configuration.reset.lacking') : undefined;
  const confirm = async () => {
    if (reset === null) return;
    await resetConfigurationKeys(connectionId, reset, [key]);
    show({ tone: 'good', title: 'configuration.reset.done' });
    onClose();
  };
  return (
    <>
      <Dialog open onOpenChange={onClose} title={key} environment={connection?.environment}>
        <div className={styles.levels}>
          {!hasEffect(shown, configuration.rendered) && <p className={styles.quiet}>{t('configuration.no-effect')}</p>}
          {values.map(({ level, value }) => (
            <div key={level} className={styles.level}>
              <Badge tone={level === shown.level ? 'accent' : 'neutral'}>{t(`configuration.level.${level}`)}</Badge>
              <pre>{valueText(value)}</pre>
              {level !== 'project' && (
                <div className={styles.actions}>
                  {value !== redacted && (
                    <Button size="sm" disabledReason={disabledReason} onClick={() => setChanged({ level, value })}>
                      {t('configuration.change.at', { level: t(`configuration.level.${level}`) })}
                    </Button>
                  )}
                  <Button size="sm" disabledReason={disabledReason ?? lacking} onClick={() => setReset(level)}>
                    {t('configuration.reset.at', { level: t(`configuration.level.${level}`) })}
                  </Button>
                </div>
              )}
            </div>
          ))}
        </div>
      </Dialog>
      {changed !== null && (
        <ChangeDialog connectionId={connectionId} keyName={key} {...changed} onClose={() => setChanged(null)} onSaved={onClose} />
      )}
      <ConfirmDialog
        open={reset !== null}
        onOpenChange={() => setReset(null)}
        title={t('configuration.reset.title', { key })}
        consequence={
          next === undefined ? t('configuration.reset.default') : t('configuration.reset.next', { value: valueText(next.value) })
        }
        confirmLabel={t('configuration.reset')}
        danger
        environment={connection?.environment}
        onConfirm={confirm}
      />
    </>
  );
}
