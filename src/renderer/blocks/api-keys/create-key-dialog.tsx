import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ErrorReport } from '../../../contract/errors';
import { mediumDate } from '../../lib/intl/format';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { type KeyOwner, type NewApiKey, useCreateApiKey } from '../../queries/api-keys';
import { useConnection } from '../../stores/connections';
import { useIsImpersonating } from '../../stores/impersonations';
import { useCreatedKeys } from '../../stores/window/created-keys';
import { Callout } from '../../ui/feedback/callout';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { Field } from '../../ui/inputs/field';
import { Select } from '../../ui/inputs/select';
import { TextInput } from '../../ui/inputs/text-input';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { FormFailure } from '../form/form-failure';
import { dateFieldValue, type ExpiryChoice, expiryChoices, expiryMillis } from './key-expiry';

interface CreateKeyDialogProps {
  owner: KeyOwner;
  onClose: () => void;
}

interface Fields {
  description: string;
  expiry: ExpiryChoice;
  date: string;
}

/** The form of a new API key. Keeps its content when the key can't be created. The window then offers the key to be saved. */
export function CreateKeyDialog({ owner, onClose }: CreateKeyDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(owner.connectionId)?.environment;
  const isImpersonating = useIsImpersonating(owner.connectionId);
  const { mutateAsync: create } = useCreateApiKey(owner);
  const add = useCreatedKeys((state) => state.add);
  // Also if this form was closed before the key was there.
  const createAndReveal = async (key: NewApiKey) => add({ connectionId: owner.connectionId, key: await create(key) });
  const creation = useAction(createAndReveal, { onDone: onClose });
  const form = useForm<Fields>({ defaultValues: { description: '', expiry: '90', date: '' } });
  const send = form.handleSubmit(({ description, expiry, date }) => {
    const expiresAt = expiryMillis(expiry, date, Date.now());
    if (expiresAt !== undefined) void creation.run({ description: description.trim(), expires_at_millis: expiresAt });
  });
  return (
    <FormDialog
      title={t('api-keys.create')}
      description={t(owner.kind === 'user' ? 'api-keys.none.user' : 'api-keys.none.team')}
      environment={environment}
      actionLabel={t('api-keys.create')}
      busy={creation.isPending}
      // The key may exist by now, and only the response contains it.
      busyReason={t('api-keys.create.busy')}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      {isImpersonating && (
        <Callout tone="warn" title={t('api-keys.impersonating')}>
          {t('api-keys.impersonating.text')}
        </Callout>
      )}
      <KeyFields form={form} />
      {creation.failure !== null && <Failure report={creation.failure} />}
    </FormDialog>
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
  const { t } = useMessages();
  return isOutcomeUnknown(report) ? <ErrorCallout report={report} next={t('api-keys.create.unknown')} /> : <FormFailure report={report} />;
}
