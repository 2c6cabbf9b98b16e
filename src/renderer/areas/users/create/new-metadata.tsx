import { useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { CallForm } from '#parts/form/use-call-form.ts';
import { useFormField } from '#parts/form/use-form-field.ts';
import { metadataText, parseMetadata } from '#parts/metadata/metadata-text.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { metadataKinds } from '../metadata/metadata-kinds';
import { type SchemaState, useSchema } from '../metadata/use-schema';
import type { BrokenTexts } from '../metadata-form/form-state';
import { MetadataForm } from '../metadata-form/metadata-form';
import styles from './create-user.module.css';
import type { NewUserValues } from './new-user';

type MetadataName = (typeof metadataKinds)[number]['field'];

/** One kind of a new user's metadata, with its schema. */
export interface NewMetadata {
  readonly name: MetadataName;
  readonly schema: SchemaState;
  readonly value: JsonValue | undefined;
  readonly broken: BrokenTexts;
  readonly setBroken: (broken: BrokenTexts) => void;
}

const [client, readOnly, server] = metadataKinds;

/** Returns the metadata of a new user, and a function that finds out whether all of it matches its schemas. */
export function useNewMetadata({ values }: CallForm<NewUserValues>) {
  const all = [useOne(client, values), useOne(readOnly, values), useOne(server, values)];
  const isValid = async () => {
    if (all.some(({ broken }) => broken.size > 0)) return false;
    const found = await Promise.all(all.map(({ schema }) => schema.checkNow()));
    return found.every((problems) => problems.length === 0);
  };
  return { all, hasSchema: all.some(({ schema }) => schema.fields !== null), isValid };
}

function useOne({ field }: (typeof metadataKinds)[number], values: NewUserValues): NewMetadata {
  const [broken, setBroken] = useState<BrokenTexts>(new Map());
  const text = values[field];
  const [parsed, setParsed] = useState({ text, value: parseMetadata(text).value });
  if (parsed.text !== text) setParsed({ text, value: parseMetadata(text).value });
  return { name: field, value: parsed.value, broken, setBroken, schema: useSchema(field, parsed.value, null) };
}

interface MetadataFieldProps {
  form: CallForm<NewUserValues>;
  metadata: NewMetadata;
  help: string;
  /** Whether fields that are missing are said to be, as after a first try. */
  saysMissing: boolean;
}

/** Metadata as the fields of its schema. Without one, it is JSON: it is small here, and the user’s page has an editor. */
export function MetadataField({ form, metadata, help, saysMissing }: MetadataFieldProps) {
  const { t } = useMessages();
  const [isJson, setJson] = useState(false);
  const { schema, value, broken, setBroken } = metadata;
  const { label, error, value: text, onChange, onBlur, ref } = useFormField({ form, name: metadata.name });
  const isObject = value === null || (typeof value === 'object' && !Array.isArray(value));
  const isForm = schema.fields !== null && isObject && !isJson;
  const change = schema.fields !== null && (isForm || isObject) && broken.size === 0 && (
    <Button size="sm" variant="plain" onClick={() => setJson(isForm)}>
      {t(isForm ? 'users.form.unnamed.edit' : 'users.create.metadata.as-form')}
    </Button>
  );
  if (isForm && schema.fields !== null) {
    const problems = schema.problems.filter(({ keyword }) => saysMissing || keyword !== 'required');
    const state = {
      value: value ?? null,
      stored: undefined,
      problems,
      ownProblems: problems,
      broken,
      isReadOnly: false,
      onChange: (next: JsonValue) => onChange(next === null || isEmptyObject(next) ? '' : metadataText(next)),
      onBroken: setBroken,
    };
    return (
      <fieldset className={styles.metadata}>
        <legend>{label}</legend>
        <div className={styles.metadataHelp}>
          <p>{help}</p>
          {change}
        </div>
        <MetadataForm fields={schema.fields} form={state} />
      </fieldset>
    );
  }
  return (
    <Field label={label} help={help} error={error} aside={change || undefined}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          rows={3}
          dir="ltr"
          className={styles.code}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

function isEmptyObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
