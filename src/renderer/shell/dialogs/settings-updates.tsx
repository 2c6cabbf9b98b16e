import type { UpdateState } from '../../../contract/bridge/app';
import type { Settings } from '../../../contract/bridge/settings';
import type { Translator } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { updateSettings, useSettings } from '../../stores/settings';
import { useUpdates } from '../../stores/updates';
import { Button } from '../../ui/inputs/button';
import { ReasonedSwitch } from '../../ui/inputs/reasoned-switch';
import { Segmented } from '../../ui/inputs/segmented';
import styles from './settings-dialog.module.css';
import { SettingsRow } from './settings-row';

/** The settings for updates. Nothing where this build never updates itself. */
export function SettingsUpdates() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const { updates, updateChannel } = useSettings();
  const update = useUpdates();
  if (update.state === 'off' && update.reason === 'not-offered') return null;
  const lockedBy = update.state === 'off' && update.reason !== 'setting' ? update.reason : null;
  const change = (next: Partial<Settings>) => runTask(() => updateSettings(next));
  const channels = [
    { value: 'stable', label: t('shell.updates.channel.stable') },
    { value: 'beta', label: t('shell.updates.channel.beta') },
  ] as const;
  return (
    <section>
      <h3 className={styles.heading}>{t('shell.updates')}</h3>
      <SettingsRow label={t('shell.updates.automatic')}>
        <ReasonedSwitch
          label={t('shell.updates.automatic')}
          checked={updates && lockedBy === null}
          onChange={(next) => change({ updates: next })}
          disabledReason={lockedBy === null ? undefined : t(`shell.updates.off.${lockedBy}`)}
        />
      </SettingsRow>
      {lockedBy === null && (
        <SettingsRow label={t('shell.updates.channel')}>
          <Segmented
            label={t('shell.updates.channel')}
            value={updateChannel}
            options={channels}
            onValueChange={(next) => change({ updateChannel: next })}
          />
        </SettingsRow>
      )}
      <SettingsRow label={<span role="status">{statusText({ t }, update)}</span>}>
        <UpdateButton update={update} />
      </SettingsRow>
    </section>
  );
}

function UpdateButton({ update: { state } }: { update: UpdateState }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  if (state === 'off') return null;
  if (state === 'ready') return <Button onClick={() => runTask(() => api.app.installUpdate({}))}>{t('shell.updates.install')}</Button>;
  return (
    <Button busy={state === 'checking' || state === 'downloading'} onClick={() => runTask(() => api.app.checkForUpdates({}))}>
      {t('shell.updates.check')}
    </Button>
  );
}

function statusText({ t }: Pick<Translator, 't'>, update: UpdateState): string {
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
