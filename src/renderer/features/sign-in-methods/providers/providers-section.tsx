import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { JsonChange } from '../../../blocks/conflict/json-changes';
import type { ProviderSetup } from '../../../lib/rules/project-sign-in/project-sign-in';
import { providerName } from '../../../lib/rules/sign-in-methods';
import { useMessages } from '../../../lib/use-messages';
import { Icon } from '../../../ui/data/icon';
import { Button } from '../../../ui/inputs/button';
import { Card, CardRow } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import type { SettingsProps } from '../settings-props';
import { ProviderDialog } from './provider-dialog';
import { ProviderRow } from './provider-row';
import { ProviderTiles } from './provider-tiles';
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
