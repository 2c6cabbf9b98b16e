import { KeyRound, Plus, ScanSearch } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ValidityFilter } from '../../../blocks/api-keys/validity-filter';
import { type KeyKind, keyKinds } from '../../../lib/keys/project-keys';
import type { ProjectKeysPlace } from '../../../lib/places/place-queries';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { Button } from '../../../ui/inputs/button';
import { DelayedSearchInput } from '../../../ui/inputs/delayed-search-input';
import { FilterButton } from '../../../ui/inputs/filter-button';
import { IconButton } from '../../../ui/inputs/icon-button';
import { ListToolbar } from '../../../ui/layout/list-frame';
import { Menu, MenuChoice, MenuChoices } from '../../../ui/overlays/menu';
import styles from '../project-keys.module.css';

interface KeySetToolbarProps {
  connectionId: string;
  place: ProjectKeysPlace;
  /** Why no keys can be created. */
  blocked: string | undefined;
  onChange: (change: ProjectKeysPlace) => void;
  onCreate: () => void;
}

/** Search, filters by status and type, and the button that creates keys. */
export function KeySetToolbar({ connectionId, place, blocked, onChange, onCreate }: KeySetToolbarProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const create = (
    <div className={styles.actions}>
      <IconButton icon={ScanSearch} label={t('key-check.open')} onClick={() => void navigate(paths.keyCheck(connectionId))} />
      <Button variant="primary" icon={Plus} disabledReason={blocked} onClick={onCreate}>
        {t('project-keys.create')}
      </Button>
    </div>
  );
  return (
    <ListToolbar label={t('project-keys.toolbar')} end={create}>
      <DelayedSearchInput
        className={styles.search}
        label={t('project-keys.search')}
        placeholder={t('project-keys.search.hint')}
        value={place.q ?? ''}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <ValidityFilter value={place.status ?? 'any'} onChange={(status) => onChange({ status: status === 'any' ? undefined : status })} />
      <TypeFilter value={place.type} onChange={(type) => onChange({ type })} />
    </ListToolbar>
  );
}

function TypeFilter({ value, onChange }: { value: KeyKind | undefined; onChange: (value: KeyKind | undefined) => void }) {
  const { t } = useMessages();
  const text = t(value === undefined ? 'project-keys.type.any' : `project-keys.kind.${value}`);
  const trigger = (
    <FilterButton icon={KeyRound} isOn={value !== undefined} aria-label={t('project-keys.type.filter', { type: text })}>
      {text}
    </FilterButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoices value={value ?? 'any'} onValueChange={(next) => onChange(keyKinds.find((kind) => kind === next))}>
        <MenuChoice value="any">{t('project-keys.type.any')}</MenuChoice>
        {keyKinds.map((kind) => (
          <MenuChoice key={kind} value={kind}>
            {t(`project-keys.kind.${kind}`)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
