import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import { ownCommands } from './commands';
import { Keys } from './keys';
import styles from './shortcut-sheet.module.css';

type Row = readonly [MessageKey, readonly string[]];

/** The commands that have keys, and what belongs to no command. */
const groups: readonly { title: MessageKey; rows: readonly Row[] }[] = [
  {
    title: 'shell.shortcuts.group.window',
    rows: [
      ...ownCommands.flatMap(({ label, keys }): Row[] => (keys ? [[label, keys]] : [])),
      ['shell.shortcuts.save', ['mod', 'S']],
      ['shell.shortcuts.close', ['Esc']],
    ],
  },
  {
    title: 'shell.shortcuts.group.lists',
    rows: [
      ['shell.shortcuts.filter', ['/']],
      ['shell.shortcuts.move', ['↑', '↓', 'home', 'end']],
      ['shell.shortcuts.open', ['enter']],
      ['shell.shortcuts.select', ['space']],
    ],
  },
];

/** The list of keyboard shortcuts. */
export function ShortcutSheet() {
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  return (
    <Dialog open onOpenChange={hide} title={t('shell.shortcuts')}>
      <div className={styles.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3 className={styles.heading}>{t(title)}</h3>
            {rows.map(([label, keys]) => (
              <div key={label} className={styles.row}>
                <span>{t(label)}</span>
                <Keys keys={keys} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
