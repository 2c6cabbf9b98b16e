import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import { defaultSafety } from '#contract/default-safety.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useFormField } from '#parts/form/use-form-field.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ColourPicker } from '#ui/inputs/colour-picker.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Card } from '#ui/layout/card.tsx';
import { paths } from '#window/routes.ts';
import styles from './connection-form.module.css';
import { safetyOf } from './connection-values';
import type { ConnectionForm } from './use-connection-form';

const environments: readonly Environment[] = ['development', 'staging', 'production'];
const levels: readonly SafetyLevel[] = ['normal', 'confirm-writes', 'type-to-destroy', 'read-only'];

/** Name, environment, and safety level, and what is rarely set: color, presence, and handler path. In a new connection, it can be opened. */
export function DisplayFields({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className={styles.card}>
      <TextField form={form} name="name" help={t('connect.name.help')} dir="auto" maxLength={100} />
      <Environments form={form} />
      <Safety form={form} />
      {form.isNew && (
        <Button
          variant="plain"
          className={styles.more}
          icon={isOpen ? ChevronDown : ChevronRight}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('connect.more-fields')}
        </Button>
      )}
      {(!form.isNew || isOpen) && (
        <>
          <ConnectionColour form={form} />
          <RequirePresence form={form} />
          <TextField form={form} name="handlerBase" help={t('connect.handler-base.help')} isCode maxLength={200} />
        </>
      )}
    </Card>
  );
}

function ConnectionColour({ form }: { form: ConnectionForm }) {
  const { label, value, onChange } = useFormField({ form, name: 'colour' });
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <ColourPicker label={label} environment={form.values.environment} value={value} onChange={onChange} />
    </div>
  );
}

function Environments({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const { label, value: environment, onChange } = useFormField({ form, name: 'environment' });
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <Segmented
        label={label}
        value={environment}
        options={environments.map((value) => ({ value, label: t(`environment.${value}`) }))}
        onValueChange={onChange}
      />
    </div>
  );
}

function Safety({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const { label, onChange } = useFormField({ form, name: 'safety' });
  const level = safetyOf(form.values);
  const usual = defaultSafety(form.values.environment);
  const choose = (chosen: SafetyLevel | undefined) => chosen && onChange(chosen === usual ? null : chosen);
  return (
    <Field label={label} help={t(`connect.safety.${level}.help`)}>
      {(control) => (
        <Select {...control} value={level} onChange={(event) => choose(levels.find((known) => known === event.target.value))}>
          {levels.map((known) => (
            <option key={known} value={known}>
              {known === usual ? t('connect.safety.usual', { level: t(`connect.safety.${known}`) }) : t(`connect.safety.${known}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function RequirePresence({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const { hasPassphrase, canCheckPresence } = useTopic('lock.state');
  return (
    <SwitchField
      form={form}
      name="requirePresence"
      help={t(`connect.presence.help.${canCheckPresence ? 'system' : 'passphrase'}`)}
      disabledReason={canCheckPresence || hasPassphrase ? undefined : <NeedsPassphrase />}
    />
  );
}

function NeedsPassphrase() {
  const { t } = useMessages();
  return (
    <>
      {t('connect.presence.unavailable')} <Link to={paths.settings('safety')}>{t('shell.read-only.settings')}</Link>
    </>
  );
}
