import { Plus } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import styles from './api-keys.module.css';
import type { KeyFilter } from './key-rows';
import { ValidityFilter } from './validity-filter';

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
