/** The frame of a team's screen, for its members and for the project's admin: header and tabs. */

import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { ScopeProvider, useScreenScope } from '#data/scope.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { GoneMessage } from '#parts/screen-message.tsx';
import { Avatar } from '#ui/data/avatar.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';
import { TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { openPath } from '#window/open-path.ts';
import styles from './team-frame.module.css';

/** The loading team. */
export function TeamSkeleton() {
  return (
    <TeamFrame>
      <LoadingStatus />
      <TeamHeadingFrame image={<Skeleton circle width={40} height={40} />}>
        <Skeleton width={180} height={16} />
        <Skeleton width={120} />
      </TeamHeadingFrame>
      <TeamTabsSkeleton />
      <Page>
        <Card>
          <CardRow>
            <Skeleton width={220} />
          </CardRow>
          <CardRow>
            <Skeleton width={160} />
          </CardRow>
          <CardRow>
            <Skeleton width={190} />
          </CardRow>
        </Card>
      </Page>
    </TeamFrame>
  );
}

/** A team's screen. With `blocked`, nothing can be changed on it. */
export function TeamFrame({ blocked, children }: { blocked?: string | undefined; children: ReactNode }) {
  const outer = useScreenScope();
  const scope = useMemo(() => ({ ...outer, blocked }), [outer, blocked]);
  return (
    <ScopeProvider value={scope}>
      <div className={styles.screen}>{children}</div>
    </ScopeProvider>
  );
}

interface GoneTeamMessageProps {
  title: string;
  leaveLabel: string;
  /** The path to leave to. */
  next: string;
}

/** Says that a team is gone whose screen stays with what was entered there. */
export function GoneTeamMessage({ next, ...rest }: GoneTeamMessageProps) {
  return <GoneMessage {...rest} onLeave={() => openPath(next, { replace: true, isGone: true })} />;
}

interface TeamHeadingProps {
  team: Pick<ClientTeam, 'id' | 'display_name' | 'profile_image_url'>;
  /** The line below the name. */
  facts?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

/** The team's image and name. */
export function TeamHeading({ team, facts, actions }: TeamHeadingProps) {
  const name = useTeamName()(team);
  return (
    <header className={styles.header}>
      <Avatar id={team.id} size={40} name={team.display_name} imageUrl={team.profile_image_url} />
      <div className={styles.words}>
        <div className={styles.name} title={name} dir="auto">
          {name}
        </div>
        {facts}
      </div>
      {actions}
    </header>
  );
}

/** The place of a header that is loading. */
function TeamHeadingFrame({ image, children }: { image: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.header}>
      {image}
      <div className={styles.words}>{children}</div>
    </div>
  );
}

/** The tabs of a team: a `TeamTabList`, and a `TeamPanel` for each. */
export function TeamTabsFrame(props: Pick<ComponentProps<typeof Tabs>, 'value' | 'onValueChange' | 'children'>) {
  return <Tabs {...props} className={styles.tabs ?? ''} />;
}

/** The row of tabs; give it an `aria-label`. */
export function TeamTabList(props: ComponentProps<typeof TabList>) {
  return <TabList {...props} className={styles.tabList} />;
}

/** The place of a row of tabs that is loading. */
function TeamTabsSkeleton() {
  return (
    <div className={styles.tabsSkeleton}>
      {['general', 'members', 'permissions', 'invitations'].map((tab) => (
        <Skeleton key={tab} width={72} />
      ))}
    </div>
  );
}

/** What a tab shows. It scrolls as a whole, unless a list in it fills it. */
export function TeamPanel({ isFilled = false, ...rest }: ComponentProps<typeof TabPanel> & { isFilled?: boolean }) {
  return <TabPanel {...rest} className={isFilled ? styles.filled : styles.scrolled} />;
}
