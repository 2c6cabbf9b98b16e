import { useLastAdminTeams } from '#data/teams.ts';
import { useConnection, useCurrentAccount, useTopic } from '#data/topics.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { type UserRisk, userRisks } from '#lib/rules/removal.ts';
import { useMessages } from '#lib/use-messages.ts';

/** Returns whether the connection's keys can read what members may do. While impersonating, they aren't used. */
export function useReadsGrants(connectionId: string): boolean {
  const connection = useConnection(connectionId);
  const account = useCurrentAccount(connectionId);
  return connection !== undefined && hasProjectAccess(connection) && account?.impersonationId === undefined;
}

interface RemovalRisks {
  /** One sentence each. */
  readonly texts: readonly string[];
  /** Why it can't be confirmed yet. */
  readonly checking: string | undefined;
}

/** The part of a removal that is at risk: all of the user, or the membership in one team. */
interface Removed {
  readonly connectionId: string;
  readonly userId: string;
  readonly teamId: string | null;
  /** Whether the connection can read what members may do. An account can't. */
  readonly readsGrants: boolean;
  /** Whether the account deletes its own user, so that this needs no warning. */
  readonly isOwn?: boolean;
}

/** Returns what is easily overlooked before a user is deleted or removed from a team. */
export function useRemovalRisks({ connectionId, userId, teamId, readsGrants, isOwn = false }: Removed): RemovalRisks {
  const { t, locale } = useMessages();
  const connection = useConnection(connectionId);
  const connections = useTopic('connections.list');
  const accounts = useTopic('accounts.list');
  const last = useLastAdminTeams(connectionId, userId, teamId, readsGrants);
  const { ids = [], names } = last.data ?? {};
  const nameOf = useTeamName();
  const teams = ids.map((id) => {
    const name = names?.get(id);
    return name === undefined ? id : nameOf({ display_name: name });
  });
  const risks = connection === undefined ? [] : userRisks(userId, connection, connections, accounts);
  const textOf = (risk: UserRisk) =>
    risk.kind === 'self' ? t('removal.risk.self') : t('removal.risk.owner', { projects: formatNames(risk.projects, locale) });
  // Only deleting the user ends the ownership.
  const shown = risks.filter(({ kind }) => (kind === 'self' ? !isOwn : teamId === null));
  const admin =
    ids.length === 0
      ? []
      : [teamId === null ? t('removal.risk.last-admin.of', { teams: formatNames(teams, locale) }) : t('removal.risk.last-admin')];
  const unknown = last.isError || last.data?.isComplete === false ? [t('removal.risk.unknown')] : [];
  return {
    texts: [...shown.map(textOf), ...admin, ...unknown],
    checking: readsGrants && last.isPending ? t('ui.loading') : undefined,
  };
}
