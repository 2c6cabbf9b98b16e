import { useMessages } from '#lib/use-messages.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SettingRowSkeleton } from './setting-row';

/** The section of the sign-in methods while it loads. */
export function MethodsSkeleton({ text }: { text: string }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('methods.title')} text={text}>
      <Card>
        <SettingRowSkeleton width={220} />
        <SettingRowSkeleton width={310} />
        <SettingRowSkeleton width={260} />
      </Card>
    </PageSection>
  );
}
