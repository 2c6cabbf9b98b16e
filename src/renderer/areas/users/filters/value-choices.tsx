import { useId, useState } from 'react';
import { useTeams } from '#data/teams.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { filterMethods } from './filter-fields';
import { queryMethodName } from './filter-text';
import styles from './filters.module.css';

interface ChoicesProps {
  value: readonly string[];
  error: string | undefined;
  onChange: (value: readonly string[]) => void;
}

/** Sign-in methods of which users have one. */
export function MethodChoices({ connectionId, ...props }: ChoicesProps & { connectionId: string }) {
  const messages = useMessages();
  const known = filterMethods(useConnection(connectionId)?.features);
  const ids = [...known, ...props.value.filter((id) => !known.includes(id))];
  return (
    <Choices
      {...props}
      label={messages.t('users.filter.field.method')}
      choices={ids.map((id) => ({ id, name: queryMethodName(messages, id) }))}
    />
  );
}

/** Teams of which users are members of one. */
export function TeamChoices({ connectionId, ...props }: ChoicesProps & { connectionId: string }) {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const [search, setSearch] = useState('');
  const teams = useTeams(connectionId, true);
  const wanted = foldText(search);
  const named = teams.data?.items.map((team) => ({ id: team.id, name: nameOf(team) })) ?? [];
  const missing = props.value.filter((id) => !named.some((team) => team.id === id)).map((id) => ({ id, name: id }));
  const found = named.filter(({ id, name }) => props.value.includes(id) || foldText(name).includes(wanted) || id === wanted);
  return (
    <div className={styles.teams}>
      <SearchInput label={t('teams.search')} hasShortcut={false} value={search} onValueChange={setSearch} />
      <ErrorCallout report={teams.error === null ? null : reportOf(teams.error)} />
      <Choices
        {...props}
        label={t('users.filter.field.team')}
        choices={[...missing, ...found]}
        none={t(teams.isPending ? 'ui.loading' : 'users.filter.team.none')}
      />
    </div>
  );
}

interface ChoiceListProps extends ChoicesProps {
  label: string;
  choices: readonly { readonly id: string; readonly name: string }[];
  /** Shown instead of no choices. */
  none?: string;
}

function Choices({ label, choices, none, value, error, onChange }: ChoiceListProps) {
  const errorId = useId();
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id));
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can’t scroll in every browser */}
      <div role="group" aria-label={label} aria-describedby={error === undefined ? undefined : errorId} className={styles.choices}>
        {choices.length === 0 && <p className={styles.quiet}>{none}</p>}
        {choices.map(({ id, name }) => (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              checked={value.includes(id)}
              aria-invalid={error !== undefined}
              onChange={({ target }) => toggle(id, target.checked)}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
      <p id={errorId} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
