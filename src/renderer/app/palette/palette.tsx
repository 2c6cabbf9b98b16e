import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { quickPalettePath } from '#contract/commands.ts';
import { useTopic } from '#data/topics.ts';
import { timeNear } from '#lib/intl/days.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useAction, useBackgroundTask } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { isMac } from '#lib/use-shortcut.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Kbd } from '#ui/data/kbd.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { ChosenItem, useChooseItem, useChosenItem } from '#ui/overlays/chosen-item.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import { loadRecentItems, useRecentItems } from '#window/recent-items.ts';
import { Keys } from '../commands/keys';
import { usePlace } from '../use-place';
import { openWindow } from '../window/open-window';
import { useFindEntries } from './find-entries';
import { useIndexEntries } from './index-entries';
import { useItemGroups } from './item-entries';
import styles from './palette.module.css';
import {
  useAccountEntries,
  useCommandEntries,
  useConnectionEntries,
  useGoEntries,
  useLinkEntries,
  useSettingsEntries,
} from './palette-entries';
import { type PaletteEntry, type PaletteGroup, rankGroups } from './palette-entry';
import { PaletteLine } from './palette-line';
import { Preview } from './preview';
import { noteRecentEntry, useRecentEntries } from './recent-entries';
import { looksLikeLink, recognize } from './recognize';
import { useFound } from './use-found';
import { useImpersonated, useUserCommands } from './user-commands';

/** Users that are listed when there is nothing else. */
const manyUsers = 50;
/** Users and teams beside the other groups. */
const someItems = 6;

/** Opens any screen of any connection, runs commands, finds users, teams, and what else projects have, and opens pasted links. */
export function Palette() {
  const { onCloseAutoFocus, chosen } = useChosenItem();
  const { t } = useMessages();
  const hide = useOverlays((state) => state.hide);
  return (
    <Dialog open bare onOpenChange={hide} onClosed={onCloseAutoFocus} title={t('shell.palette')} width={820}>
      <ChosenItem value={chosen}>
        <PaletteContent />
      </ChosenItem>
    </Dialog>
  );
}

/** The palette in a separate window, from which everything opens in another one. */
export function QuickPalette() {
  const { t } = useMessages();
  const location = useLocation();
  const leave = useLeave();
  const path = createPath(location);
  // What was opened lately is what Enter opens first.
  const isKnown = useRecentItems((state) => state.isKnown);
  useEffect(() => void loadRecentItems(), []);
  useEffect(() => {
    if (path !== quickPalettePath) leave(path);
  }, [path, leave]);
  return (
    <main className={styles.quick}>
      <h1>
        <VisuallyHidden>{t('shell.palette')}</VisuallyHidden>
      </h1>
      {isKnown && <PaletteContent isQuick />}
    </main>
  );
}

/** Returns a function that opens a path in another window, once, and closes this one. */
function useLeave(): (path: string) => void {
  const leaving = useAction(
    async (path: string) => {
      await openWindow(path);
      window.close();
    },
    { onFailure: useFailureToast() },
  );
  return leaving.run;
}

function PaletteContent({ isQuick = false }: { isQuick?: boolean }) {
  const { t } = useMessages();
  const [query, setQuery] = useState('');
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [isUsersOnly, setUsersOnly] = useState(false);
  const { groups, shownQuery, isCurrent, found, hasIndex } = usePaletteGroups(query, connectionId, isUsersOnly, isQuick);
  const entries = groups.flatMap((group) => group.entries);
  const [selected, setSelected] = useSelected(entries[0]?.id ?? '', JSON.stringify([shownQuery, isUsersOnly, connectionId]));
  const entry = entries.find(({ id }) => id === selected);
  const input = useRef<HTMLInputElement>(null);
  const openEntry = useOpenEntry(isQuick);
  const open = (one: PaletteEntry, isApart: boolean) => {
    if (one.fills === undefined) return openEntry(one, isApart);
    setQuery(one.fills);
    input.current?.focus();
  };
  const enter = useEnter({ query, isCurrent, entry, first: entries[0], open });
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'Tab' && !event.shiftKey && query.trim() !== '') {
      event.preventDefault();
      setUsersOnly(!isUsersOnly);
    }
    if (key === 'Escape' && isQuick) window.close();
    if (key === 'Enter') {
      event.preventDefault();
      enter(isMac ? event.metaKey : event.ctrlKey);
    }
  };
  const hasPreview = entry?.item?.user !== undefined || entry?.item?.team !== undefined;
  return (
    // Its own filter keeps the texts that an entry had when it was first shown.
    <Command label={t('shell.palette')} loop shouldFilter={false} value={selected} onValueChange={setSelected}>
      <div className={styles.input}>
        <Icon of={Search} />
        <Command.Input
          ref={input}
          autoFocus={isQuick}
          value={query}
          onValueChange={setQuery}
          onKeyDown={press}
          placeholder={t('shell.palette.hint')}
        />
        <ConnectionFilter connectionId={connectionId} onChange={setConnectionId} />
      </div>
      <div className={styles.content} data-preview={hasPreview}>
        {entries.length === 0 && (
          <p role="status" className={styles.empty}>
            {t('shell.palette.empty', { query: shownQuery })}
          </p>
        )}
        <Command.List className={styles.list} label={t('shell.palette')} hidden={entries.length === 0}>
          {groups.map((group) => (
            <Group key={group.heading} {...group} query={shownQuery} onOpen={(one) => open(one, false)} />
          ))}
        </Command.List>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps Enter and the arrow keys for its buttons */}
        <div className={styles.previewFrame} onKeyDown={(event) => event.stopPropagation()}>
          <Preview entry={entry} onOpen={(one) => open(one, false)} />
        </div>
      </div>
      <Footer
        count={shownQuery === '' ? null : entries.length}
        asOfMillis={hasIndex ? (found?.asOfMillis ?? null) : null}
        isUsersOnly={isUsersOnly}
      />
    </Command>
  );
}

/** Returns the groups for what is typed, the best first, and what they are based on. */
function usePaletteGroups(typed: string, connectionId: string | null, isUsersOnly: boolean, isQuick: boolean) {
  const { query, isImpersonating } = useImpersonated(typed);
  const { connection } = usePlace();
  const isImmediate = recognize(query) !== null || looksLikeLink(query, connection !== undefined);
  const { shownQuery, isCurrent, found, isLate, hasIndex } = useFound(query, {
    connectionId,
    limit: isUsersOnly ? manyUsers : someItems,
    isImmediate,
  });
  const link = useLinkEntries(shownQuery);
  const find = useFindEntries(shownQuery);
  const items = useItemGroups({ query: shownQuery, found, isLate, connectionId });
  const connections = useConnectionEntries(shownQuery);
  const go = useGoEntries();
  const accounts = useAccountEntries();
  const commands = useCommandEntries();
  const index = useIndexEntries();
  const settings = useSettingsEntries(shownQuery);
  const recent = useRecentEntries();
  const users = items.filter(({ heading }) => heading === 'shell.palette.group.users');
  const userCommands = useUserCommands(shownQuery === '' ? [] : users.flatMap(({ entries }) => entries), isImpersonating);
  const isHere = (entry: PaletteEntry) => connectionId === null || entry.id.includes(connectionId);
  const all: readonly PaletteGroup[] = [
    { heading: 'shell.palette.group.find', entries: [...link, ...find.filter(isHere)] },
    { heading: 'shell.palette.group.recent', entries: shownQuery === '' ? recent.filter(isHere) : [] },
    ...items,
    { heading: 'shell.palette.group.connections', entries: connections.filter(isHere) },
    { heading: 'shell.palette.group.go', entries: go.filter(isHere) },
    { heading: 'shell.palette.group.accounts', entries: accounts },
    // Commands are about the window that they run in.
    { heading: 'shell.palette.group.commands', entries: isQuick ? settings : [...userCommands, ...commands, ...index, ...settings] },
  ];
  const impersonating: readonly PaletteGroup[] = [{ heading: 'shell.palette.group.commands', entries: userCommands }];
  const shown = { shownQuery, isCurrent, found, hasIndex };
  if (isImpersonating && !isQuick) return { ...shown, groups: rankGroups(impersonating, shownQuery) };
  return { ...shown, groups: rankGroups(isUsersOnly && query !== '' ? users : all, shownQuery) };
}

interface EnterOptions {
  readonly query: string;
  /** Whether the entries are those that were asked for, and not the ones before. */
  readonly isCurrent: boolean;
  /** The selected entry, and the one that is selected in each new list. */
  readonly entry: PaletteEntry | undefined;
  readonly first: PaletteEntry | undefined;
  readonly open: (entry: PaletteEntry, isApart: boolean) => void;
}

/**
 * Returns the function of the Enter key. While the entries aren't those of the query yet, the first of those is opened once they are there,
 * unless the user types on.
 */
function useEnter({ query, isCurrent, entry, first, open }: EnterOptions): (isApart: boolean) => void {
  const waiting = useRef<{ readonly query: string; readonly isApart: boolean } | null>(null);
  const latest = useRef({ first, open });
  latest.current = { first, open };
  useEffect(() => {
    const pressed = waiting.current;
    if (pressed !== null && pressed.query !== query) waiting.current = null;
    else if (pressed !== null && isCurrent) {
      waiting.current = null;
      const { first, open } = latest.current;
      if (first !== undefined) open(first, pressed.isApart);
    }
  }, [query, isCurrent]);
  return (isApart) => {
    if (!isCurrent) waiting.current = { query, isApart };
    else if (entry !== undefined) open(entry, isApart);
  };
}

/** Returns the selected entry: the first one of each list, until the user moves to another. What arrives later leaves it as it is. */
function useSelected(first: string, list: string): [string, (id: string) => void] {
  const [selected, setSelected] = useState(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list selects its first entry
  useLayoutEffect(() => setSelected(first), [list]);
  return [selected, setSelected];
}

/** Returns a function that opens an entry, or opens it in another window where it has an address. */
function useOpenEntry(isQuick: boolean): (entry: PaletteEntry, isApart: boolean) => void {
  const hide = useOverlays((state) => state.hide);
  const choose = useChooseItem();
  const runTask = useBackgroundTask();
  const navigate = useNavigate();
  const leave = useLeave();
  return (entry, isApart) => {
    const { path, item, run } = entry;
    // What it does later mustn't depend on what was typed.
    if (item !== undefined && path !== undefined) noteRecentEntry({ ...withoutScore(entry), run: () => void navigate(path) });
    if (isQuick) return path === undefined ? void run() : leave(path);
    if (isApart && path !== undefined) runTask(() => openWindow(path));
    else choose(() => void run());
    hide();
  };
}

function withoutScore({ score: _score, ...entry }: PaletteEntry): PaletteEntry {
  return entry;
}

interface ConnectionFilterProps {
  connectionId: string | null;
  onChange: (connectionId: string | null) => void;
}

/** Narrows what is found to the connection of the screen. */
function ConnectionFilter({ connectionId, onChange }: ConnectionFilterProps) {
  const { t } = useMessages();
  const { connection } = usePlace();
  const hasOthers = useTopic('connections.list').length > 1;
  if (connection === undefined || !hasOthers) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the arrow keys for the select
    <div onKeyDown={(event) => event.stopPropagation()}>
      <Select
        className={styles.filter}
        aria-label={t('shell.palette.filter')}
        value={connectionId ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t('shell.palette.filter.all')}</option>
        <option value={connection.id}>{connection.name}</option>
      </Select>
    </div>
  );
}

interface GroupProps extends PaletteGroup {
  query: string;
  onOpen: (entry: PaletteEntry) => void;
}

function Group({ heading, entries, total, query, onOpen }: GroupProps) {
  const { t, locale } = useMessages();
  const title = (
    <span className={styles.heading}>
      <span>{t(heading)}</span>
      {query !== '' && <span className={styles.count}>{total ?? formatNumber(entries.length, locale)}</span>}
    </span>
  );
  return (
    <Command.Group heading={title}>
      {entries.map((entry) => (
        <Command.Item key={entry.id} value={entry.id} className={styles.item} onSelect={() => onOpen(entry)}>
          <PaletteLine entry={entry} query={query} />
          {entry.keys && <Keys keys={entry.keys} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

interface FooterProps {
  /** Number of entries; null without a search. */
  count: number | null;
  asOfMillis: number | null;
  isUsersOnly: boolean;
}

function Footer({ count, asOfMillis, isUsersOnly }: FooterProps) {
  const messages = useMessages();
  const { t } = messages;
  const now = useNow();
  const results = count === null ? '' : t('shell.palette.results', { count });
  const index = asOfMillis === null ? '' : t('shell.palette.as-of', { time: timeNear(asOfMillis, now, messages.locale) });
  return (
    <footer className={styles.footer}>
      <span className={styles.hint}>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('shell.palette.key.move')}
      </span>
      <span className={styles.hint}>
        <Keys keys={['enter']} /> {t('shell.palette.key.open')}
      </span>
      <span className={styles.hint}>
        <Keys keys={['mod', 'enter']} /> {t('shell.palette.key.window')}
      </span>
      <span className={styles.hint}>
        <Keys keys={['Tab']} /> {t(isUsersOnly ? 'shell.palette.key.all' : 'shell.palette.key.users')}
      </span>
      <span className={styles.results}>{[results, index].filter(Boolean).join(', ')}</span>
    </footer>
  );
}
