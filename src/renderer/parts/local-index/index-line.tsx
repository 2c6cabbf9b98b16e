import { Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { IndexState } from '#contract/bridge/local-index.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { DeleteIndexDialog } from './delete-index-dialog';
import { indexText } from './index-text';
import styles from './local-index.module.css';
import { useIndexActions } from './use-index-actions';

/** What an index is as of, with a ring while it gets newer, as a button for its menu. */
export function IndexLine({ index }: { index: IndexState }) {
  const messages = useMessages();
  const { t } = messages;
  const [isDeleting, setDeleting] = useState(false);
  const actions = useIndexActions(index);
  const text = indexText(messages, index, useNow());
  const trigger = (
    <button type="button" className={styles.line} aria-label={t('index.menu', { state: text })}>
      {isRunning(index) && <ProgressRing progress={index.progress} />}
      {text}
    </button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        {actions.canResume ? (
          <MenuItem icon={Play} onSelect={actions.resume}>
            {t('index.resume')}
          </MenuItem>
        ) : (
          <MenuItem icon={Pause} disabledReason={actions.canPause ? undefined : t('index.pause.none')} onSelect={actions.pause}>
            {t('index.pause')}
          </MenuItem>
        )}
        <MenuItem icon={RefreshCw} disabledReason={actions.updateReason} onSelect={actions.update}>
          {t('index.update')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          {t('index.delete.menu')}
        </MenuItem>
      </Menu>
      {isDeleting && <DeleteIndexDialog index={index} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** Whether an index gets newer at the moment. */
export function isRunning({ state, pause }: IndexState): boolean {
  return (state === 'filling' || state === 'updating') && pause === null;
}
