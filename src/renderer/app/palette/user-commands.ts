/** The commands of the palette about users: creating one, and impersonating one that was found. */
import { ArchiveRestore, UserPlus, VenetianMask } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionDialogs, useUserDialogs } from '#window/open-dialogs.ts';
import { useOutages } from '#window/outages.ts';
import { paths } from '#window/routes.ts';
import { usePendingLeave } from '#window/unsaved-input.ts';
import { screenLock } from '../screen-access';
import { usePlace } from '../use-place';
import type { PaletteEntry } from './palette-entry';

/** Returns what is searched: what follows the name of the command, if the text starts with it, as in `impersonate ada`. */
export function useImpersonated(typed: string): { readonly query: string; readonly isImpersonating: boolean } {
  const { t } = useMessages();
  return withoutCommand(typed.trim(), t('impersonation.impersonate'));
}

/** As {@link useImpersonated}, for the name of the command in a language. */
export function withoutCommand(text: string, command: string): { readonly query: string; readonly isImpersonating: boolean } {
  const rest = text.slice(command.length);
  const isImpersonating = text.slice(0, command.length).toLowerCase() === command.toLowerCase() && /^\s+\S/u.test(rest);
  return { query: isImpersonating ? rest.trim() : text, isImpersonating };
}

/** Returns the commands: creating a user in the project on the screen, and impersonating, which asks for the user, or each that was found for it. */
export function useUserCommands(found: readonly PaletteEntry[], isImpersonating: boolean): readonly PaletteEntry[] {
  const { t } = useMessages();
  const { connection } = usePlace();
  const show = useShowOverList();
  const showDialog = useConnectionDialogs((state) => state.show);
  const isReadOnly = useTopic('settings.state').readOnly;
  const isForbidden = useForbiddenReason('impersonation') !== undefined;
  const outages = useOutages((state) => state.outages);
  const isStopped = useTopic('sandbox.state').state !== 'running';
  const isReachable = ({ id, kind }: Connection) => !outages.has(id) && !(kind === 'sandbox' && isStopped);
  const canChange = (one: Connection) =>
    !isReadOnly && one.safety !== 'read-only' && isReachable(one) && screenLock('project', one, undefined) === null;
  if (isImpersonating) {
    return found.flatMap(({ id, label, item }) => {
      const { user, connection: owner, detail } = item ?? {};
      if (user === undefined || owner === undefined || isForbidden || !canChange(owner)) return [];
      const run = () => show({ kind: 'impersonate', connectionId: owner.id, user }, user.id);
      const text = t('shell.palette.impersonate', { name: label });
      // Names aren't unique.
      const of = { connection: owner, ...(detail !== undefined && { detail }) };
      return [{ id: `impersonate ${id}`, icon: VenetianMask, label: text, item: of, score: 1, run }];
    });
  }
  if (connection === undefined) return [];
  const deleted = {
    id: `deleted ${connection.id}`,
    icon: ArchiveRestore,
    label: t('snapshots.deleted.menu'),
    aside: connection.name,
    run: () => showDialog({ kind: 'deleted', connectionId: connection.id }),
  };
  if (!canChange(connection)) return [deleted];
  const command = t('impersonation.impersonate');
  return [
    {
      id: `create-user ${connection.id}`,
      icon: UserPlus,
      label: t('users.create'),
      aside: connection.name,
      run: () => show({ kind: 'create-user', connectionId: connection.id }),
    },
    deleted,
    ...(isForbidden
      ? []
      : [
          { id: 'impersonate', icon: VenetianMask, label: t('impersonation.impersonate.menu'), fills: `${command} `, run: () => undefined },
        ]),
  ];
}

/**
 * Returns a function that opens a dialog over the list of users, which stays as it is if it is on the screen. While the user decides about
 * unsaved input of another screen, the dialog waits, and it is not opened if they stay there.
 */
function useShowOverList() {
  const navigate = useNavigate();
  const { connectionId, screen } = usePlace();
  const show = useUserDialogs((state) => state.show);
  return (dialog: Parameters<typeof show>[0], panel?: string) => {
    if (screen !== 'users' || connectionId !== dialog.connectionId) void navigate(paths.users(dialog.connectionId, { panel }));
    const { waiting, ask } = usePendingLeave.getState();
    const leave = () => {
      waiting?.leave();
      show(dialog);
    };
    if (waiting === null) show(dialog);
    else ask({ ...waiting, leave });
  };
}
