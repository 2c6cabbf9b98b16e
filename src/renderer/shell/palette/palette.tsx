import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { MessageKey } from '../../../messages/translator';
import { useMessages } from '../../lib/use-messages';
import { useOverlays } from '../../stores/window/overlays';
import { Icon } from '../../ui/data/icon';
import { Dialog } from '../../ui/overlays/dialog';
import { Keys } from '../commands/keys';
import styles from './palette.module.css';
import { useAccountEntries, useCommandEntries, useFindEntries, useGoEntries, useLinkEntries, useSettingsEntries } from './palette-entries';
import { linkEntryId, type PaletteEntry, paletteScore } from './palette-entry';

const filter = (id: string, search: string, [label = '', aside = '', words = '']: string[] = []) =>
  id === linkEntryId ? 1 : paletteScore({ label, aside, words }, search);

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
  return (
    <Dialog open bare onOpenChange={hide} title={t('shell.palette')} width={560}>
      <Command label={t('shell.palette')} loop filter={filter}>
        <div className={styles.input}>
          <Icon of={Search} />
          <Command.Input value={query} onValueChange={setQuery} placeholder={t('shell.palette.hint')} />
        </div>
        <Command.List className={styles.list} label={t('shell.palette')}>
          <Command.Empty className={styles.empty}>{t('shell.palette.empty', { query: query.trim() })}</Command.Empty>
          <Group heading="shell.palette.group.find" entries={[...link, ...find]} />
          <Group heading="shell.palette.group.go" entries={go} />
          <Group heading="shell.palette.group.accounts" entries={accounts} />
          <Group heading="shell.palette.group.commands" entries={[...commands, ...settings]} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Once the focus is back where it was, so that whatever opens next can return it there too. */
function afterClosing(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

interface GroupProps {
  heading: MessageKey;
  entries: readonly PaletteEntry[];
}

function Group({ heading, entries }: GroupProps) {
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  if (entries.length === 0) return null;
  return (
    <Command.Group heading={t(heading)}>
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={entry.id}
          keywords={[entry.label, entry.aside ?? '', entry.words ?? '']}
          className={styles.item}
          onSelect={() => {
            hide();
            afterClosing(() => entry.run());
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
