import { UsersRound } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { ProjectTeamRef } from '#data/keys.ts';
import { useScope } from '#data/use-scope.ts';
import { useUserPages } from '#data/user-pages.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { type GrantChange, type Grants, grantsOf } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { MembersFooter } from '../project/members-tab';
import styles from './matrix.module.css';
import { type Inheritance, matrixColumns } from './matrix-cells';
import { MatrixGrid, MatrixSkeleton } from './matrix-grid';
import type { RowContent } from './matrix-row';
import type { GrantDraftState } from './use-grant-draft';
import type { TeamInheritance } from './use-inheritance';

interface MembersMatrixProps {
  of: ProjectTeamRef;
  query: string;
  stored: Grants;
  inheritance: TeamInheritance;
  draft: GrantDraftState;
  disabledReason: string | undefined;
  onClear: () => void;
}

/** The members that match the search, page by page, with their permissions. */
export function MembersMatrix({ of, query, stored, inheritance, draft, disabledReason, onClear }: MembersMatrixProps) {
  const { t } = useMessages();
  const filter = useMemo(() => ({ team: of.teamId, desc: false, ...(query === '' ? {} : { q: query }) }), [of.teamId, query]);
  return (
    <Rows
      key={query}
      filter={filter}
      stored={stored}
      inheritance={inheritance}
      draft={draft}
      disabledReason={disabledReason}
      empty={
        query === '' ? (
          <EmptyState icon={UsersRound} title={t('members.none')} text={t('members.none.text')} />
        ) : (
          <NoMatchState
            title={t('team.members.no-match')}
            text={t('users.no-match.text')}
            clearLabel={t('team.members.clear')}
            onClear={onClear}
          />
        )
      }
    />
  );
}

interface RowsProps extends Omit<MembersMatrixProps, 'of' | 'query' | 'onClear'> {
  filter: Parameters<typeof useUserPages>[1];
  empty: ReactNode;
}

function Rows({ filter, stored, inheritance, draft, disabledReason, empty }: RowsProps) {
  const { t } = useMessages();
  const { connectionId } = useScope();
  const pages = useUserPages(connectionId, filter);
  const columns = useMatrixColumns(stored, inheritance);
  const contentOf = useRowContent(stored, inheritance, draft.changes);
  if (pages.isLoading) return <MatrixSkeleton />;
  if (pages.error !== null && pages.count === 0) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  if (pages.count === 0 && pages.omitted === undefined) return empty;
  return (
    <>
      <div className={styles.body}>
        <MatrixGrid
          label={t('matrix.grid')}
          columns={columns}
          count={pages.count}
          hasMore={pages.hasMore}
          memberAt={pages.userAt}
          contentOf={contentOf}
          disabledReason={disabledReason}
          onToggle={draft.toggle}
          onView={pages.onView}
        />
      </div>
      <MembersFooter pages={pages} />
    </>
  );
}

function useMatrixColumns(stored: Grants, inheritance: TeamInheritance) {
  const found = inheritance.graph === null ? inheritance.all : stored;
  return useMemo(() => {
    const granted = new Set([...stored.values(), ...found.values()].flatMap((ids) => [...ids]));
    return matrixColumns(inheritance.graph?.ids, granted);
  }, [stored, found, inheritance]);
}

const noChanges: readonly GrantChange[] = [];

/** Returns what the row of a member shows, as the same objects until they change: other rows aren't drawn again. */
function useRowContent(stored: Grants, inheritance: TeamInheritance, changes: readonly GrantChange[]) {
  const byMember = useMemo(() => changesByMember(changes), [changes]);
  return useMemo(() => {
    const known = new Map<string, RowContent>();
    const inheritanceOf = (userId: string): Inheritance =>
      inheritance.graph === null ? { all: grantsOf(inheritance.all, userId) } : inheritance;
    return ({ id }: ServerUser): RowContent => {
      const content = known.get(id) ?? {
        granted: grantsOf(stored, id),
        changes: byMember.get(id) ?? noChanges,
        inheritance: inheritanceOf(id),
      };
      known.set(id, content);
      return content;
    };
  }, [stored, inheritance, byMember]);
}

function changesByMember(changes: readonly GrantChange[]): ReadonlyMap<string, readonly GrantChange[]> {
  const grouped = new Map<string, GrantChange[]>();
  for (const change of changes) grouped.set(change.userId, [...(grouped.get(change.userId) ?? []), change]);
  return grouped;
}
