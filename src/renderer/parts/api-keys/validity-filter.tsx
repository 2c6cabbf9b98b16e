import { CircleCheck } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/overlays/menu.tsx';
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
