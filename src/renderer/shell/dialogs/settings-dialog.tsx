import { FileUp, Monitor, Moon, Scale, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppInfo } from '../../../contract/bridge/app';
import type { Settings } from '../../../contract/bridge/settings';
import { languages } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { updateSettings, useSettings } from '../../stores/settings';
import { useOverlays } from '../../stores/window/overlays';
import { Definition, DefinitionList } from '../../ui/data/definition-list';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/inputs/button';
import { Segmented } from '../../ui/inputs/segmented';
import { Select } from '../../ui/inputs/select';
import { Dialog } from '../../ui/overlays/dialog';
import styles from './settings-dialog.module.css';
import { SettingsRow } from './settings-row';
import { SettingsUpdates } from './settings-updates';

/** The app's settings. */
export function SettingsDialog() {
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  return (
    <Dialog open onOpenChange={hide} title={t('shell.settings')} width={520}>
      <div className={styles.settings}>
        <Appearance />
        <Connections />
        <SettingsUpdates />
        <About />
      </div>
    </Dialog>
  );
}

function useChange(): (change: Partial<Settings>) => void {
  const runTask = useBackgroundTask();
  return (change) => runTask(() => updateSettings(change));
}

function Appearance() {
  const { t } = useMessages();
  const { theme, contrast } = useSettings();
  const change = useChange();
  const themes = [
    { value: 'system', label: t('shell.settings.theme.system'), icon: Monitor },
    { value: 'light', label: t('shell.settings.theme.light'), icon: Sun },
    { value: 'dark', label: t('shell.settings.theme.dark'), icon: Moon },
  ] as const;
  const contrasts = [
    { value: 'system', label: t('shell.settings.contrast.system') },
    { value: 'more', label: t('shell.settings.contrast.more') },
  ] as const;
  return (
    <section>
      <h3 className={styles.heading}>{t('shell.settings.appearance')}</h3>
      <SettingsRow label={t('shell.settings.theme')}>
        <Segmented label={t('shell.settings.theme')} value={theme} options={themes} onValueChange={(next) => change({ theme: next })} />
      </SettingsRow>
      <SettingsRow label={t('shell.settings.contrast')}>
        <Segmented
          label={t('shell.settings.contrast')}
          value={contrast}
          options={contrasts}
          onValueChange={(next) => change({ contrast: next })}
        />
      </SettingsRow>
      <LanguageRow />
    </section>
  );
}

const choices = ['system', ...languages, 'pseudo'] as const;

function LanguageRow() {
  const { t } = useMessages();
  const { language } = useSettings();
  const change = useChange();
  return (
    <SettingsRow label={t('shell.settings.language')}>
      <Select
        className={styles.select}
        aria-label={t('shell.settings.language')}
        value={language}
        onChange={(event) => change({ language: event.target.value as Settings['language'] })}
      >
        {choices.map((name) => (
          <option key={name} value={name}>
            {t(`shell.settings.language.${name}`)}
          </option>
        ))}
      </Select>
    </SettingsRow>
  );
}

function Connections() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const hide = useOverlays((state) => state.hide);
  const open = () => {
    hide();
    void navigate(paths.transfer());
  };
  return (
    <section>
      <h3 className={styles.heading}>{t('shell.rail')}</h3>
      <SettingsRow label={t('transfer.text')}>
        <Button icon={FileUp} onClick={open}>
          {t('transfer.title')}
        </Button>
      </SettingsRow>
    </section>
  );
}

function About() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const show = useOverlays((state) => state.show);
  const [info, setInfo] = useState<AppInfo | null>(null);
  useEffect(() => runTask(async () => setInfo(await api.app.info({}))), [runTask]);
  const fact = (text: string | null | undefined) => text ?? <Skeleton width={120} />;
  const versionOf = ({ version, automation }: AppInfo) => (automation ? t('shell.about.version.automation', { version }) : version);
  return (
    <section>
      <h3 className={styles.heading}>{t('shell.settings.about')}</h3>
      <DefinitionList>
        <Definition label={t('shell.about.version')}>{fact(info && versionOf(info))}</Definition>
        <Definition label={t('shell.about.host')}>{fact(info ? t(`shell.about.host.${info.host}`) : undefined)}</Definition>
        <Definition label={t('shell.about.keychain')}>{fact(info ? t(`shell.about.keychain.${info.keychain}`) : undefined)}</Definition>
        <Definition label={t('shell.about.profile')}>
          <span className={styles.mono}>{fact(info?.profileFolder)}</span>
        </Definition>
      </DefinitionList>
      <SettingsRow label={t('shell.licenses')}>
        <Button icon={Scale} onClick={() => show('licenses')}>
          {t('shell.licenses.show')}
        </Button>
      </SettingsRow>
    </section>
  );
}
