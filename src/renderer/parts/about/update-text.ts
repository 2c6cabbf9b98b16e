import type { UpdateState } from '#contract/bridge/app.ts';
import type { Translator } from '#messages/translator.ts';

/** Returns what is known about a newer version, as a label. */
export function updateText({ t }: Pick<Translator, 't'>, update: UpdateState): string {
  switch (update.state) {
    case 'off':
      return t(`shell.updates.off.${update.reason}`);
    case 'current':
      return t(update.checkedAtMillis === null ? 'shell.updates.unchecked' : 'shell.updates.current');
    case 'checking':
      return t('shell.updates.checking');
    case 'downloading':
    case 'ready':
      return t(`shell.updates.${update.state}`, { version: update.version });
    case 'failed':
      return t('shell.updates.failed');
  }
}
