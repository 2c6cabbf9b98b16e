import { CircleAlert, FileUp } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router';
import type { UpdateState } from '#contract/bridge/app.ts';
import type { LinkTestResult } from '#contract/bridge/links.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { formatNames } from '#lib/intl/format.ts';
import { isElectron } from '#lib/is-electron.ts';
import { pagePermission } from '#lib/page-notifications.ts';
import { useAction, useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CopySystemReport, updateText } from '#parts/about.tsx';
import { exportSettings } from '#parts/export-settings.ts';
import { PassphraseDialog } from '#parts/passphrase/passphrase-dialog.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { ClearDataDialog } from '../clear-data-dialog';
import { type ControlProps, type OwnControlName, useChangeSetting } from '../setting-row';
import styles from '../setting-row.module.css';
import { DataFolder, HostName, KeychainName, LicensesButton, VersionName } from './about-controls';
import { PassphraseControl } from './passphrase-control';
import { ProxySignInControl } from './proxy-sign-in-control';
import { QuietHoursControl } from './quiet-hours-control';
import { SettingSelect } from './setting-select';
import { DigestControl, WatchRulesControl } from './watch-controls';

const offered = [1, 2, 5, 10, 15, 30, 60, 120, 240];

/** After how long without input the app locks, or never. */
function LockAfterControl(props: ControlProps) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const { lockAfterMinutes } = useTopic('settings.state');
  // A policy or an edited file may have chosen another time.
  const minutes = [...new Set([...offered, lockAfterMinutes ?? 1])].sort((a, b) => a - b);
  const choose = (value: string) => change({ lockAfterMinutes: value === '' ? null : Number(value) });
  return (
    <SettingSelect {...props} value={lockAfterMinutes ?? ''} onChoose={choose}>
      {minutes.map((count) => (
        <option key={count} value={count}>
          {t('settings.lock.minutes', { count })}
        </option>
      ))}
      <option value="">{t('settings.lock.never')}</option>
    </SettingSelect>
  );
}

/** The controls that show more than one plain value. */
export const ownControls: Readonly<Record<OwnControlName, ComponentType<ControlProps>>> = {
  lockAfterMinutes: LockAfterControl,
  passphrase: PassphraseControl,
  sealedSecrets: SealedControl,
  clearData: ClearDataControl,
  watchDigest: DigestControl,
  watchRules: WatchRulesControl,
  quietHours: QuietHoursControl,
  proxySignIn: ProxySignInControl,
  certificates: TrustedCertificates,
  notifications: NotificationTest,
  updateStatus: UpdateStatus,
  transfer: TransferLink,
  version: VersionName,
  host: HostName,
  keychain: KeychainName,
  profile: DataFolder,
  settingsFile: SettingsFileButtons,
  systemReport: CopySystemReport,
  linkTest: LinkTest,
  licenses: LicensesButton,
  policy: PolicyFacts,
};

/** Opens the screen for exporting and importing connections. */
function TransferLink({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button icon={FileUp} aria-describedby={describedBy} onClick={() => void navigate(paths.transfer())}>
      {t('transfer.title')}
    </Button>
  );
}

/** Exports the settings to a file, and imports them from one. */
function SettingsFileButtons({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const show = useOverlays((state) => state.show);
  return (
    <div className={styles.status}>
      <Button aria-describedby={describedBy} onClick={() => runTask(exportSettings)}>
        {t('settings.file.export.short')}
      </Button>
      <Button aria-describedby={describedBy} onClick={() => show('import-settings')}>
        {t('settings.file.import.short')}
      </Button>
    </div>
  );
}

/** Clears all local data. */
function ClearDataControl({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {t('clear-data.open')}
      </Button>
      {isOpen && <ClearDataDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Moves secrets to a file that the passphrase seals, or back to memory. */
function SealedControl({ describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const isSealed = useTopic('lock.state').secrets === 'sealed';
  const [isOpen, setOpen] = useState(false);
  const verb = t(isSealed ? 'settings.sealed.unseal' : 'settings.sealed.seal');
  return (
    <>
      <Button aria-describedby={describedBy} aria-disabled={isDisabled || undefined} onClick={() => isDisabled || setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <PassphraseDialog
          title={t(isSealed ? 'settings.sealed.unseal.title' : 'settings.sealed.seal.title')}
          description={t(isSealed ? 'settings.sealed.unseal.text' : 'settings.sealed.seal.text')}
          actionLabel={verb}
          danger={isSealed}
          task={isSealed ? 'unseal' : 'seal'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** What is known about a newer version, and what can be done about it. */
function UpdateStatus() {
  const { t } = useMessages();
  const update = useTopic('app.updates');
  return (
    <div className={styles.status}>
      <span role="status">{updateText({ t }, update)}</span>
      <UpdateButton update={update} />
    </div>
  );
}

function UpdateButton({ update: { state } }: { update: UpdateState }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  if (state === 'off' || state === 'downloading') return null;
  if (state === 'ready') return <Button onClick={() => runTask(() => api.app.installUpdate({}))}>{t('shell.updates.install')}</Button>;
  return (
    <Button busy={state === 'checking'} onClick={() => runTask(() => api.app.checkForUpdates({}))}>
      {t('shell.updates.check')}
    </Button>
  );
}

/** Asks the browser for permission, and sends a notification to try it. */
function NotificationTest({ isDisabled, describedBy }: ControlProps) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const [permission, setPermission] = useState(pagePermission);
  const send = async () => {
    if (isElectron) await api.watch.sendTest({});
    else new Notification(t('watch.test.title'), { body: t('watch.test.text') });
  };
  const canSend = isElectron || permission === 'granted';
  return (
    <div className={styles.permission}>
      {!isElectron && <p>{t(`settings.notifications.${permission}`)}</p>}
      {!isElectron && permission === 'default' && (
        <Button size="sm" disabled={isDisabled} onClick={() => runTask(async () => setPermission(await Notification.requestPermission()))}>
          {t('settings.notifications.allow')}
        </Button>
      )}
      {canSend && (
        <Button size="sm" disabled={isDisabled} aria-describedby={describedBy} onClick={() => runTask(send)}>
          {t('settings.notifications.test')}
        </Button>
      )}
    </div>
  );
}

/** What the policy decides, or why it can't be used. */
function PolicyFacts() {
  const { t, locale } = useMessages();
  const policy = useTopic('policy.state');
  if (policy.state === 'none') return t('settings.policy.none');
  if (policy.state === 'broken') {
    return (
      <div className={styles.facts}>
        <span className={styles.bad}>
          <Icon of={CircleAlert} size={14} />
          {t(`shell.policy.problem.${policy.problem}`, { field: policy.field ?? 'none' })}
        </span>
        <span className={styles.mono}>{policy.file}</span>
      </div>
    );
  }
  const { organization, locked, forbidden, required, allowedHosts, file } = policy;
  return (
    <div className={styles.facts}>
      <span>{t('settings.policy.active', { count: locked.length, organization: organization ?? t('settings.policy.administrator') })}</span>
      {forbidden.length > 0 && (
        <span>
          {t('settings.policy.forbidden', {
            actions: formatNames(
              forbidden.map((action) => t(`settings.policy.action.${action}`)),
              locale,
            ),
          })}
        </span>
      )}
      {required.length > 0 && (
        <span>
          {t('settings.policy.required', {
            safeguards: formatNames(
              required.map((safeguard) => t(`settings.policy.safeguard.${safeguard}`)),
              locale,
            ),
          })}
        </span>
      )}
      {allowedHosts !== null && (
        <span>
          {allowedHosts.length === 0
            ? t('settings.policy.no-hosts')
            : t('settings.policy.hosts', { hosts: formatNames(allowedHosts, locale) })}
        </span>
      )}
      <span className={styles.mono}>{file}</span>
    </div>
  );
}

/** How many certificates are trusted in addition to the system's. */
function TrustedCertificates() {
  const { t } = useMessages();
  const trusted = useTopic('diagnostics.certificates');
  return <span role="status">{trusted === null ? t('settings.certificates.none') : t('settings.certificates.count', trusted)}</span>;
}

/** Tests whether the system passes `latchkey://` links to this program, and repairs it. */
function LinkTest({ describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const [result, setResult] = useState<LinkTestResult | null>(null);
  const test = useAction(async () => setResult(await api.links.selfTest({})));
  const register = useAction(async () => {
    const { isRegistered } = await api.links.register({});
    setResult((before) => before && { ...before, isOwn: isRegistered, program: isRegistered ? null : before.program });
  });
  return (
    <div className={styles.field}>
      <div className={styles.status}>
        <span role="status">
          {result && !test.isPending && t(`settings.links.${outcomeOf(result)}`, { program: result.program ?? '' })}
        </span>
        {result !== null && !result.hasArrived && !result.isOwn && (
          <Button busy={register.isPending} onClick={() => void register.run()}>
            {t('settings.links.register')}
          </Button>
        )}
        <Button
          busy={test.isPending}
          aria-describedby={describedBy}
          aria-disabled={isDisabled || undefined}
          onClick={() => isDisabled || void test.run()}
        >
          {t('settings.links.test')}
        </Button>
      </div>
    </div>
  );
}

function outcomeOf({ hasArrived, isOwn, program }: LinkTestResult): 'arrived' | 'lost' | 'other' | 'none' {
  if (hasArrived) return 'arrived';
  if (isOwn) return 'lost';
  return program === null ? 'none' : 'other';
}
