import { useEffect, useRef } from 'react';
import type { PageNotification } from '../../../contract/watch/watch';
import { api, onPush } from '../../api';
import { countryName } from '../../lib/intl/country';
import { canNotify } from '../../lib/notifications/page-notifications';
import { useMessages } from '../../lib/use-messages';
import { connectionsStore } from '../../stores/connections';
import { settingsStore } from '../../stores/settings';
import { findingsNow } from '../../stores/watch';
import { useOverlays } from '../../stores/window/overlays';
import { useOpenFinding } from './use-open-finding';

/** Shows the notifications of the watch in the browser host, if the user allowed them and no other tab shows them. */
export function usePageNotifications(): void {
  const translator = useMessages();
  const openFinding = useOpenFinding();
  const openPanel = useOverlays((state) => state.show);
  const show = async ({ id, findingIds }: PageNotification) => {
    if (!canNotify() || !(await api.watch.claim({ id }))) return;
    const findings = findingsNow().filter((finding) => findingIds.includes(finding.id));
    const [only] = findings;
    if (only === undefined) return;
    // With its texts, it isn't part of the first script.
    const { notificationText } = await import('../../../contract/watch/notification-text');
    const { title, body } = notificationText(findings, {
      t: translator.t,
      connectionName: (of) => connectionsStore.getState().value?.find((connection) => connection.id === of)?.name ?? '',
      countryName: (code) => countryName(code, translator.locale),
      isPrivate: settingsStore.getState().value?.privacyMode ?? true,
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
}
