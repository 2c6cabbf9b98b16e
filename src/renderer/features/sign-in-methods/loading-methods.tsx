import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page } from '../../ui/layout/page';

const sections = [3, 4, 2];

/** The settings while the project loads. */
export function LoadingMethods() {
  return (
    <Page>
      <LoadingStatus />
      {sections.map((rows) => (
        <Card key={rows}>
          {Array.from({ length: rows }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are all alike
            <CardRow key={at}>
              <Skeleton circle width={18} height={18} />
              <Skeleton width={180} />
            </CardRow>
          ))}
        </Card>
      ))}
    </Page>
  );
}
