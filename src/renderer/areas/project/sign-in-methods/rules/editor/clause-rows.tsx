import { CircleAlert, Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { oauthProviderIds } from '#contract/service/models/project-models.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import {
  type Clause,
  type ClauseProblem,
  type ConditionForm,
  conditionFields,
  type Operator,
  operatorsOf,
  ruledMethods,
  takesList,
} from '../condition/condition-form';
import { type Variable, variableKinds } from '../condition/condition-syntax';
import { fieldTexts, methodTexts } from '../condition/condition-words';
import styles from './editor.module.css';
import { emptyClause } from './rule-draft';

interface ClauseRowsProps {
  form: ConditionForm;
  /** By clause; none before the first attempt to save. */
  problems: readonly (ClauseProblem | null)[];
  onChange: (form: ConditionForm) => void;
}

/** A condition as rows of a field, an operator, and a value. */
export function ClauseRows({ form, problems, onChange }: ClauseRowsProps) {
  const { t } = useMessages();
  const root = useRef<HTMLDivElement>(null);
  const { join, clauses } = form;
  const setClauses = (next: readonly Clause[]) => onChange({ ...form, clauses: next });
  const add = () => {
    setClauses([...clauses, emptyClause]);
    focusLater(() => [...(root.current?.querySelectorAll('select') ?? [])].at(-2));
  };
  const remove = (index: number) => {
    setClauses(clauses.filter((_clause, at) => at !== index));
    // The button that was pressed is removed.
    focusLater(() => root.current?.querySelector<HTMLElement>('[data-add]'));
  };
  return (
    <div ref={root} className={styles.clauses}>
      <Select
        aria-label={t('sign-up-rules.join')}
        className={styles.join}
        value={join}
        onChange={({ target }) => onChange({ ...form, join: target.value as ConditionForm['join'] })}
      >
        {(['all', 'any', 'always'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`sign-up-rules.join.${value}`)}
          </option>
        ))}
      </Select>
      {join !== 'always' &&
        clauses.map((clause, at) => (
          <ClauseRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the clauses have no other key, and their inputs have no state
            key={at}
            number={at + 1}
            clause={clause}
            problem={problems[at] ?? null}
            onChange={(next) => setClauses(clauses.map((each, index) => (index === at ? next : each)))}
            onRemove={() => remove(at)}
          />
        ))}
      {join !== 'always' && (
        <div>
          <Button size="sm" icon={Plus} data-add="" onClick={add}>
            {t('sign-up-rules.clause.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

function focusLater(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}

interface ClauseRowProps {
  /** From 1. */
  number: number;
  clause: Clause;
  problem: ClauseProblem | null;
  onChange: (clause: Clause) => void;
  onRemove: () => void;
}

function ClauseRow({ number, clause, problem, onChange, onRemove }: ClauseRowProps) {
  const { t } = useMessages();
  const id = useId();
  const setField = (field: Variable) => {
    const [first = 'is'] = operatorsOf[field];
    const operator = operatorsOf[field].includes(clause.operator) ? clause.operator : first;
    onChange({ field, operator, value: startValue(field, operator) });
  };
  const setOperator = (operator: Operator) => {
    const isSameInput = optionsOf(clause.field, operator) === null || optionsOf(clause.field, clause.operator) !== null;
    onChange({ ...clause, operator, value: isSameInput ? clause.value : startValue(clause.field, operator) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can’t be a grid in every browser
    <div role="group" aria-label={t('sign-up-rules.clause', { number })} className={styles.clause}>
      <Select
        aria-label={t('sign-up-rules.clause.field')}
        value={clause.field}
        onChange={({ target }) => setField(target.value as Variable)}
      >
        {conditionFields.map((field) => (
          <option key={field} value={field}>
            {t(fieldTexts[field])}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('sign-up-rules.clause.operator')}
        value={clause.operator}
        onChange={({ target }) => setOperator(target.value as Operator)}
      >
        {operatorsOf[clause.field].map((operator) => (
          <option key={operator} value={operator}>
            {t(`sign-up-rules.operator.${operator}`)}
          </option>
        ))}
      </Select>
      <ClauseValue
        clause={clause}
        errorId={problem === null ? undefined : `${id}-error`}
        onChange={(value) => onChange({ ...clause, value })}
      />
      <IconButton size="sm" icon={X} label={t('sign-up-rules.clause.remove', { number })} onClick={onRemove} />
      <div aria-live="polite" className={styles.problem}>
        {problem !== null && (
          <p id={`${id}-error`}>
            <Icon of={CircleAlert} size={13} />
            {t(`sign-up-rules.problem.${problem}`)}
          </p>
        )}
      </div>
    </div>
  );
}

interface ClauseValueProps {
  clause: Clause;
  errorId: string | undefined;
  onChange: (value: string) => void;
}

function ClauseValue({ clause: { field, operator, value }, errorId, onChange }: ClauseValueProps) {
  const { t } = useMessages();
  const control = { 'aria-label': t('sign-up-rules.clause.value'), 'aria-invalid': errorId !== undefined, 'aria-describedby': errorId };
  const options = optionsOf(field, operator);
  if (options !== null) {
    const known = options.some((option) => option.value === value) || value === '' ? options : [...options, { value, name: value }];
    return (
      <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
        {known.map((option) => (
          <option key={option.value} value={option.value}>
            {'key' in option ? t(option.key) : option.name}
          </option>
        ))}
      </Select>
    );
  }
  const isNumber = variableKinds[field] === 'number';
  return (
    <TextInput
      {...control}
      dir="ltr"
      inputMode={isNumber ? 'numeric' : undefined}
      placeholder={placeholderOf(field, operator)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type Option = { readonly value: string } & ({ readonly key: MessageKey } | { readonly name: string });

/** The values to choose from; null where one is typed. */
function optionsOf(field: Variable, operator: Operator): readonly Option[] | null {
  if (takesList(operator)) return null;
  if (field === 'authMethod') return ruledMethods.map((value) => ({ value, key: methodTexts[value] }));
  return field === 'oauthProvider' ? [...oauthProviderIds, 'twitch'].map((value) => ({ value, name: providerName(value) })) : null;
}

function startValue(field: Variable, operator: Operator): string {
  return optionsOf(field, operator)?.[0]?.value ?? '';
}

/** An example of a value, which is the same in every language. */
function placeholderOf(field: Variable, operator: Operator): string {
  if (operator === 'matches') return '^[a-z]+@example\\.com$';
  if (variableKinds[field] === 'number') return '80';
  const examples: Partial<Record<Variable, readonly [string, string]>> = {
    email: ['ada@example.com', 'ada@example.com, ben@example.com'],
    emailDomain: ['example.com', 'example.com, example.org'],
    countryCode: ['AT', 'AT, DE'],
    authMethod: ['', 'password, otp, oauth'],
    oauthProvider: ['', 'google, github'],
  };
  return examples[field]?.[takesList(operator) ? 1 : 0] ?? '';
}
