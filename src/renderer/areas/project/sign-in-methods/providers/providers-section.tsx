import { Copy, History, MoreHorizontal, Pencil, Plus, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { partName } from '#contract/journal/entry-parts.ts';
import { oauthProviderIds } from '#contract/service/models/project-models.ts';
import type { ProviderSetup } from '#lib/rules/project-sign-in.ts';
import { providerRedirectUrl } from '#lib/rules/project-sign-in.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { JsonChange } from '#parts/conflict/json-changes.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { HistoryDialog } from '#parts/journal/history/history-dialog.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { ProviderIcon } from '#ui/data/provider-icon.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import type { SettingsProps } from '../settings-props';
import { ProviderDialog } from './provider-dialog';
import styles from './providers.module.css';

interface ProvidersSectionProps extends SettingsProps {
  /** Whether a provider that is off stays configured. */
  keepsOff: boolean;
  changes: readonly JsonChange[];
}

/** The configured OAuth providers, and those that can be added. */
export function ProvidersSection({ connection, signIn, base, keepsOff, changes, disabledReason, onChange }: ProvidersSectionProps) {
  const { t } = useMessages();
  const [open, setOpen] = useState<{ readonly id: string } | 'tiles' | null>(null);
  const setups = configuredProviders(signIn.providers, base.providers);
  const set = (id: string, setup: ProviderSetup) => onChange({ providers: { ...signIn.providers, [id]: setup } });
  const undo = (id: string) => {
    const { [id]: _changed, ...others } = signIn.providers;
    const before = base.providers[id];
    onChange({ providers: before === undefined ? others : { ...others, [id]: before } });
  };
  const close = () => setOpen(null);
  const usesShared = Object.values(setups).some(({ isOn, keys }) => isOn && keys === 'shared');
  const addButton = (
    <Button icon={Plus} onClick={() => setOpen('tiles')}>
      {t('sign-in-methods.providers.add')}
    </Button>
  );
  return (
    <PageSection title={t('sign-in-methods.providers')} action={addButton}>
      <Card>
        {Object.entries(setups).map(([id, setup]) => (
          <ProviderRow
            key={id}
            id={id}
            connection={connection}
            setup={setup}
            isChanged={!isSameAsBase(id, changes) || (base.providers[id] === undefined && signIn.providers[id] !== undefined)}
            disabledReason={disabledReason}
            onChange={(next) => set(id, next)}
            onEdit={() => setOpen({ id })}
            onUndo={() => undo(id)}
          />
        ))}
        {Object.keys(setups).length === 0 && <CardRow className={styles.none}>{t('sign-in-methods.providers.none')}</CardRow>}
      </Card>
      {usesShared && (
        <p className={styles.hint}>
          <Icon of={TriangleAlert} size={14} />
          {t('sign-in-methods.shared-keys.hint')}
        </p>
      )}
      {!keepsOff && Object.values(setups).some(({ isOn }) => !isOn) && (
        <p className={styles.hint}>{t('sign-in-methods.providers.removed')}</p>
      )}
      {open === 'tiles' && <ProviderTiles connection={connection} setups={setups} onPick={(id) => setOpen({ id })} onClose={close} />}
      {open !== null && open !== 'tiles' && (
        <ProviderDialog
          key={open.id}
          id={open.id}
          name={providerName(open.id)}
          connection={connection}
          setup={setups[open.id]}
          disabledReason={disabledReason}
          onClose={close}
          onApply={(setup) => {
            set(open.id, setup);
            close();
          }}
        />
      )}
    </PageSection>
  );
}

type Providers = SettingsProps['signIn']['providers'];

/** The providers of the draft, and those that it removes, by ID. */
function configuredProviders(draft: Providers, base: Providers): Providers {
  const removed = Object.entries(base).map(([id, setup]) => [id, { ...setup, isOn: false }] as const);
  const all = Object.entries({ ...Object.fromEntries(removed), ...draft });
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isSameAsBase(id: string, changes: readonly JsonChange[]): boolean {
  return !changes.some(({ path }) => path[0] === 'providers' && path[1] === id);
}

interface ProviderTilesProps {
  connection: Connection;
  /** The configured providers. */
  setups: Readonly<Record<string, ProviderSetup>>;
  onPick: (id: string) => void;
  onClose: () => void;
}

/** Every provider that the service knows, to be searched. */
function ProviderTiles({ connection, setups, onPick, onClose }: ProviderTilesProps) {
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

interface ProviderRowProps {
  id: string;
  connection: Connection;
  setup: ProviderSetup;
  /** Whether saving would change it. */
  isChanged: boolean;
  disabledReason: string | undefined;
  onChange: (setup: ProviderSetup) => void;
  onEdit: () => void;
  onUndo: () => void;
}

/** A configured provider: whose keys it uses, and whether users can sign in with it. */
function ProviderRow(props: ProviderRowProps) {
  const { id, setup, isChanged, disabledReason, onChange } = props;
  const { t } = useMessages();
  const name = providerName(id);
  return (
    <CardRow className={styles.row} role="group" aria-label={name}>
      <ProviderIcon id={id} name={name} />
      <span className={styles.name}>{name}</span>
      <span className={styles.badges}>
        <SetupBadges setup={setup} />
        {isChanged && <Badge tone="warn">{t('sign-in-methods.unsaved')}</Badge>}
      </span>
      <bdi className={styles.client}>{setup.clientId}</bdi>
      <ReasonedSwitch label={name} checked={setup.isOn} disabledReason={disabledReason} onChange={(isOn) => onChange({ ...setup, isOn })} />
      <ProviderMenu {...props} name={name} />
    </CardRow>
  );
}

function ProviderMenu({ id, name, connection, isChanged, disabledReason, onEdit, onUndo }: ProviderRowProps & { name: string }) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const [hasHistory, setHistory] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton size="sm" label={t('sign-in-methods.provider.actions', { name })} icon={MoreHorizontal} />} align="end">
        <MenuItem icon={Pencil} disabledReason={disabledReason} onSelect={onEdit}>
          {t('sign-in-methods.provider.edit')}
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => copy(providerRedirectUrl(connection.baseUrl, id))}>
          {t('sign-in-methods.provider.copy-redirect')}
        </MenuItem>
        {isChanged && (
          <MenuItem icon={Undo2} onSelect={onUndo}>
            {t('sign-in-methods.provider.undo')}
          </MenuItem>
        )}
        <MenuItem icon={History} onSelect={() => setHistory(true)}>
          {t('history.open')}
        </MenuItem>
      </Menu>
      {hasHistory && (
        <HistoryDialog
          connectionId={connection.id}
          about={partName({ kind: 'sign-in-provider', id })}
          names={[id]}
          title={name}
          onClose={() => setHistory(false)}
        />
      )}
    </>
  );
}

/** Whose keys a provider uses, and whether it is off. */
function SetupBadges({ setup: { isOn, keys } }: { setup: ProviderSetup }) {
  const { t } = useMessages();
  const isShared = keys === 'shared';
  return (
    <>
      <Badge tone={isShared && isOn ? 'warn' : 'neutral'}>{t(isShared ? 'sign-in-methods.shared-keys' : 'sign-in-methods.own-keys')}</Badge>
      {!isOn && <Badge>{t('sign-in-methods.off')}</Badge>}
    </>
  );
}
