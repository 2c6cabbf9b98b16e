import { X } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import {
  type ConditionDraft,
  type DraftProblem,
  type Field as FieldName,
  type MetadataOp,
  type TimeOp,
  withField,
} from './condition-draft';
import { useFilterFields } from './filter-fields';
import { fieldLabels } from './filter-text';
import styles from './filters.module.css';
import { MethodChoices, TeamChoices } from './value-choices';

interface ConditionFieldsProps {
  connectionId: string;
  draft: ConditionDraft;
  problem: DraftProblem | null;
  /** From 1. */
  number: number;
  /** Whether it is the only one, which can’t be removed. */
  isOnly: boolean;
  onChange: (draft: ConditionDraft) => void;
  onRemove: () => void;
}

/** A condition of a filter: field, whether it is excluded, and value. */
export function ConditionFields({ connectionId, draft, problem, number, isOnly, onChange, onRemove }: ConditionFieldsProps) {
  const { t } = useMessages();
  const { field } = draft;
  const fields = useFilterFields(connectionId);
  const hasNot = !isYesOrNo(field);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can’t be a grid in every browser
    <div role="group" aria-label={t('users.filter.condition', { number })} className={styles.condition}>
      {number > 1 && <p className={styles.or}>{t('users.filter.or')}</p>}
      <div className={styles.head}>
        <Select
          data-field=""
          aria-label={t('users.filter.field')}
          value={field}
          onChange={({ target }) => onChange(withField(draft, target.value as FieldName))}
        >
          {(fields.includes(field) ? fields : [...fields, field]).map((one) => (
            <option key={one} value={one}>
              {t(fieldLabels[one])}
            </option>
          ))}
        </Select>
        {hasNot && (
          <Select
            aria-label={t('users.filter.mode')}
            value={draft.isNot ? 'not' : 'is'}
            onChange={({ target }) => onChange({ ...draft, isNot: target.value === 'not' })}
          >
            <option value="is">{t('users.filter.mode.is')}</option>
            <option value="not">{t('users.filter.mode.not')}</option>
          </Select>
        )}
        {!isOnly && <IconButton icon={X} label={t('users.filter.remove-condition', { number })} onClick={onRemove} />}
      </div>
      <ValueFields connectionId={connectionId} draft={draft} problem={problem} onChange={onChange} />
    </div>
  );
}

function isYesOrNo(field: FieldName): boolean {
  return field === 'can-sign-in' || field === 'verified' || field === 'anonymous' || field === 'restricted';
}

type ValueFieldsProps = Pick<ConditionFieldsProps, 'connectionId' | 'draft' | 'problem' | 'onChange'>;

function ValueFields(props: ValueFieldsProps) {
  const { connectionId, draft, problem, onChange } = props;
  const { t } = useMessages();
  const errorOf = (part: DraftProblem['part']) => (problem?.part === part ? t(problem.message) : undefined);
  switch (draft.field) {
    case 'method':
      return (
        <MethodChoices
          connectionId={connectionId}
          value={draft.methods}
          error={errorOf('methods')}
          onChange={(methods) => onChange({ ...draft, methods })}
        />
      );
    case 'team':
      return (
        <TeamChoices
          connectionId={connectionId}
          value={draft.teams}
          error={errorOf('teams')}
          onChange={(teams) => onChange({ ...draft, teams })}
        />
      );
    case 'signed-up':
    case 'last-active':
      return <TimeFields {...props} />;
    case 'metadata':
      return <MetadataFields {...props} />;
    case 'text':
      return (
        <Field label={t('users.filter.any-text')} help={t('users.filter.any-text.help')} error={errorOf('text')}>
          {(control) => <TextInput {...control} value={draft.text} onChange={({ target }) => onChange({ ...draft, text: target.value })} />}
        </Field>
      );
    case 'country':
      return (
        <Field label={t('users.filter.country')} help={t('users.filter.country.help')} error={errorOf('countries')}>
          {(control) => (
            <TextInput {...control} value={draft.countries} onChange={({ target }) => onChange({ ...draft, countries: target.value })} />
          )}
        </Field>
      );
    default:
      return (
        <div>
          <Segmented
            label={t(fieldLabels[draft.field])}
            value={draft.isYes ? 'yes' : 'no'}
            options={[
              { value: 'yes', label: t('users.filter.yes.choice') },
              { value: 'no', label: t('users.filter.no.choice') },
            ]}
            onValueChange={(value) => onChange({ ...draft, isYes: value === 'yes' })}
          />
        </div>
      );
  }
}

const timeOps: readonly TimeOp[] = ['within-days', 'not-within-days', 'before', 'from'];

function TimeFields({ draft, problem, onChange }: ValueFieldsProps) {
  const { t } = useMessages();
  const isDays = draft.timeOp === 'within-days' || draft.timeOp === 'not-within-days';
  return (
    <div className={styles.pair}>
      <Field label={t('users.filter.time.op')}>
        {(control) => (
          <Select {...control} value={draft.timeOp} onChange={({ target }) => onChange({ ...draft, timeOp: target.value as TimeOp })}>
            {timeOps.map((op) => (
              <option key={op} value={op}>
                {t(`users.filter.time.op.${op}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isDays ? (
        <Field label={t('users.filter.days')} error={problem?.part === 'days' ? t(problem.message) : undefined}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={draft.days}
              onChange={({ target }) => onChange({ ...draft, days: target.value })}
            />
          )}
        </Field>
      ) : (
        <Field label={t('users.filter.time')} error={problem?.part === 'time' ? t(problem.message) : undefined}>
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              value={draft.time}
              onChange={({ target }) => onChange({ ...draft, time: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

const example = 'server.plan';

const metadataOps: readonly MetadataOp[] = ['equals', 'contains', 'greater', 'less', 'exists'];

function MetadataFields({ draft, problem, onChange }: ValueFieldsProps) {
  const { t } = useMessages();
  return (
    <>
      <Field
        label={t('users.columns.path')}
        help={t('users.filter.path.help')}
        error={problem?.part === 'path' ? t(problem.message) : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            value={draft.path}
            placeholder={example}
            onChange={({ target }) => onChange({ ...draft, path: target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t('users.filter.metadata.op')}>
          {(control) => (
            <Select
              {...control}
              value={draft.metadataOp}
              onChange={({ target }) => onChange({ ...draft, metadataOp: target.value as MetadataOp })}
            >
              {metadataOps.map((op) => (
                <option key={op} value={op}>
                  {t(`users.filter.metadata.op.${op}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {draft.metadataOp !== 'exists' && (
          <Field
            label={t('users.filter.value')}
            help={t('users.filter.value.help')}
            error={problem?.part === 'value' ? t(problem.message) : undefined}
          >
            {(control) => (
              <TextInput {...control} value={draft.value} onChange={({ target }) => onChange({ ...draft, value: target.value })} />
            )}
          </Field>
        )}
      </div>
    </>
  );
}
