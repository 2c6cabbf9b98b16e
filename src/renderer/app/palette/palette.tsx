import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { ChosenItem, useChooseItem, useChosenItem } from '#ui/overlays/chosen-item.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import { Keys } from '../commands/keys';
import { useFindEntries } from './find-entries';
import styles from './palette.module.css';
import { useAccountEntries, useCommandEntries, useGoEntries, useLinkEntries, useSettingsEntries } from './palette-entries';
import { type PaletteGroup, rankGroups } from './palette-entry';

/** Opens any screen of any connection, runs commands, finds users, and opens pasted links. */
export function Palette() {
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  const [query, setQuery] = useState('');
  const link = useLinkEntries(query.trim());
  const find = useFindEntries(query.trim());
  const go = useGoEntries();
  const accounts = useAccountEntries();
  const commands = useCommandEntries();
  const settings = useSettingsEntries(query.trim());
  const { chosen, onCloseAutoFocus } = useChosenItem();
  const groups: readonly PaletteGroup[] = [
    { heading: 'shell.palette.group.find', entries: [...link, ...find] },
    { heading: 'shell.palette.group.go', entries: go },
    { heading: 'shell.palette.group.accounts', entries: accounts },
    { heading: 'shell.palette.group.commands', entries: [...commands, ...settings] },
  ];
  return (
    <Dialog open bare onOpenChange={hide} onClosed={onCloseAutoFocus} title={t('shell.palette')} width={560}>
      {/* Its own filter keeps the texts that an entry had when it was first shown. */}
      <Command label={t('shell.palette')} loop shouldFilter={false}>
        <div className={styles.input}>
          <Icon of={Search} />
          <Command.Input value={query} onValueChange={setQuery} placeholder={t('shell.palette.hint')} />
        </div>
        <Command.List className={styles.list} label={t('shell.palette')}>
          <Command.Empty className={styles.empty}>{t('shell.palette.empty', { query: query.trim() })}</Command.Empty>
          <ChosenItem value={chosen}>
            {rankGroups(groups, query).map((group) => (
              <Group key={group.heading} {...group} />
            ))}
          </ChosenItem>
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Group({ heading, entries }: PaletteGroup) {
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  const choose = useChooseItem();
  return (
    <Command.Group heading={t(heading)}>
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={entry.id}
          className={styles.item}
          onSelect={() => {
            choose(() => void entry.run());
            hide();
          }}
        >
          <Icon of={entry.icon} />
          <span className={styles.label}>{entry.label}</span>
          {entry.aside !== undefined && <span className={styles.aside}>{entry.aside}</span>}
          {entry.keys && <Keys keys={entry.keys} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
