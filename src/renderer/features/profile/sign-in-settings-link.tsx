import { Link } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';

/** Where the email addresses and sign-in methods are managed. */
export function SignInSettingsLink({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('shell.screen.sign-in-settings')}>
      <Card>
        <CardRow>
          <Link to={paths.signInSettings(connectionId)}>{t('profile.sign-in-settings')}</Link>
        </CardRow>
      </Card>
    </PageSection>
  );
}
