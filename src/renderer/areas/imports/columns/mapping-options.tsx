import type { ImportMapping } from '#contract/imports/mapping.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import styles from './columns.module.css';
import { setsPasswords } from './target-choices';

interface MappingOptionsProps {
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** What lines are matched by, and what happens to what exists. */
export function MappingOptions({ mapping, onChange }: MappingOptionsProps) {
  const { t } = useMessages();
  const set = (change: Partial<ImportMapping>) => onChange({ ...mapping, ...change } as ImportMapping);
  return (
    <div className={styles.optionRow}>
      {mapping.kind === 'permissions' ? (
        <Choice
          label="imports.scope"
          value={mapping.scope}
          options={{ team: 'imports.scope.team', project: 'imports.scope.project' }}
          onChange={(scope) => set({ scope })}
        />
      ) : (
        <Choice
          label={mapping.kind === 'users' ? 'imports.match.users' : 'imports.match.teams'}
          value={mapping.match}
          options={mapping.kind === 'users' ? userMatches : teamMatches}
          onChange={(match) => set({ match } as Partial<ImportMapping>)}
        />
      )}
      <Choice
        label={existingLabels[mapping.kind]}
        value={mapping.existing}
        options={{ change: 'imports.existing.change', leave: 'imports.existing.leave' }}
        onChange={(existing) => set({ existing })}
      />
      <Choice
        label="imports.empty"
        value={mapping.empty}
        options={{ keep: 'imports.empty.keep', clear: 'imports.empty.clear' }}
        onChange={(empty) => set({ empty })}
      />
      {mapping.kind === 'users' && setsPasswords(mapping) && (
        <div className={styles.passwords}>
          <CheckboxChoice
            label={t('imports.also-passwords')}
            note={t(mapping.alsoSetPasswords ? 'imports.also-passwords.warning' : 'imports.also-passwords.note')}
            warns={mapping.alsoSetPasswords}
            checked={mapping.alsoSetPasswords}
            onChange={(alsoSetPasswords) => set({ alsoSetPasswords })}
          />
        </div>
      )}
    </div>
  );
}

const existingLabels = {
  users: 'imports.existing.users',
  teams: 'imports.existing.teams',
  permissions: 'imports.existing.permissions',
} as const;
const userMatches = { email: 'imports.target.email', id: 'imports.target.id' } as const;
const teamMatches = { name: 'imports.match.name', id: 'imports.target.id' } as const;

interface ChoiceProps<V extends string> {
  label: MessageKey;
  value: V;
  options: Readonly<Partial<Record<V, MessageKey>>>;
  onChange: (value: V) => void;
}

function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const { t } = useMessages();
  return (
    <Field label={t(label)} className={styles.option ?? ''}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value as V)}>
          {(Object.entries(options) as [V, MessageKey][]).map(([option, text]) => (
            <option key={option} value={option}>
              {t(text)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
