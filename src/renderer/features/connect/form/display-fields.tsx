import { useId } from 'react';
import type { Environment } from '../../../../contract/bridge/connection-choices';
import type { SafetyLevel } from '../../../../contract/bridge/safety';
import { defaultSafety } from '../../../../contract/default-safety';
import { useMessages } from '../../../lib/use-messages';
import { ColourPicker } from '../../../ui/inputs/colour-picker';
import { Field } from '../../../ui/inputs/field';
import { Segmented } from '../../../ui/inputs/segmented';
import { Select } from '../../../ui/inputs/select';
import { TextInput } from '../../../ui/inputs/text-input';
import { Card } from '../../../ui/layout/card';
import styles from './connection-form.module.css';
import { safetyOf } from './connection-values';
import type { ConnectionForm } from './use-connection-form';

const environments: readonly Environment[] = ['development', 'staging', 'production'];
const levels: readonly SafetyLevel[] = ['normal', 'confirm-writes', 'type-to-destroy', 'read-only'];

/** Name, environment, color and safety level. */
export function DisplayFields({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const { values, set, errors } = form;
  return (
    <Card className={styles.card}>
      <Field label={t('connect.name')} help={t('connect.name.help')} error={errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            data-field="name"
            dir="auto"
            maxLength={100}
            value={values.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Environments form={form} />
      <div>
        <p className={styles.label}>{t('connect.colour')}</p>
        <ColourPicker
          label={t('connect.colour')}
          environment={values.environment}
          value={values.colour}
          onChange={(colour) => set({ colour })}
        />
      </div>
      <Safety form={form} />
      <Field label={t('connect.handler-base')} help={t('connect.handler-base.help')} error={errors.handlerBase?.message}>
        {(control) => (
          <TextInput
            {...control}
            data-field="handlerBase"
            className={styles.mono}
            dir="ltr"
            autoCapitalize="off"
            maxLength={200}
            value={values.handlerBase}
            onChange={(event) => set({ handlerBase: event.target.value })}
          />
        )}
      </Field>
    </Card>
  );
}

function Environments({ form: { values, set } }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <div>
      <p id={id} className={styles.label}>
        {t('connect.environment')}
      </p>
      <Segmented
        label={t('connect.environment')}
        value={values.environment}
        options={environments.map((value) => ({ value, label: t(`environment.${value}`) }))}
        onValueChange={(environment) => set({ environment })}
      />
    </div>
  );
}

function Safety({ form: { values, set } }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const level = safetyOf(values);
  const usual = defaultSafety(values.environment);
  const choose = (chosen: SafetyLevel | undefined) => chosen && set({ safety: chosen === usual ? null : chosen });
  return (
    <Field label={t('connect.safety')} help={t(`connect.safety.${level}.help`)}>
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
