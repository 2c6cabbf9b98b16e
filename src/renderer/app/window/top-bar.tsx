import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, EyeOff, Link2, PanelLeft, RefreshCw, Search } from 'lucide-react';
import { type CSSProperties, useCallback, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { updateSettings, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { timeNear } from '#lib/intl/days.ts';
import { exactTime } from '#lib/intl/format.ts';
import { fromMachineTime } from '#lib/now.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { linkTo } from '#parts/copy/link-to.ts';
import { ReadOnlyBadge } from '#ui/data/badge.tsx';
import { connectionColour } from '#ui/data/colour.ts';
import { Icon } from '#ui/data/icon.tsx';
import { useLocalNow } from '#ui/data/relative-time.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { toggleNavigation, useNavigationState } from '#window/navigation.ts';
import { useOverlays } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { useHistoryDepth } from '#window/use-history-depth.ts';
import { Keys } from '../commands/keys';
import { useCopyScreenLink } from '../copy-screen-link';
import { rowOf, screens } from '../screens';
import { usePlace, useScreenTitle } from '../use-place';
import styles from './top-bar.module.css';

/** The breadcrumb and what is available everywhere. Its edge has the environment's color. */
export function TopBar({ connection }: { connection: Connection }) {
  const colour = connectionColour(connection);
  return (
    <header className={styles.bar} style={{ '--env': colour } as CSSProperties}>
      <HistoryButtons />
      <Breadcrumb connectionId={connection.id} />
      {connection.safety === 'read-only' && <ReadOnlyBadge />}
      <PrivacyBadge />
      <SearchButton />
      <LinkButton />
      <RefreshButton />
    </header>
  );
}

function HistoryButtons() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const runTask = useBackgroundTask();
  const { canGoBack, canGoForward } = useHistoryDepth();
  const { isShown } = useNavigationState();
  return (
    <span className={styles.history}>
      <IconButton
        label={t(isShown ? 'shell.navigation.hide' : 'shell.navigation.show')}
        icon={PanelLeft}
        hint={<Keys keys={['mod', 'B']} />}
        aria-expanded={isShown}
        onClick={() => runTask(toggleNavigation)}
      />
      <IconButton label={t('shell.back')} icon={ChevronLeft} disabled={!canGoBack} onClick={() => void navigate(-1)} />
      <IconButton label={t('shell.forward')} icon={ChevronRight} disabled={!canGoForward} onClick={() => void navigate(1)} />
    </span>
  );
}

function Breadcrumb({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const { screen } = usePlace();
  const title = useScreenTitle();
  const row = rowOf(screen);
  if (row === null) return <h1 className={styles.current}>{title}</h1>;
  const { section, parent } = row;
  return (
    <div className={styles.crumbs}>
      {section !== null && <span className={styles.section}>{t(`shell.navigation.${section}`)}</span>}
      {section !== null && (
        <span aria-hidden="true" className={styles.section}>
          /
        </span>
      )}
      {parent !== undefined && <Link to={paths[parent](connectionId)}>{t(screens[parent].title)}</Link>}
      {parent !== undefined && <span aria-hidden="true">/</span>}
      <h1 className={styles.current} title={title} dir="auto">
        {title}
      </h1>
    </div>
  );
}

function SearchButton() {
  const { t } = useMessages();
  const show = useOverlays((state) => state.show);
  return (
    <button type="button" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={() => show('palette')}>
      <Icon of={Search} size={14} />
      <span className={styles.searchText}>{t('shell.palette')}</span>
      <span className={styles.searchKeys}>
        <Keys keys={['mod', 'K']} />
      </span>
    </button>
  );
}

/** Copies the link to the screen. A form or a card has none. */
function LinkButton() {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const copy = useCopyScreenLink();
  const reason = linkTo(pathname) === null ? t('shell.copy-link.none') : undefined;
  return <IconButton label={t('row-menu.copy-link')} icon={Link2} disabledReason={reason} onClick={copy} />;
}

function RefreshButton() {
  const { t, locale } = useMessages();
  const { millis: known, fetching, refresh } = useAsOf();
  const today = useLocalNow();
  const millis = known === 0 ? today : fromMachineTime(known);
  const asOf = t('shell.as-of', { time: timeNear(millis, Math.max(today, millis), locale) });
  // Without data there is nothing to refresh, but the place is kept, so that the search doesn't move when there is.
  return (
    <div className={cx(styles.refresh, known === 0 && styles.kept)}>
      <span className={styles.asOf} title={exactTime(millis, locale)}>
        {asOf}
      </span>
      <IconButton
        label={t('shell.refresh')}
        icon={RefreshCw}
        hint={<span className={styles.hint}>{asOf}</span>}
        aria-busy={fetching}
        {...(fetching ? { className: styles.turning } : {})}
        onClick={refresh}
      />
    </div>
  );
}

interface AsOf {
  /** When the newest data on the screen arrived; 0 when the screen shows none. */
  readonly millis: number;
  readonly fetching: boolean;
  refresh(): void;
}

/** Returns the age of the screen's data, and a function that reloads it. */
function useAsOf(): AsOf {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const newest = () =>
    cache
      .findAll({ type: 'active' })
      .map((query) => query.state.dataUpdatedAt)
      .reduce((a, b) => Math.max(a, b), 0);
  const millis = useSyncExternalStore(subscribe, newest);
  const fetching = useIsFetching({ type: 'active' }) > 0;
  return { millis, fetching, refresh: () => void client.invalidateQueries({ type: 'active' }) };
}

/** Says that privacy mode is on, and turns it off. */
function PrivacyBadge() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const { privacyMode } = useTopic('settings.state');
  if (!privacyMode) return null;
  return (
    <Button
      size="sm"
      icon={EyeOff}
      className={styles.badge}
      title={t('shell.privacy.off')}
      onClick={() => runTask(() => updateSettings({ privacyMode: false }))}
    >
      <span className={styles.text}>{t('shell.privacy')}</span>
    </Button>
  );
}
