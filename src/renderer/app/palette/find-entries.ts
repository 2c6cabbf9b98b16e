/** The entries of the palette for what was recognized in the search: an ID, an email, or how a key ends. */
import { KeyRound, Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import { currentAccount, useTopic } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { isUsable, screenLock } from '../screen-access';
import { type FoundItem, findById, findByLastFour, type SearchPlace } from './find-item';
import type { PaletteEntry } from './palette-entry';
import { type Recognized, recognize } from './recognize';
import { useNamedConnections } from './use-named-connections';

/** Returns an entry for each connection in which what the query looks like can be found. */
export function useFindEntries(query: string): readonly PaletteEntry[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const open = useOpenItem();
  const named = useNamedConnections();
  const accounts = useTopic('accounts.list');
  const recognized = recognize(query);
  if (recognized === null) return [];
  return named.flatMap(({ connection, detail, aside }): PaletteEntry[] => {
    const account = currentAccount(accounts, connection.id);
    const isLocked = screenLock('project', connection, account) !== null;
    if (recognized.kind === 'email') {
      const { email } = recognized;
      const run = () => void navigate(paths.users(connection.id, { q: email }));
      const label = t('shell.palette.find-user', { query: email, connection: connection.name });
      return isLocked
        ? []
        : [{ id: `find ${connection.id}`, icon: Search, label, score: 1, run, ...(detail === '' ? {} : { aside: detail }) }];
    }
    const accountId = isUsable(account) ? account.id : undefined;
    const isFindable = recognized.kind === 'id' ? !isLocked : !isLocked && hasAdminAccess(connection);
    if (!isFindable && accountId === undefined) return [];
    const run = () => open(recognized, { connection, accountId, isAccountOnly: isLocked });
    const id = `find ${connection.id}`;
    if (recognized.kind === 'id') return [{ id, icon: Search, label: t('shell.palette.find-id'), aside, score: 1, run }];
    const { lastFour, isSure } = recognized;
    return [{ id, icon: KeyRound, label: t('shell.palette.find-key', { lastFour }), aside, score: isSure ? 1 : 0.05, run }];
  });
}

/** Returns a function that opens what has an ID, or ends with four characters, or says that there is nothing. */
function useOpenItem() {
  const runTask = useBackgroundTask();
  const show = useToasts((state) => state.show);
  return (wanted: Exclude<Recognized, { kind: 'email' }>, place: SearchPlace) =>
    runTask(async () => {
      const open = fromHere();
      const { id, name } = place.connection;
      const found = wanted.kind === 'id' ? await findById(place, wanted.id) : await findByLastFour(place, wanted.lastFour);
      if (found !== null) return open(pathOf(id, found));
      show({
        tone: 'neutral',
        title: ({ t }) =>
          wanted.kind === 'id'
            ? t('shell.palette.no-id', { connection: name })
            : t('shell.palette.no-key', { connection: name, lastFour: wanted.lastFour }),
      });
    });
}

function pathOf(connectionId: string, found: FoundItem): string {
  switch (found.kind) {
    case 'user':
      return paths.user(connectionId, found.id);
    case 'team':
      return paths.team(connectionId, found.id);
    case 'own-team':
      return paths.ownTeam(connectionId, found.id);
    case 'user-keys':
      return paths.user(connectionId, found.id, 'sign-in');
    case 'team-keys':
      return paths.team(connectionId, found.id, 'keys');
    case 'own-team-keys':
      return paths.ownTeam(connectionId, found.id, 'keys');
    case 'key-set':
      return paths.projectKeys(connectionId, { q: found.lastFour });
    case 'own-sessions':
      return paths.sessions(connectionId);
    case 'own-keys':
      return paths.apiKeys(connectionId);
  }
}
