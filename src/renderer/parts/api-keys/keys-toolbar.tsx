import { CircleCheck, Plus } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Button } from '#ui/inputs/button.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/overlays/menu.tsx';
import styles from './api-keys.module.css';
import type { KeyFilter } from './key-rows';

type Validity = KeyFilter['validity'];

const choices: readonly (readonly [Validity, MessageKey])[] = [
  ['any', 'api-keys.status.any'],
  ['valid', 'api-keys.status.valid'],
  ['expired', 'api-keys.status.expired'],
  ['revoked', 'api-keys.status.revoked'],
];

/** Chooses which keys a list shows: all, or those of one validity. */
export function ValidityFilter({ value, onChange }: { value: Validity; onChange: (value: Validity) => void }) {
  const { t } = useMessages();
  const text = t(choices.find(([choice]) => choice === value)?.[1] ?? 'api-keys.status.any');
  const trigger = (
    <FilterButton icon={CircleCheck} isOn={value !== 'any'} aria-label={t('api-keys.status.filter', { status: text })}>
      {text}
    </FilterButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoices value={value} onValueChange={(next) => onChange(next as Validity)}>
        {choices.map(([choice, label]) => (
          <MenuChoice key={choice} value={choice}>
            {t(label)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}

interface KeysToolbarProps {
  filter: KeyFilter;
  /** Why no key can be created. */
  blocked: string | undefined;
  onFilter: (filter: KeyFilter) => void;
  onCreate: () => void;
}

/** Search and status filter of a list of API keys, and the button that creates one. */
export function KeysToolbar({ filter, blocked, onFilter, onCreate }: KeysToolbarProps) {
  const { t } = useMessages();
  const create = (
    <Button variant="primary" icon={Plus} disabledReason={blocked} onClick={onCreate}>
      {t('api-keys.create')}
    </Button>
  );
  return (
    <ListToolbar label={t('api-keys.toolbar')} end={create}>
      <SearchInput
        className={styles.search}
        label={t('api-keys.search')}
        value={filter.text}
        onValueChange={(text) => onFilter({ ...filter, text })}
      />
      <ValidityFilter value={filter.validity} onChange={(validity) => onFilter({ ...filter, validity })} />
    </ListToolbar>
  );
}
