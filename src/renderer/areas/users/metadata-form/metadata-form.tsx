import { ChevronDown, ChevronRight, CircleAlert, TriangleAlert, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { FieldControl } from './field-control';
import { fieldHint, fieldName, problemText } from './field-texts';
import { fitsControl, valueAt } from './field-value';
import { type FormField, leafFields } from './form-fields';
import { emptyValue, type FormState, isChanged, pathKey, problemsAt, setBroken, setField } from './form-state';
import styles from './metadata-form.module.css';

interface FieldsProps {
  fields: readonly FormField[];
  form: FormState;
}

/** The fields of a JSON Schema, with what each changes and what is wrong with it. */
export function MetadataForm({ fields, form }: FieldsProps) {
  const { t } = useMessages();
  return (
    <div className={styles.form}>
      <Fields fields={fields} form={form} />
      {leafFields(fields).some(({ isRequired }) => isRequired) && (
        <p className={styles.foot}>
          <span className={styles.star} aria-hidden="true">
            *
          </span>{' '}
          {t('users.form.required')}
        </p>
      )}
    </div>
  );
}

function Fields({ fields, form }: FieldsProps) {
  return fields.map((field) => {
    const key = pathKey(field.path);
    if (field.kind === 'group' && fitsControl(field, valueAt(form.value, field.path)))
      return <Group key={key} field={field} fields={field.fields} form={form} />;
    return <Row key={key} field={field} form={form} />;
  });
}

/** A group of fields, open at first if it has a value. */
function Group({ field, fields, form }: FieldsProps & { field: FormField }) {
  const { t } = useMessages();
  const id = useId();
  const [isOpen, setOpen] = useState(() => valueAt(form.value, field.path) !== undefined || field.isRequired);
  const name = fieldName(field);
  const wrong = problemsAt(form.ownProblems, field).length;
  const isEdited = isChanged(form, field.path);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't have its heading as a button in a row
    <div role="group" aria-label={name} className={styles.group}>
      <button
        type="button"
        className={styles.groupHead}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={wrong > 0 ? t('users.form.group.wrong', { name, count: wrong }) : name}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        <bdi>{name}</bdi>
        {field.title !== undefined && <code>{field.path.at(-1)}</code>}
        {!isOpen && <span className={styles.quiet}>{t('users.form.group.fields', { count: leafFields(fields).length })}</span>}
        <span className={styles.groupState}>
          {wrong > 0 && <Badge tone="bad">{t('users.form.wrong', { count: wrong })}</Badge>}
          {wrong === 0 && isEdited && <Badge tone="warn">{t('users.form.changed')}</Badge>}
        </span>
      </button>
      <div id={id} className={styles.inner} hidden={!isOpen}>
        {isOpen && <Fields fields={fields} form={form} />}
      </div>
    </div>
  );
}

/** One field: its name with kind and limits, its control, what was stored, and what is wrong. */
function Row({ field, form }: { field: FormField; form: FormState }) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const { path, isRequired, description } = field;
  const brokenText = form.broken.get(pathKey(path));
  const isEdited = isChanged(form, path) || brokenText !== undefined;
  const [own] = problemsAt(form.ownProblems, field);
  const [stored] = problemsAt(form.problems, field);
  const problem = brokenText === undefined ? own && problemText(messages, field, own) : t('users.form.problem.json');
  const warning = problem === undefined && stored !== undefined ? problemText(messages, field, stored) : undefined;
  const name = fieldName(field);
  return (
    <div className={cx(styles.row, isEdited && styles.edited, problem !== undefined && styles.wrong)}>
      <div className={styles.name}>
        <label htmlFor={id}>
          <bdi>{name}</bdi>
          {isRequired && (
            <span className={styles.star} aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
        <p className={styles.hint} id={`${id}-hint`}>
          {fieldHint(messages, field)}
          {description !== undefined && <bdi className={styles.description}>{description}</bdi>}
        </p>
      </div>
      <div className={styles.value}>
        <FieldControl
          field={field}
          control={{
            id,
            'aria-describedby': `${id}-hint ${id}-problem`,
            'aria-invalid': problem !== undefined,
            'aria-required': isRequired,
          }}
          value={valueAt(form.value, path)}
          brokenText={brokenText}
          isReadOnly={form.isReadOnly}
          onChange={(next) => setField(form, path, next === undefined ? emptyValue(form, path) : next)}
          onBroken={(text) => setBroken(form, path, text)}
        />
        <div id={`${id}-problem`} aria-live="polite">
          {problem !== undefined && (
            <p className={styles.problem}>
              <Icon of={CircleAlert} size={13} />
              <bdi>{problem}</bdi>
            </p>
          )}
          {warning !== undefined && (
            <p className={styles.warning}>
              <Icon of={TriangleAlert} size={13} />
              <bdi>{t('users.form.stored-problem', { problem: warning })}</bdi>
            </p>
          )}
          {isEdited && <Was form={form} path={path} />}
        </div>
      </div>
      <div className={styles.restore}>
        {isEdited && !form.isReadOnly && (
          <IconButton
            label={t('users.form.restore', { name })}
            icon={Undo2}
            onClick={() => {
              setBroken(form, path, undefined);
              setField(form, path, form.stored === undefined ? undefined : valueAt(form.stored, path));
            }}
          />
        )}
      </div>
    </div>
  );
}

const maxShown = 80;

/** What is stored in place of a changed value. */
function Was({ form, path }: { form: FormState; path: readonly string[] }) {
  const { t } = useMessages();
  if (form.stored === undefined) return null;
  const before = valueAt(form.stored, path);
  const text = before === undefined ? '' : JSON.stringify(before);
  return (
    <p className={styles.was}>
      <span className={styles.dot} aria-hidden="true" />
      {before === undefined ? (
        t('users.form.was.nothing')
      ) : (
        <>
          {t('users.form.was')} <code title={text}>{text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}</code>
        </>
      )}
    </p>
  );
}
