import { useConnection } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type LoadedProject, ReadAdminProject } from '#parts/admin/read-admin-project.tsx';
import preview from '#parts/sign-in-preview/preview.module.css';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import styles from './methods.module.css';
import { MethodsForm } from './methods-form';

/** How the users of the project sign in. */
export function SignInMethodsScreen() {
  return <ReadAdminProject skeleton={<LoadingMethods />}>{(loaded) => <Methods {...loaded} />}</ReadAdminProject>;
}

function Methods({ connectionId, project }: LoadedProject) {
  const connection = useConnection(connectionId);
  return connection && <MethodsForm connection={connection} project={project} />;
}

const sections = [
  { title: 'sign-in-methods.title', rows: 3 },
  { title: 'sign-in-methods.providers', rows: 4 },
  { title: 'sign-in-methods.accounts', rows: 2 },
] as const;

/** The settings and the card beside them while the project loads. */
function LoadingMethods() {
  const { t } = useMessages();
  return (
    <div className={styles.screen}>
      <LoadingStatus />
      <div className={styles.columns}>
        <div className={styles.scroll}>
          <Page className={cx(styles.page)}>
            {sections.map(({ title, rows }) => (
              <PageSection key={title} title={t(title)}>
                <Card>
                  {Array.from({ length: rows }, (_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are all alike
                    <CardRow key={at}>
                      <Skeleton circle width={18} height={18} />
                      <Skeleton width={180} />
                    </CardRow>
                  ))}
                </Card>
              </PageSection>
            ))}
          </Page>
        </div>
        <div className={preview.panel}>
          <Skeleton width={200} height={28} />
          <Skeleton width={260} height={28} />
          <Skeleton height={380} />
        </div>
      </div>
    </div>
  );
}
