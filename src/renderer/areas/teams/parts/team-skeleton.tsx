import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';
import { TeamFrame, TeamHeadingFrame, TeamTabsSkeleton } from './team-frame';

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
