import type { UseFormReturn } from 'react-hook-form';
import { mediumDate } from '#lib/intl/format.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { dateFieldValue, type ExpiryChoice, expiryChoices, expiryMillis } from './key-expiry';

/** The values of the form of a new key. */
export interface NewKeyFields {
  description: string;
  expiry: ExpiryChoice;
  date: string;
}

/** An empty form: keys expire after 90 days unless the user chooses otherwise. */
export const newKeyFields: NewKeyFields = { description: '', expiry: '90', date: '' };

export interface KeyTexts {
  readonly description: MessageKey;
  readonly help: MessageKey;
  readonly missing: MessageKey;
  readonly never: MessageKey;
}

interface KeyFieldsProps {
  form: UseFormReturn<NewKeyFields>;
  /** Texts that speak of one key, or of several. */
  texts: KeyTexts;
}

/** The description and the expiry of a new key, or of several. */
export function KeyFields({ form, texts }: KeyFieldsProps) {
  const { t } = useMessages();
  const { errors } = form.formState;
  const expiry = form.watch('expiry');
  return (
    <>
      <Field label={t(texts.description)} help={t(texts.help)} error={errors.description && t(texts.missing)}>
        {(control) => <TextInput {...control} {...form.register('description', { validate: (text) => text.trim() !== '' })} />}
      </Field>
      <Field label={t('api-keys.expiry')} warning={expiry === 'never' ? t(texts.never) : undefined}>
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
  const serviceNow = useServiceNow();
  return expiryChoices.map((choice) => {
    const at = choice === 'date' ? null : expiryMillis(choice, '', serviceNow());
    const days = { days: choice, date: mediumDate(at ?? 0, locale) };
    return (
      <option key={choice} value={choice}>
        {choice === 'date' ? t('api-keys.expiry.date') : choice === 'never' ? t('api-keys.expires.never') : t('api-keys.expiry.days', days)}
      </option>
    );
  });
}

function DateField({ form }: { form: UseFormReturn<NewKeyFields> }) {
  const { t } = useMessages();
  const serviceNow = useServiceNow();
  const isDate = (text: string) => expiryMillis('date', text, serviceNow()) !== undefined;
  return (
    <Field label={t('api-keys.expiry.on')} error={form.formState.errors.date && t('api-keys.expiry.date.invalid')}>
      {(control) => (
        <TextInput {...control} type="date" min={dateFieldValue(serviceNow())} {...form.register('date', { validate: isDate })} />
      )}
    </Field>
  );
}
