import { useMemo } from 'react';
import type { ProjectTeamRef } from '#data/keys.ts';
import { usePermissionDefinitions, useTeamGrants } from '#data/permissions.ts';
import { useConnection } from '#data/topics.ts';
import { createPermissionGraph, type PermissionGraph } from '#lib/rules/permission-graph.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import type { Grants } from '#lib/rules/team-rights.ts';

/** What is known about permissions that come with others. Without definitions, which require admin access, only who has them. */
export type TeamInheritance = { readonly graph: PermissionGraph } | { readonly graph: null; readonly all: Grants };

interface InheritanceState {
  readonly known: TeamInheritance | null;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** Reads the definitions, or where the connection may not, all permissions of the members. */
export function useInheritance(of: ProjectTeamRef): InheritanceState {
  const connection = useConnection(of.connectionId);
  const isAdmin = connection !== undefined && hasAdminAccess(connection);
  const definitions = usePermissionDefinitions(of.connectionId, 'team', isAdmin);
  const all = useTeamGrants(of, 'all', !isAdmin);
  const graph = useMemo(() => definitions.data && createPermissionGraph(definitions.data.items), [definitions.data]);
  const { error, isFetching, refetch } = isAdmin ? definitions : all;
  const known = useMemo((): TeamInheritance | null => {
    if (isAdmin) return graph === undefined ? null : { graph };
    return all.data === undefined ? null : { graph: null, all: all.data };
  }, [isAdmin, graph, all.data]);
  return { known, error, isFetching, retry: () => void refetch() };
}
