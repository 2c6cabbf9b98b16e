import type { IndexState } from '#contract/bridge/local-index.ts';
import { maxTargets } from '#contract/jobs/job.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { type TeamScope, useIndexedTeams, useLoadedTeamScope } from '#data/local-index.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IndexLine } from '#parts/local-index/index-line.tsx';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting } from '#parts/selection/use-selection.ts';
import type { ListMenu } from '#ui/data/list/use-row-clicks.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ListBody, ListFooter } from '#ui/layout/list-frame.tsx';
import type { TeamOrder } from '#window/url-state.ts';
import { teamTemplate } from './team-columns';
import { type TeamSelectionProps, TeamsBar } from './teams-bar';
import { TeamRows, useTeamMenu } from './teams-list';

interface IndexedTeamsProps extends TeamSelectionProps {
  index: IndexState;
  /** What is typed, at each key. */
  query: string;
  order: TeamOrder;
  onOpen: (team: ServerTeam) => void;
  onClear: () => void;
}

/** The teams as the index finds them: by name, ID, and metadata. */
export function IndexedTeams({ index, query, order, ...rest }: IndexedTeamsProps) {
  const { connectionId } = useScope();
  const by = order === 'name' || order === 'name-reversed' ? 'name' : 'created';
  const { shown } = useLoadedTeamScope(connectionId, { text: query, by, desc: order === 'newest' || order === 'name-reversed' });
  const { menu, element } = useTeamMenu(rest.onOpen);
  return (
    <>
      <Found key={JSON.stringify(shown)} index={index} scope={shown} menu={menu} {...rest} />
      {element}
    </>
  );
}

interface FoundProps extends Pick<IndexedTeamsProps, 'index' | 'selection' | 'onUnselect' | 'onOpen' | 'onClear'> {
  scope: TeamScope;
  menu: ListMenu<ServerTeam>;
}

function Found({ index, scope, selection, menu, onUnselect, onOpen, onClear }: FoundProps) {
  const { connectionId } = useScope();
  const { t, locale } = useMessages();
  const pages = useIndexedTeams(connectionId, scope);
  const { count } = pages;
  const list = useListSelection({ selection, count, read: pages.teamsBetween, nameOf: useTeamName() });
  if (pages.isLoading) return <SkeletonTable template={teamTemplate} hasSelection />;
  if (pages.error !== null && !pages.hasItems) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  const counts = { count: index.teams, shown: formatNumber(count, locale), all: formatNumber(index.teams, locale) };
  return (
    <>
      {isSelecting(selection) && (
        <TeamsBar
          selection={selection}
          matching={pages.hasMore ? null : count}
          onAll={() => selection.selectAll(Math.min(count, maxTargets), pages.teamsBetween)}
          onClear={onUnselect}
        />
      )}
      <ListBody>
        {count === 0 ? (
          <NoMatchState
            title={t('shell.teams.no-match')}
            text={t('teams.no-match.index')}
            clearLabel={t('team.members.clear')}
            onClear={onClear}
          />
        ) : (
          <TeamRows
            count={count}
            teamAt={pages.itemAt}
            shown={JSON.stringify(scope)}
            selection={list}
            menu={menu}
            onOpen={onOpen}
            onView={pages.onView}
          />
        )}
      </ListBody>
      <ListFooter>
        <span role="status">{t(scope.text === '' ? 'teams.count' : 'teams.count.found', counts)}</span>
        {pages.error !== null && <RetryButton size="sm" report={reportOf(pages.error)} onRetry={pages.retry} />}
        <IndexLine index={index} />
      </ListFooter>
    </>
  );
}
