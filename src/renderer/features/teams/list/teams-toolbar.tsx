import { ArrowDownWideNarrow, Plus } from 'lucide-react';
import type { MessageKey } from '../../../../messages/translator';
import { isTeamOrder, type TeamOrder, type TeamsPlace } from '../../../lib/places/place-queries';
import { useMessages } from '../../../lib/use-messages';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Button } from '../../../ui/inputs/button';
import { DelayedSearchInput } from '../../../ui/inputs/delayed-search-input';
import { FilterButton } from '../../../ui/inputs/filter-button';
import { ListToolbar } from '../../../ui/layout/list-frame';
import { Menu, MenuChoice, MenuChoices } from '../../../ui/overlays/menu';
import styles from '../teams.module.css';

interface TeamsToolbarProps {
  connectionId: string;
  query: string;
  order: TeamOrder;
  onChange: (change: TeamsPlace) => void;
  onCreate: () => void;
}

/** Search, order, and the button that creates a team. */
export function TeamsToolbar({ connectionId, query, order, onChange, onCreate }: TeamsToolbarProps) {
  const { t } = useMessages();
  const create = (
    <Button variant="primary" icon={Plus} disabledReason={useReadOnlyReason(connectionId)} onClick={onCreate}>
      {t('teams.create')}
    </Button>
  );
  return (
    <ListToolbar label={t('users.toolbar')} end={create}>
      <DelayedSearchInput
        className={styles.search}
        label={t('teams.search')}
        value={query}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <OrderMenu order={order} onChange={(next) => onChange({ order: next })} />
    </ListToolbar>
  );
}

const orders = {
  newest: 'teams.order.newest',
  oldest: 'teams.order.oldest',
  name: 'teams.order.name',
  'name-reversed': 'teams.order.name-reversed',
} as const satisfies Readonly<Record<TeamOrder, MessageKey>>;

function OrderMenu({ order, onChange }: { order: TeamOrder; onChange: (order: TeamOrder) => void }) {
  const { t } = useMessages();
  const text = t(orders[order]);
  const trigger = (
    <FilterButton icon={ArrowDownWideNarrow} isOn={order !== 'newest'} aria-label={t('users.order', { order: text })}>
      {text}
    </FilterButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoices value={order} onValueChange={(next) => isTeamOrder(next) && onChange(next)}>
        {Object.entries(orders).map(([value, label]) => (
          <MenuChoice key={value} value={value}>
            {t(label)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
