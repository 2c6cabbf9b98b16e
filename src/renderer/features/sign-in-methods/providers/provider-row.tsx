import { Copy, MoreHorizontal, Pencil, Undo2 } from 'lucide-react';
import type { Connection } from '../../../../contract/bridge/connections';
import { copyText } from '../../../lib/copy-text';
import type { ProviderSetup } from '../../../lib/rules/project-sign-in/project-sign-in';
import { providerRedirectUrl } from '../../../lib/rules/project-sign-in/provider-redirect';
import { providerName } from '../../../lib/rules/sign-in-methods';
import { useMessages } from '../../../lib/use-messages';
import { Badge } from '../../../ui/data/badge';
import { ProviderIcon } from '../../../ui/data/provider-icon';
import { useToasts } from '../../../ui/feedback/toasts';
import { IconButton } from '../../../ui/inputs/icon-button';
import { ReasonedSwitch } from '../../../ui/inputs/reasoned-switch';
import { CardRow } from '../../../ui/layout/card';
import { Menu, MenuItem } from '../../../ui/overlays/menu';
import styles from './providers.module.css';
import { SetupBadges } from './setup-badges';

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
export function ProviderRow(props: ProviderRowProps) {
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
  const show = useToasts((state) => state.show);
  const copy = async () => {
    const isCopied = await copyText(providerRedirectUrl(connection.baseUrl, id));
    show(isCopied ? { tone: 'good', title: 'ui.copied' } : { tone: 'bad', title: 'ui.copy-failed' });
  };
  return (
    <Menu trigger={<IconButton size="sm" label={t('sign-in-methods.provider.actions', { name })} icon={MoreHorizontal} />} align="end">
      <MenuItem icon={Pencil} disabledReason={disabledReason} onSelect={onEdit}>
        {t('sign-in-methods.provider.edit')}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => void copy()}>
        {t('sign-in-methods.provider.copy-redirect')}
      </MenuItem>
      {isChanged && (
        <MenuItem icon={Undo2} onSelect={onUndo}>
          {t('sign-in-methods.provider.undo')}
        </MenuItem>
      )}
    </Menu>
  );
}
