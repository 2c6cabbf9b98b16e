import type { MessageKey } from '../../messages/translator';
import { useMessages } from '../lib/use-messages';
import { useOverlays } from '../stores/overlays';
import { Dialog } from '../ui/dialog';
import { Keys } from './keys';
import styles from './shortcut-sheet.module.css';

const groups: readonly { title: MessageKey; rows: readonly (readonly [MessageKey, readonly string[]])[] }[] = [
  {
    title: 'shell.shortcuts.group.window',
    rows: [
      ['shell.shortcuts.palette', ['mod', 'K']],
      ['shell.shortcuts.connection', ['mod', '1–9']],
      ['shell.shortcuts.navigation', ['mod', 'B']],
      ['shell.settings', ['mod', ',']],
      ['shell.shortcuts.sheet', ['?']],
      ['shell.shortcuts.close', ['Esc']],
    ],
  },
  {
    title: 'shell.shortcuts.group.lists',
    rows: [
      ['shell.shortcuts.filter', ['/']],
      ['shell.shortcuts.move', ['↑', '↓', 'Home', 'End']],
      ['shell.shortcuts.open', ['Enter']],
      ['shell.shortcuts.select', ['Space']],
    ],
  },
];

/** What the keys do. */
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
                {t(label)}
                <Keys keys={keys} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
