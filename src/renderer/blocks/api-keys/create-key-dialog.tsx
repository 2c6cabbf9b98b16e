import { type FormEvent, useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ErrorReport } from '../../../contract/errors';
import { errorText } from '../../lib/errors/error-text';
import { mediumDate } from '../../lib/format';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { type CreatedApiKey, type KeyOwner, type NewApiKey, useCreateApiKey } from '../../queries/api-keys';
import { useConnection } from '../../stores/connections';
import { Callout } from '../../ui/feedback/callout';
import { Button } from '../../ui/inputs/button';
import { Field } from '../../ui/inputs/field';
import { Select } from '../../ui/inputs/select';
import { TextInput } from '../../ui/inputs/text-input';
import { Dialog } from '../../ui/overlays/dialog';
import { FormFailure } from '../form/form-failure';
import styles from './api-keys.module.css';
import { dateFieldValue, type ExpiryChoice, expiryChoices, expiryMillis } from './key-expiry';

interface CreateKeyDialogProps {
  owner: KeyOwner;
  onClose: () => void;
  onCreated: (key: CreatedApiKey) => void;
}

interface Fields {
  description: string;
  expiry: ExpiryChoice;
  date: string;
}

/** The form of a new API key. Keeps its content when the key can't be created. */
export function CreateKeyDialog({ owner, onClose, onCreated }: CreateKeyDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(owner.connectionId)?.environment;
  const formId = useId();
  const { mutateAsync: create } = useCreateApiKey(owner);
  const creation = useAction((key: NewApiKey) => create(key), { onDone: onCreated });
  const form = useForm<Fields>({ defaultValues: { description: '', expiry: '90', date: '' } });
  const send = form.handleSubmit(({ description, expiry, date }) => {
    const expiresAt = expiryMillis(expiry, date, Date.now());
    if (expiresAt !== undefined) void creation.run({ description: description.trim(), expires_at_millis: expiresAt });
  });
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    void send(event);
  };
  // The key may exist by now, and nothing but the response contains it.
  const close = () => creation.isPending || onClose();
  const footer = (
    <>
      <Button disabledReason={creation.isPending ? t('api-keys.create.busy') : undefined} onClick={close}>
        {t('ui.cancel')}
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={creation.isPending}>
        {t('api-keys.create')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={t('api-keys.create')}
      description={t(owner.kind === 'user' ? 'api-keys.none.user' : 'api-keys.none.team')}
      environment={environment}
      footer={footer}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <KeyFields form={form} />
        {creation.failure !== null && <Failure report={creation.failure} />}
      </form>
    </Dialog>
  );
}

function KeyFields({ form }: { form: UseFormReturn<Fields> }) {
  const { t } = useMessages();
  const { errors } = form.formState;
  const expiry = form.watch('expiry');
  return (
    <>
      <Field label={t('api-keys.description')} help={t('api-keys.description.help')} error={errors.description?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('description', { validate: (text) => text.trim() !== '' || t('api-keys.description.missing') })}
          />
        )}
      </Field>
      <Field label={t('api-keys.expiry')} warning={expiry === 'never' ? t('api-keys.expiry.never.warning') : undefined}>
        {(control) => (
          <Select {...control} {...form.register('expiry')}>
            <ExpiryOptions />
          </Select>
        )}
      </Field>
      {expiry === 'date' && <DateField form={form} />}
    </>
  );
}

function ExpiryOptions() {
  const { t, locale } = useMessages();
  return expiryChoices.map((choice) => {
    const at = choice === 'date' ? null : expiryMillis(choice, '', Date.now());
    const days = { days: choice, date: mediumDate(at ?? 0, locale) };
    return (
      <option key={choice} value={choice}>
        {choice === 'date' ? t('api-keys.expiry.date') : choice === 'never' ? t('api-keys.expires.never') : t('api-keys.expiry.days', days)}
      </option>
    );
  });
}

function DateField({ form }: { form: UseFormReturn<Fields> }) {
  const { t } = useMessages();
  const isDate = (text: string) => expiryMillis('date', text, Date.now()) !== undefined || t('api-keys.expiry.date.invalid');
  return (
    <Field label={t('api-keys.expiry.on')} error={form.formState.errors.date?.message}>
      {(control) => (
        <TextInput {...control} type="date" min={dateFieldValue(Date.now())} {...form.register('date', { validate: isDate })} />
      )}
    </Field>
  );
}

/** Why the key wasn't created. If that is unknown, says what to check before another one is created. */
function Failure({ report }: { report: ErrorReport }) {
  const messages = useMessages();
  if (!isOutcomeUnknown(report)) return <FormFailure report={report} />;
  return (
    <Callout tone="bad" title={errorText(messages, report).title}>
      {messages.t('api-keys.create.unknown')}
    </Callout>
  );
}
