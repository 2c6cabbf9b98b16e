import { useState } from 'react';
import type { Connection } from '../../../../contract/bridge/connections';
import { oauthProviderIds } from '../../../../contract/service/models/project-models';
import type { ProviderSetup } from '../../../lib/rules/project-sign-in/project-sign-in';
import { providerName } from '../../../lib/rules/sign-in-methods';
import { foldText } from '../../../lib/search/fold-text';
import { useMessages } from '../../../lib/use-messages';
import { ProviderIcon } from '../../../ui/data/provider-icon';
import { NoMatchState } from '../../../ui/feedback/no-match-state';
import { SearchInput } from '../../../ui/inputs/search-input';
import { Dialog } from '../../../ui/overlays/dialog';
import styles from './providers.module.css';
import { SetupBadges } from './setup-badges';

interface ProviderTilesProps {
  connection: Connection;
  /** The configured providers. */
  setups: Readonly<Record<string, ProviderSetup>>;
  onPick: (id: string) => void;
  onClose: () => void;
}

/** Every provider that the service knows, to be searched. */
export function ProviderTiles({ connection, setups, onPick, onClose }: ProviderTilesProps) {
  const { t } = useMessages();
  const [search, setSearch] = useState('');
  // It came in the release with providers as objects (wire/newer 2.3, 2.8.24).
  const later = connection.features?.['oauth-providers'] === true ? ['twitch'] : [];
  const ids = [...new Set([...oauthProviderIds, ...later, ...Object.keys(setups)])];
  const found = ids.filter((id) => foldText(providerName(id)).includes(foldText(search)));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('sign-in-methods.providers.add')}
      environment={connection.environment}
      width={560}
    >
      <SearchInput label={t('sign-in-methods.providers.search')} value={search} onValueChange={setSearch} hasShortcut={false} />
      {found.length === 0 ? (
        <NoMatchState
          title={t('sign-in-methods.providers.no-match')}
          text={t('sign-in-methods.providers.no-match.text')}
          clearLabel={t('sign-in-methods.providers.clear')}
          onClear={() => setSearch('')}
        />
      ) : (
        <ul data-results="" className={styles.tiles}>
          {found.map((id) => (
            <li key={id}>
              <button type="button" data-result="" className={styles.tile} onClick={() => onPick(id)}>
                <ProviderIcon id={id} name={providerName(id)} />
                <span className={styles.tileName}>{providerName(id)}</span>
                <span className={styles.badges}>{setups[id] && <SetupBadges setup={setups[id]} />}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
