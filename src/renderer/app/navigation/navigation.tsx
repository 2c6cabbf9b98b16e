import { ChevronsUpDown, CopyPlus, Lock, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { matchPath, NavLink, useLocation, useMatch, useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { useRunningJobCount } from '#data/jobs.ts';
import { useAccountsOf, useCurrentAccount, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useAfterPress } from '#lib/on-demand.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useConnectionActions } from '#parts/connections/use-connection-actions.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { EnvironmentBadge, ReadOnlyBadge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Tooltip } from '#ui/feedback/tooltip.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { useAccountEntries } from '#window/navigation.ts';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import type { ScreenAccess, Section } from '#window/screen-row.ts';
import { homePath } from '../connection-paths';
import { HiddenAdmin } from '../impersonation/hidden-admin';
import { hasScreen, isUsable, screenLock } from '../screen-access';
import { listedIn } from '../screens';
import { AccountSwitcher } from './account-switcher';
import { Group } from './group';
import styles from './navigation.module.css';
import { Teams } from './teams';

/** The screens of one connection, by section. */
export function Navigation({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  useCurrentInView(list);
  return (
    <nav className={styles.navigation} aria-label={t('shell.navigation')}>
      <ConnectionMenu connection={connection} />
      <div ref={list} className={styles.entries}>
        <Sections connection={connection} />
      </div>
    </nav>
  );
}

/** The account before the project, unless there is none: what can be used comes first. */
function Sections({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const isProjectFirst = useAccountsOf(connection.id).length === 0 && hasProjectAccess(connection);
  const account = <AccountSection key="account" connection={connection} />;
  const project = (
    <Group key="project" title={t('shell.navigation.admin')}>
      <AdminScreens connection={connection} />
    </Group>
  );
  return (
    <>
      {isProjectFirst ? [project, account] : [account, project]}
      <Group title={t('shell.navigation.tools')}>
        <Screens connection={connection} section="tools" />
      </Group>
      {/* Last: teams arrive later, and would move what is below them. */}
      <Teams connection={connection} />
    </>
  );
}

/**
 * The account and its screens, which the heading hides. Without a session, signing in replaces all of them. The one that is shown has
 * an entry anyway.
 */
function AccountSection({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const account = useCurrentAccount(connection.id);
  const canShow = isUsable(account);
  const [isOpen, toggle] = useAccountEntries(hasProjectAccess(connection) && account?.impersonationId === undefined);
  const isListed = (path: string) => (canShow && isOpen) || matchPath({ path, end: false }, pathname) !== null;
  return (
    <Group title={t('shell.navigation.account')} fold={canShow ? { isOpen, toggle } : null}>
      <AccountSwitcher connection={connection} />
      <Screens connection={connection} section="account" isListed={isListed} />
    </Group>
  );
}

const listed = listedIn('navigation');

interface ScreensProps {
  connection: Connection;
  section: Section;
  /** Whether a path has an entry. Without it, all do. */
  isListed?: (path: string) => boolean;
}

function Screens({ connection, section, isListed = () => true }: ScreensProps) {
  const account = useCurrentAccount(connection.id);
  const features = useSettledFeatures(connection);
  const jobs = useRunningJobCount(connection.id);
  // Like the admin's screens, which one entry stands for while impersonating.
  const isHidden = (access: ScreenAccess | undefined) =>
    section === 'tools' && screenLock(access, connection, account) === 'shell.locked.impersonating';
  return listed
    .filter(
      ({ screen, row }) =>
        row.section === section &&
        !isHidden(row.access) &&
        hasScreen(row, { ...connection, features }) &&
        isListed(paths[screen](connection.id)),
    )
    .map(({ screen, row, listing }) => (
      <Item
        key={screen}
        to={paths[screen](connection.id)}
        icon={listing.icon}
        label={row.title}
        count={screen === 'jobs' ? jobs : 0}
        lock={screenLock(row.access, connection, account)}
      />
    ));
}

function AdminScreens({ connection }: { connection: Connection }) {
  const account = useCurrentAccount(connection.id);
  if (account?.impersonationId !== undefined) return <HiddenAdmin account={account} />;
  return <Screens connection={connection} section="admin" />;
}

interface ItemProps {
  to: string;
  icon: LucideIcon;
  label: MessageKey;
  /** Shown behind the name if there are any. */
  count: number;
  lock: MessageKey | null;
}

function Item({ to, icon, label, count, lock }: ItemProps) {
  const { t, locale } = useMessages();
  if (lock !== null) return <LockedItem to={to} icon={icon} label={t(label)} reason={t(lock)} />;
  return (
    <NavLink to={to} className={cx(styles.item)}>
      <Icon of={icon} />
      <span className={styles.label}>{t(label)}</span>
      {count > 0 && <span className={styles.count}>{formatNumber(count, locale)}</span>}
    </NavLink>
  );
}

function LockedItem({ to, icon, label, reason }: { to: string; icon: LucideIcon; label: string; reason: string }) {
  const isCurrent = useMatch({ path: to, end: false }) !== null;
  return (
    <Tooltip side="right" content={reason}>
      <button type="button" aria-disabled aria-current={isCurrent ? 'page' : undefined} className={cx(styles.item, styles.locked)}>
        <Icon of={icon} />
        <span className={styles.label}>{label}</span>
        <VisuallyHidden>{reason}</VisuallyHidden>
        <Icon of={Lock} size={13} />
      </button>
    </Tooltip>
  );
}

function ConnectionMenu({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = inRailOrder(useTopic('connections.list'));
  const names = useConnectionNames();
  const { duplicate } = useConnectionActions();
  const show = useConnectionDialogs((state) => state.show);
  const trigger = (
    <button type="button" className={styles.connection}>
      <span className={styles.words}>
        <span className={styles.name} title={names.get(connection.id)}>
          {names.get(connection.id)}
        </span>
        <span className={styles.badges}>
          <EnvironmentBadge connection={connection} />
          {connection.safety === 'read-only' && <ReadOnlyBadge />}
        </span>
      </span>
      <Icon of={ChevronsUpDown} size={15} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoices value={connection.id} onValueChange={(id) => void navigate(homePath(id))}>
        {connections.map(({ id }) => (
          <MenuChoice key={id} value={id}>
            {names.get(id)}
          </MenuChoice>
        ))}
      </MenuChoices>
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={() => void navigate(paths.connect())}>
        {t('shell.rail.add')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Pencil} onSelect={() => void navigate(paths.edit(connection.id))}>
        {t('shell.connection.edit')}
      </MenuItem>
      {connection.kind === 'project' && (
        <MenuItem icon={CopyPlus} onSelect={() => duplicate(connection)}>
          {t('connect.duplicate')}
        </MenuItem>
      )}
      <MenuItem danger icon={Trash2} onSelect={() => show({ kind: 'remove', connectionId: connection.id })}>
        {t('shell.connection.remove')}
      </MenuItem>
    </Menu>
  );
}

/**
 * Returns the features of a connection's service as they were known when the screen was opened. Those that are detected later add entries to
 * the navigation with the next screen: until then, they would push away what the user may be about to press.
 */
function useSettledFeatures({ id, features }: Connection): Connection['features'] {
  const { pathname } = useLocation();
  const place = `${id} ${pathname}`;
  const [settled, settle] = useState({ place, features });
  if (settled.place === place) return settled.features;
  settle({ place, features });
  return features;
}

/** Distance of the current entry from the edges, in pixels. */
const margin = 10;

/** Scrolls a navigation to its current entry: at first, when another one becomes current, and when entries or the window’s size change. */
function useCurrentInView(navigation: RefObject<HTMLElement | null>): void {
  // What moves between the press of an entry and its end isn't clicked.
  const afterPress = useAfterPress('nav');
  useEffect(() => {
    const list = navigation.current;
    if (list === null) return undefined;
    const show = () => afterPress(() => showCurrent(list));
    const settle = () => afterPress(() => showHeading(list));
    list.addEventListener('scrollend', settle);
    const changes = new MutationObserver(show);
    changes.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-current'] });
    // Reports the size at first as well.
    const sizes = new ResizeObserver(show);
    sizes.observe(list);
    return () => {
      list.removeEventListener('scrollend', settle);
      changes.disconnect();
      sizes.disconnect();
    };
  }, [navigation, afterPress]);
}

/** Not `scrollIntoView`, which would also move what is around a drawer while that slides in. */
function showCurrent(list: HTMLElement): void {
  const current = list.querySelector('[aria-current="page"]');
  // Who shows or hides the entries of a section looks at them.
  if (current === null || list.querySelector('h2 > :focus') !== null) return;
  const [entry, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  const above = frame.top + margin - entry.top;
  const below = entry.bottom - (frame.bottom - margin);
  if (above > 0) list.scrollTop -= above;
  else if (below > 0) list.scrollTop += below;
}

/** Scrolls back to the heading that the upper edge cuts, if there is one, or past it where the current entry would go out of sight. */
function showHeading(list: HTMLElement): void {
  const { top, bottom } = list.getBoundingClientRect();
  const cut = [...list.querySelectorAll('h2')]
    .map((heading) => heading.getBoundingClientRect())
    .find((box) => box.top < top && box.bottom > top);
  if (cut === undefined) return;
  const current = list.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const hidden = top - cut.top;
  const hides = current !== undefined && current.bottom <= bottom && current.bottom + hidden > bottom;
  list.scrollTop += hides ? cut.bottom - top : -hidden;
}
