/** The commands of the palette about users: creating one, and impersonating one that was found. */
import { UserPlus, VenetianMask } from 'lucide-react';
import type { Connection } from '#contract/bridge/connections.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useUserDialogs } from '#window/open-dialogs.ts';
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

/** Users that can be impersonated beside those that are found. */
const someUsers = 1;

/** Returns the commands: creating a user in the project on the screen, and impersonating the best of the users that were found, or each if that is wanted. */
export function useUserCommands(found: readonly PaletteEntry[], isImpersonating: boolean): readonly PaletteEntry[] {
  const { t } = useMessages();
  const { connection } = usePlace();
  const show = useUserDialogs((state) => state.show);
  const isReadOnly = useTopic('settings.state').readOnly;
  const isForbidden = useForbiddenReason('impersonation') !== undefined;
  const canChange = (one: Connection) => !isReadOnly && one.safety !== 'read-only' && screenLock('project', one, undefined) === null;
  const create = (): PaletteEntry[] => {
    if (connection === undefined || isImpersonating || !canChange(connection)) return [];
    const run = () => show({ kind: 'create-user', connectionId: connection.id });
    return [{ id: `create-user ${connection.id}`, icon: UserPlus, label: t('users.create'), aside: connection.name, run }];
  };
  const impersonate = isForbidden
    ? []
    : found.flatMap(({ id, label, item }) => {
        const { user, connection: owner } = item ?? {};
        if (user === undefined || owner === undefined || !canChange(owner)) return [];
        const run = () => show({ kind: 'impersonate', connectionId: owner.id, user });
        // Below what opens the user, unless it is what was asked for.
        const score = isImpersonating ? 0.9 : 0.04;
        return [
          {
            id: `impersonate ${id}`,
            icon: VenetianMask,
            label: t('shell.palette.impersonate', { name: label }),
            aside: owner.name,
            score,
            run,
          },
        ];
      });
  return [...create(), ...impersonate.slice(0, isImpersonating ? found.length : someUsers)];
}
