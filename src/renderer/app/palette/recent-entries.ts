/** The entries of the palette for what was opened lately, which come first. */
import { useQueries } from '@tanstack/react-query';
import { KeyRound, LayoutList, Mail, Plug, Shield, User, Users } from 'lucide-react';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import type { Connection } from '#contract/bridge/connections.ts';
import { toOrderText } from '#contract/query/order-text.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { useTopic } from '#data/topics.ts';
import { teamName, userName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { noteRecentItem, useRecentItems } from '#window/recent-items.ts';
import { paths } from '#window/routes.ts';
import { targetPaths } from '../target-paths';
import type { PaletteEntry } from './palette-entry';

/** The entries as they were when this window opened them. */
const useOpened = create<Readonly<Record<string, PaletteEntry>>>()(() => ({}));

/** Notes that an entry was opened. */
export function noteRecentEntry(entry: PaletteEntry): void {
  useOpened.setState({ [entry.id]: entry });
  noteRecentItem(entry.id);
}

/** What an ID of an entry is about, with the data that names it; undefined if nothing is known of it. */
interface Named {
  readonly user?: ServerUser | undefined;
  readonly team?: ServerTeam | undefined;
  /** Of a template or a key set. */
  readonly name?: string | undefined;
}

/** Returns the entries, the latest first. Those from before a restart have their names from the index, and their IDs where there is none. */
export function useRecentEntries(): readonly PaletteEntry[] {
  const ids = useRecentItems((state) => state.ids);
  const opened = useOpened();
  const restore = useRestore();
  const lost = ids.filter((id) => opened[id] === undefined);
  const indexes = useTopic('localIndex.state');
  const results = useQueries({
    queries: lost.map((id) =>
      namedQuery(
        id,
        indexes.some(({ connectionId }) => connectionId === id.split(' ')[1]),
      ),
    ),
  });
  const named = new Map(lost.map((id, at) => [id, results[at]?.data]));
  return ids.flatMap((id) => {
    const restored = restore(id, named.get(id));
    // A removed connection or view has none, although this window opened it.
    return restored === undefined ? [] : (opened[id] ?? restored);
  });
}

function namedQuery(id: string, hasIndex: boolean) {
  const [kind, connectionId = '', itemId = ''] = id.split(' ');
  return {
    queryKey: [...queryKeys.connection(connectionId), 'recent', id] as const,
    enabled: hasIndex && (kind === 'user' || kind === 'team' || kind === 'template' || kind === 'key-set'),
    queryFn: async (): Promise<Named> => {
      if (kind === 'user') return { user: (await api.localIndex.readUser({ connectionId, userId: itemId }))?.user };
      if (kind === 'template' || kind === 'key-set') {
        const { items } = await api.localIndex.find({ connectionId, text: itemId, limit: 1 });
        return { name: items.flatMap((item) => (item.kind === kind && item.id === itemId ? [item.name] : []))[0] };
      }
      const { teams } = await api.localIndex.findTeams({ connectionId, text: itemId, by: 'name', desc: false, offset: 0, limit: 1 });
      return { team: teams.find((team) => team.id === itemId) };
    },
  };
}

/** Returns a function that makes the entry of an ID again; undefined for what is gone. */
function useRestore(): (id: string, named: Named | undefined) => PaletteEntry | undefined {
  const messages = useMessages();
  const navigate = useNavigate();
  const connections = useTopic('connections.list');
  const views = useTopic('savedViews.list');
  return (id, { user, team, name } = {}) => {
    const [kind, connectionId = '', itemId = '', last = '', ...further] = id.split(' ');
    const connection = connections.find((one) => one.id === connectionId);
    if (connection === undefined) return undefined;
    const entry = (part: EntryPart) => entryOf(id, connection, part, (path) => void navigate(path));
    switch (kind) {
      case 'user': {
        const path = paths.user(connectionId, itemId);
        if (user === undefined) return entry({ icon: User, label: messages.t('users.column.user'), detail: itemId, path });
        return entry({ icon: User, label: userName(messages, user), detail: user.display_name && user.primary_email, path, user });
      }
      case 'team': {
        const path = paths.team(connectionId, itemId);
        if (team === undefined) return entry({ icon: Users, label: messages.t('users.column.team'), detail: itemId, path });
        return entry({ icon: Users, label: teamName(messages, team), path, team });
      }
      case 'view': {
        const view = views.find((one) => one.id === itemId);
        if (view === undefined) return undefined;
        const place = { view: itemId, filter: toQueryText(view.query) || undefined, sort: toOrderText(view.order) };
        return entry({ icon: LayoutList, label: view.name, path: paths.users(connectionId, place) });
      }
      case 'permission':
        if (itemId !== 'team' && itemId !== 'project') return undefined;
        return entry({ icon: Shield, label: last, path: paths.permissions(connectionId, { tab: itemId, panel: last }) });
      case 'template': {
        const path = paths.email(connectionId, 'templates', itemId);
        if (name === undefined) return entry({ icon: Mail, label: messages.t('shell.palette.template'), detail: itemId, path });
        return entry({ icon: Mail, label: name, path });
      }
      case 'key-set': {
        const path = paths.projectKeys(connectionId, { key: itemId });
        if (visibleText(name ?? '') === '') return entry({ icon: KeyRound, label: keyLabel(messages, last), path });
        return entry({ icon: KeyRound, label: name ?? '', path, ending: `…${last}` });
      }
      case 'key': {
        const [ownerId = '', ending = ''] = further;
        const path = last === 'user' ? paths.user(connectionId, ownerId, 'sign-in') : paths.team(connectionId, ownerId, 'keys');
        return entry({ icon: KeyRound, label: keyLabel(messages, ending), path });
      }
      case 'connection':
        return entry({ icon: Plug, label: connection.name, path: targetPaths.first(connectionId) });
      default:
        return undefined;
    }
  };
}

const keyLabel = ({ t }: Translator, lastFour: string) => t('api-keys.unnamed', { lastFour });

interface EntryPart extends Pick<PaletteEntry, 'icon' | 'label'> {
  readonly path: string;
  readonly detail?: string | null;
  readonly ending?: string;
  readonly user?: ServerUser;
  readonly team?: ServerTeam;
}

function entryOf(
  id: string,
  connection: Connection,
  { icon, label, path, detail, ...of }: EntryPart,
  open: (path: string) => void,
): PaletteEntry {
  return { id, icon, label, path, item: { connection, ...of, ...(detail ? { detail } : {}) }, run: () => open(path) };
}
