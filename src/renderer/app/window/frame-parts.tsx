/** The parts of the frame that the start screen of an empty profile doesn't have. */
import { Lock, LogOut, Timer, VenetianMask } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { PageNotification } from '#contract/bridge/watch.ts';
import { api, onPush } from '#data/api.ts';
import { topicNow, topicStores, useAheadMillis, useImpersonationOf } from '#data/topics.ts';
import { countryName } from '#lib/intl/country.ts';
import { canNotify } from '#lib/page-notifications.ts';
import { impersonatedName, visibleName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { SignedOutState } from '#parts/account/account-state.tsx';
import { EditConnectionButton } from '#parts/admin/edit-connection-button.tsx';
import { connectionNamesNow } from '#parts/connections/use-connection-names.ts';
import { Icon } from '#ui/data/icon.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Drawer } from '#ui/overlays/drawer.tsx';
import { closeNavigation, useNavigationState } from '#window/navigation.ts';
import { useOverlays } from '#window/open-dialogs.ts';
import type { LockedTitle } from '#window/screen-row.ts';
import { HiddenScreen } from '../impersonation/hidden-admin';
import styles from '../impersonation/impersonation.module.css';
import { useEndImpersonation, useReportEnd } from '../impersonation/use-end-impersonation';
import { Navigation } from '../navigation/navigation';
import { useOpenFinding } from '../notices/use-open-finding';
import { Rail } from '../rail/rail';
import { StatusBar } from '../status/status-bar';
import { useScreenTitle } from '../use-place';
import { TitleOf } from './title-of';
import { TopBar } from './top-bar';

/** Returns a duration as text: `14:32`, `1:05:00`, and `3 d 4:05:06`. */
export function countdownText(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  const time = days > 0 || hours > 0 ? `${hours}:${rest}` : rest;
  return days > 0 ? `${days} d ${time}` : time;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

interface FramePartProps {
  connection: Connection | undefined;
}

/** The rail, and the navigation of a connection. */
export function Sides({ connection }: FramePartProps) {
  const { isNarrow, isShown } = useNavigationState();
  return (
    <>
      <Rail />
      {connection && isNarrow && <NavigationDrawer connection={connection} isOpen={isShown} />}
      {connection && !isNarrow && isShown && <Navigation connection={connection} />}
    </>
  );
}

/** The title of a screen, which may be a name that is read from the service. */
export function ScreenTitle() {
  return <TitleOf name={useScreenTitle()} />;
}

/** What a connection without the key that a screen needs shows instead of it. */
export function LockedScreen({ connectionId, title }: { connectionId: string; title: LockedTitle }) {
  const { t } = useMessages();
  const action = <EditConnectionButton connectionId={connectionId} />;
  return <EmptyState icon={Lock} title={t(title)} text={t(`${title}.text`)} action={action} />;
}

export { HiddenScreen, ImpersonationBar, SignedOutState, StatusBar, TopBar };

interface NavigationDrawerProps {
  connection: Connection;
  isOpen: boolean;
}

/** The navigation over the screen of a narrow window, until something in it is opened, which then gets the focus. */
function NavigationDrawer({ connection, isOpen }: NavigationDrawerProps) {
  const { t } = useMessages();
  // Each navigation has a new key, even one to the same screen.
  const { key } = useLocation();
  const currentKey = useRef(key);
  const openedAt = useRef(key);
  useEffect(() => {
    currentKey.current = key;
    return closeNavigation;
  }, [key]);
  useEffect(() => {
    if (isOpen) openedAt.current = currentKey.current;
  }, [isOpen]);
  return (
    <Drawer
      open={isOpen}
      onOpenChange={(open) => open || closeNavigation()}
      title={t('shell.navigation')}
      focusAfter={() => (currentKey.current === openedAt.current ? null : document.getElementById('content'))}
    >
      <Navigation connection={connection} />
    </Drawer>
  );
}

/** A striped bar over the whole window while its account is that of an impersonation. It is there with the account, and filled later. */
function ImpersonationBar({ account }: { account: Account }) {
  const impersonation = useImpersonationOf(account);
  return impersonation === undefined ? <div className={styles.bar} /> : <Bar impersonation={impersonation} />;
}

function Bar({ impersonation }: { impersonation: Impersonation }) {
  const { t } = useMessages();
  const { connectionId, displayName, primaryEmail, reason, expiresAt } = impersonation;
  const seconds = useSecondsUntil(expiresAt - useAheadMillis(connectionId));
  const end = useEndImpersonation(impersonation);
  useReportEnd(impersonation);
  return (
    <section className={styles.bar} aria-label={t('impersonation.bar')}>
      <span className={styles.who}>
        <Icon of={VenetianMask} size={18} />
        <span>{t('impersonation.bar.label')}</span>
        <strong>
          <bdi>{impersonatedName(impersonation)}</bdi>
        </strong>
        {visibleName(displayName) !== null && primaryEmail !== null && <bdi className={styles.email}>{primaryEmail}</bdi>}
      </span>
      <bdi className={styles.reason} title={reason}>
        {reason}
      </bdi>
      <span className={styles.rest}>
        <span>{t('impersonation.bar.ends')}</span>
        <span className={styles.timer} role="timer">
          <Icon of={Timer} size={14} />
          {countdownText(seconds)}
        </span>
        <Button size="sm" icon={LogOut} busy={end.isPending} onClick={() => void end.run()}>
          {t('impersonation.end')}
        </Button>
      </span>
    </section>
  );
}

/** Shows the notifications of the watch in the browser host, if the user allowed them and no other tab shows them. */
export function PageNotifications(): null {
  const translator = useMessages();
  const openFinding = useOpenFinding();
  const openPanel = useOverlays((state) => state.show);
  const show = async ({ id, findingIds, isDigest }: PageNotification) => {
    if (!canNotify() || !(await api.watch.claim({ id }))) return;
    const findings = topicNow('watch.state').findings.filter((finding) => findingIds.includes(finding.id));
    const [only] = findings;
    if (only === undefined) return;
    // With its texts, it isn't part of the first script.
    const { notificationText } = await import('#contract/watch/notification-text.ts');
    const { title, body } = notificationText(findings, {
      t: translator.t,
      connectionName: (of) => connectionNamesNow().get(of) ?? '',
      countryName: (code) => countryName(code, translator.locale),
      isPrivate: topicStores['settings.state'].getState().value?.privacyMode ?? true,
      isDigest,
    });
    const notification = new Notification(title, { body, tag: id });
    notification.onclick = () => {
      window.focus();
      notification.close();
      if (findings.length === 1) openFinding(only);
      else openPanel('notices');
    };
  };
  const current = useRef(show);
  current.current = show;
  // What can't be claimed isn't shown; it is among the notices.
  useEffect(() => onPush('watch.notified', (notification) => void current.current(notification).catch(() => undefined)), []);
  return null;
}
