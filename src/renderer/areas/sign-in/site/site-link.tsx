import { Link, useLocation } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import styles from '#parts/sign-in-card/sign-in-card.module.css';
import { paths } from '#window/routes.ts';

/** A link to signing in through the project's own site, which works whatever addresses the project trusts. */
export function SiteLink({ connectionId, email, goTo = null }: { connectionId: string; email?: string; goTo?: string | null }) {
  const { t } = useMessages();
  const { search } = useLocation();
  return (
    <Link className={styles.quiet} to={paths.signIn(connectionId) + search} state={{ site: true, email, goTo }}>
      {t('sign-in.site')}
    </Link>
  );
}
